import type { CrawlEndFacts } from '../../crawls/hand-over.ts';
import { endStatus } from '../../crawls/store/crawl-heads.ts';
import type { CrawlInProgress } from '../../crawls/store/site-crawls.ts';
import { unreadKinds } from '../../record/site-schema.ts';
import type { ReportServices } from './services.ts';
import { storeEnd } from './store-end.ts';

/** Nothing is compared with a crawl without a report. */
const NO_COMPARISONS = { newSince: () => Promise.resolve(null), fixedSince: () => Promise.resolve(null) };

async function* noRows() {}

/**
 * Ends a crawl whose report could not be made, without a result, which is unknown, and with a stop reason that states
 * this, so that its owner can crawl the site again. Calling it again for the same crawl is safe.
 *
 * @param facts what the crawler has stored for the report; `null`: nothing
 */
export async function endWithoutReport(
  crawl: CrawlInProgress,
  facts: CrawlEndFacts | null,
  services: ReportServices,
): Promise<void> {
  const { crawls, crawlsInProgress, now } = services;
  const stopReason = 'report_failed';
  const { finishedAt = new Date(now()).toISOString(), found, fetched } = { ...crawl, ...facts };
  // In place of what attempts have stored.
  await crawls.writeEvidence(crawl, noRows(), []);
  const end = { stopReason, isComplete: false, finishedAt, result: null } as const;
  await services.announce?.({ ...end, crawl, comparisons: NO_COMPARISONS });
  const outcome = {
    ...end,
    rows: [],
    status: endStatus(stopReason),
    unread: unreadKinds,
    summary: { pages: null, read: 0, health: null, issues: null },
  } as const;
  await storeEnd({ ...crawl, found, fetched }, outcome, services);
  await crawlsInProgress.remove(crawl);
}
