import { type SiteReader, siteTasks } from '../../functions/shared/website/reader/read-site.ts';

/** Reads in the test's own thread: the same tasks, without the time that a thread takes to start. */
export const siteReader: SiteReader = {
  warm: () => {},
  readPage: (...args) => Promise.resolve(siteTasks.readPage(...args)),
  describeRobots: (...args) => Promise.resolve(siteTasks.describeRobots(...args)),
  isForbidden: (...args) => Promise.resolve(siteTasks.isForbidden(...args)),
  parseSitemap: (...args) => Promise.resolve(siteTasks.parseSitemap(...args)),
};
