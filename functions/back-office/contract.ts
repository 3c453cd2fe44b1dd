/**
 * The HTTP API of the back office's page, under `/back-office/api`. Every response is in the service's envelope; the
 * answers are the types of `data`. Times are UTC ISO 8601, dates `YYYY-MM-DD`.
 */
import { batchContract } from './contract/batches.ts';
import { comparisonContract } from './contract/comparison.ts';
import { domainContract, domainListContract } from './contract/domains.ts';
import { followedCrawlContract } from './contract/followed-crawls.ts';
import { keyContract } from './contract/keys.ts';
import { keywordContract } from './contract/keywords.ts';
import { operationContract } from './contract/operations.ts';
import { pageContract } from './contract/pages.ts';
import { reportContract } from './contract/reports.ts';
import { siteContract } from './contract/sites.ts';
import { timelineContract } from './contract/timeline.ts';
import { watchContract } from './contract/watches.ts';

export type * from './contract/batches.ts';
export type * from './contract/comparison.ts';
export type * from './contract/domains.ts';
export type * from './contract/entry.ts';
export type * from './contract/followed-crawls.ts';
export type * from './contract/keys.ts';
export type * from './contract/keywords.ts';
export type * from './contract/operations.ts';
export type * from './contract/pages.ts';
export type * from './contract/reports.ts';
export type * from './contract/session.ts';
export type * from './contract/sites.ts';
export type * from './contract/timeline.ts';
export type * from './contract/watches.ts';

/** All routes by the names of the calls of the page. */
export const contract = {
  ...keyContract,
  ...domainListContract,
  ...domainContract,
  ...comparisonContract,
  ...pageContract,
  ...siteContract,
  ...followedCrawlContract,
  ...reportContract,
  ...timelineContract,
  ...watchContract,
  ...batchContract,
  ...keywordContract,
  ...operationContract,
};
export type Contract = typeof contract;
