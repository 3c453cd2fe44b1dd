import type { SiteAnswer } from '../record/site-schema.ts';

/** Whether a crawl that has ended has read no page, or has no report, so that no issues are known. */
export const isNothingRead = ({ finished_at, health, issues }: Pick<SiteAnswer, 'finished_at' | 'health' | 'issues'>) =>
  finished_at !== null && health === null && !issues?.length;
