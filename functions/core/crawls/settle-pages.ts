import { OPERATOR } from '../accounts/batch-caller.ts';
import type { OpenCrawl } from './store/site-crawls.ts';
import type { CrawlServices } from './services.ts';

/** Returns pages to the allowance that were reserved for a crawl and not fetched. Calling it again is safe. */
export async function settlePages(
  { owner, id }: OpenCrawl,
  fetched: number,
  { allowances }: Pick<CrawlServices, 'allowances'>,
): Promise<void> {
  if (owner !== null && owner !== OPERATOR) await allowances.settle(owner, 'pages', id, fetched);
}
