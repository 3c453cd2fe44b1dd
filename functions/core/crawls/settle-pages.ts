import { OPERATOR } from '../accounts/batch-caller.ts';
import type { CrawlInProgress } from './store/site-crawls.ts';
import type { CrawlServices } from './services.ts';

/**
 * Returns pages to the allowance that were reserved for a crawl and not fetched: to that of the day on which the crawl
 * started. Calling it again is safe.
 */
export async function settlePages(
  { owner, id, startedAt }: CrawlInProgress,
  fetched: number,
  { allowances }: Pick<CrawlServices, 'allowances'>,
): Promise<void> {
  if (owner !== null && owner !== OPERATOR) await allowances.settle(owner, 'pages', id, fetched, Date.parse(startedAt));
}
