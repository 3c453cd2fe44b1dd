import * as z from 'zod/mini';
import { ServiceError } from '../../platform/http/errors.ts';
import type { CrawlReader, SiteCrawls } from '../store/site-crawls.ts';
import { type AuditRequest, beginsCrawl, type SomeCrawls, someCrawls } from './audit-data.ts';
import { formatParameter, readWholeNumber, refreshParameter, textParameter } from '../../platform/http/parameters.ts';
import type { CrawlQueue } from '../../platform/queues/work-queue.ts';

/** Page limit of a crawl if the request contains none. */
const DEFAULT_PAGES = 500;

export interface AuditQuery extends AuditRequest {
  domain: string;
}

interface AuditServices {
  crawls: Pick<CrawlReader, 'read'>;
  /** Highest page limit of a crawl that the operator allows. */
  maxPages: number;
  /** Starts a crawl unless one of the domain is in progress. */
  begin: (crawl: { domain: string; pages: number }) => Promise<void>;
}

/**
 * Returns the crawls of a domain, after starting one if the request requires it.
 *
 * @throws what `begin` throws
 * @throws {ServiceError} gateway_timeout if the domain is deleted at the same time
 */
export async function queryAudit({ domain, ...request }: AuditQuery, services: AuditServices): Promise<SomeCrawls> {
  const { crawls, maxPages, begin } = services;
  const stored = await crawls.read(domain, { consistent: true });
  const known = someCrawls(stored);
  if (known && !beginsCrawl(stored, request)) return known;
  await begin({ domain, pages: request.pages ?? Math.min(DEFAULT_PAGES, maxPages) });
  const started = someCrawls(await crawls.read(domain, { consistent: true }));
  if (!started) throw new ServiceError('gateway_timeout');
  return started;
}

interface CancelServices {
  crawls: Pick<SiteCrawls, 'cancel' | 'read'>;
  queue: CrawlQueue;
}

/**
 * Stops the crawl of a domain before its next request; its result covers the pages read until then. A crawl that waits
 * for its site ends without waiting.
 *
 * @param owner required owner of the crawl; `null`: any owner, for the operator
 * @returns the crawls of the domain after that
 * @throws {ServiceError} not_found if no such crawl is in progress
 */
export async function cancelAudit(
  domain: string,
  owner: string | null,
  { crawls, queue }: CancelServices,
): Promise<SomeCrawls> {
  const isCancelled = await crawls.cancel(domain, owner);
  const stored = isCancelled ? someCrawls(await crawls.read(domain, { consistent: true })) : null;
  if (!stored)
    throw new ServiceError('not_found', { message: 'The owner of your key has no crawl of this site in progress.' });
  if (stored.open) {
    const { id, slices } = stored.open;
    await queue.send({ domain, id, slices });
  }
  return stored;
}

/**
 * Returns the parameters of `GET /api/v1/seo/site`.
 *
 * @param maxPages highest page limit of a crawl that the operator allows
 */
export function auditParameters(domain: z.ZodMiniType<string, string>, maxPages: number) {
  return z.object({
    domain,
    refresh: refreshParameter('1 starts a new crawl of the site, unless one is in progress'),
    pages: pagesParameter(maxPages),
    format: formatParameter(),
  });
}

/** Returns the parameters of `DELETE /api/v1/seo/site`. */
export function cancelParameters(domain: z.ZodMiniType<string, string>) {
  return z.object({ domain, format: formatParameter() });
}

/** Returns `pages`, whose default depends on the stored crawls, so that the schema has none. */
function pagesParameter(max: number) {
  return z.optional(
    textParameter((text) => readWholeNumber(text, { min: 1, max }), {
      description:
        'Page limit of the crawl. A value above the limit of the last crawl starts a new crawl. Default: ' +
        `${Math.min(DEFAULT_PAGES, max)} for a new crawl; otherwise the last crawl is returned, whatever its limit`,
      form: { type: 'integer', minimum: 1, maximum: max },
      examples: [Math.min(DEFAULT_PAGES, max)],
    }),
  );
}
