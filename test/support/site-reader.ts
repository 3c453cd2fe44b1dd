import { type SiteReader, siteTasks } from '../../functions/core/analysis/reader/read-site.ts';

/** Runs the same tasks in the test's own thread, without the start time of a thread. */
export const siteReader: SiteReader = {
  warm: () => {},
  readPage: (...args) => Promise.resolve(siteTasks.readPage(...args)),
  readCrawled: (...args) => siteTasks.readCrawled(...args),
  readAlternate: (...args) => Promise.resolve(siteTasks.readAlternate(...args)),
  readRobots: (...args) => Promise.resolve(siteTasks.readRobots(...args)),
  judgeRobots: (...args) => Promise.resolve(siteTasks.judgeRobots(...args)),
  judgeGooglebot: (...args) => Promise.resolve(siteTasks.judgeGooglebot(...args)),
  parseSitemap: (...args) => Promise.resolve(siteTasks.parseSitemap(...args)),
  listSitemap: (...args) => Promise.resolve(siteTasks.listSitemap(...args)),
  readLlmsTxt: (...args) => Promise.resolve(siteTasks.readLlmsTxt(...args)),
  readTdmFile: (...args) => Promise.resolve(siteTasks.readTdmFile(...args)),
  readLicence: (...args) => Promise.resolve(siteTasks.readLicence(...args)),
};
