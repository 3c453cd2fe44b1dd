import { ServiceError } from '../../platform/http/errors.ts';
import type { CrawlQueue } from '../../platform/queues/work-queue.ts';
import type { SiteCrawls } from '../store/site-crawls.ts';
import { type SomeCrawls, someCrawls } from './audit-data.ts';

interface CancelServices {
  crawls: Pick<SiteCrawls, 'cancel' | 'read'>;
  queue: CrawlQueue;
}

/**
 * Has the crawl of a domain end before its next request: what it has read until then is its result. One that waits for
 * its site ends without waiting.
 *
 * @param owner to whom the crawl has to belong; `null`: it may belong to anybody, as for the operator
 * @returns the crawls of the domain as they stand then
 * @throws {ServiceError} not_found where no such crawl is under way
 */
export async function cancelAudit(
  domain: string,
  owner: string | null,
  { crawls, queue }: CancelServices,
): Promise<SomeCrawls> {
  const isCancelled = await crawls.cancel(domain, owner);
  const stored = isCancelled ? someCrawls(await crawls.read(domain, { consistent: true })) : null;
  if (!stored)
    throw new ServiceError('not_found', { message: 'No crawl of this site that belongs to you is under way.' });
  if (stored.open) {
    const { id, slices } = stored.open;
    await queue.send({ domain, id, slices });
  }
  return stored;
}
