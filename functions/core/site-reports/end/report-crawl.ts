import { createCrawlFiles } from '../../crawls/crawl-access.ts';
import { type CrawlEndFacts, END_FILE } from '../../crawls/hand-over.ts';
import { REPORT_ATTEMPTS_MS, REPORT_LEASE_MS, REPORT_TRIED_MS } from '../../crawls/limits.ts';
import type { CrawlName } from '../../crawls/store/item.ts';
import { SERVICE } from '../../crawls/store/private-crawls.ts';
import type { CrawlInProgress } from '../../crawls/store/site-crawls.ts';
import { holdWhenFree } from '../../platform/leases.ts';
import { endWithoutReport } from './end-without-report.ts';
import { CrawlDeleted, finishCrawl } from './finish-crawl.ts';
import type { ReportServices } from './services.ts';

/** Maximum wait for the lease of a report: the worker that held it may have been terminated. */
const MAX_LEASE_WAIT_MS = REPORT_LEASE_MS + 10_000;

/**
 * Processes one message of the report of a crawl: makes and stores the report, which ends the crawl. If the function is
 * terminated, the next attempt continues after the last stage that was completed. What was stored after the deletion of
 * the domain is deleted.
 *
 * @throws {ServiceError} gateway_timeout if another worker is making the report; the message is delivered again later, in
 *   case that worker fails
 */
export async function reportCrawl({ domain, id }: CrawlName, services: ReportServices): Promise<void> {
  const { crawls, crawlsInProgress, reportLeases: leases, now } = services;
  const name = `site-report#${id}`;
  await holdWhenFree({ leases, name, now, deadline: now() + MAX_LEASE_WAIT_MS }, async (lease) => {
    const crawl = (await crawls.readInProgress(domain, { viewer: SERVICE })).find((each) => each.id === id);
    const discard = async () => {
      await crawls.discard({ domain, id });
      await crawlsInProgress.remove({ domain, id });
    };
    if (!crawl) return discard();
    const facts = await createCrawlFiles(crawl, crawls).read<CrawlEndFacts>(END_FILE);
    if (!facts || isGivenUp(crawl, facts, now())) return endWithoutReport(crawl, facts, services);
    try {
      await finishCrawl(crawl, facts, lease, services);
    } catch (error) {
      if (!(error instanceof CrawlDeleted)) throw error;
      await discard();
    }
  });
}

/**
 * Returns whether the report of a crawl is no longer tried, so that its owner can crawl the site again: the attempts of
 * several messages have failed, or those of the first one and the owner has stopped the crawl.
 */
function isGivenUp(
  { isGivenUp: isStopped = false, stopReason }: CrawlInProgress,
  { finishedAt }: CrawlEndFacts,
  now: number,
): boolean {
  const isUnwanted = isStopped || stopReason === 'cancelled';
  return now - Date.parse(finishedAt) > (isUnwanted ? REPORT_ATTEMPTS_MS : REPORT_TRIED_MS);
}
