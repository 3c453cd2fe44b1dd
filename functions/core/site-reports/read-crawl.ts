import * as z from 'zod/mini';
import { ServiceError } from '../platform/http/errors.ts';
import { BadValue, textParameter } from '../platform/http/parameters.ts';
import { isWholeSite } from '../crawls/store/item.ts';
import { ANYBODY, type Viewer } from '../crawls/store/private-crawls.ts';
import type { CrawlReader, EndedCrawl } from '../crawls/store/site-crawls.ts';

/** See `newCrawlId`. */
const CRAWL_ID = /^\d{8}T\d{9}Z[\da-f]{8}$/;

export const isCrawlId = (text: string) => CRAWL_ID.test(text);

/** Returns the parameter with the id of a crawl. */
export function crawlIdParameter(description: string) {
  const read = (text: string) => {
    if (isCrawlId(text)) return text;
    throw new BadValue('crawl_id');
  };
  return z.optional(
    textParameter(read, {
      description,
      form: { type: 'string', pattern: CRAWL_ID.source },
      examples: ['20261128T093000000Z1f2e3d4c'],
    }),
  );
}

export const notCrawled = (domain: string) => new ServiceError('not_crawled', { values: { domain } });
export const crawlNotFound = (crawl: string) => new ServiceError('crawl_not_found', { values: { crawl } });

/**
 * Returns the crawl that a list is made from: the requested one, else the audit.
 *
 * @param given for whom it is read if it is requested by its id; by default, private crawls do not exist
 * @returns `null` if it is in progress, or if there is no audit and the first crawl of the whole site is in progress
 * @throws {ServiceError} crawl_not_found, not_crawled, no_audit
 */
export async function readListedCrawl(
  { domain, crawl }: { domain: string; crawl?: string | undefined },
  crawls: Pick<CrawlReader, 'readAudit' | 'readEnded' | 'readInProgress' | 'list'>,
  given: Viewer = ANYBODY,
): Promise<EndedCrawl | null> {
  const viewer = crawl === undefined ? ANYBODY : given;
  const read = (options?: { consistent: boolean }) =>
    crawl === undefined
      ? crawls.readAudit(domain, options)
      : crawls.readEnded({ domain, id: crawl }, { ...options, viewer });
  const found = await read();
  if (found) return found;
  const inProgress = await crawls.readInProgress(domain, { viewer });
  if (inProgress.some(({ id, scope }) => (crawl === undefined ? isWholeSite(scope) : id === crawl))) return null;
  // A crawl that has just ended is no longer in progress, and an eventually consistent read may not return it yet.
  const ended = await read({ consistent: true });
  if (ended) return ended;
  const hasEnded = (await crawls.list(domain, { consistent: true, viewer })).length > 0;
  if (!hasEnded && inProgress.length > 0 && crawl === undefined) return null;
  if (!hasEnded && inProgress.length === 0) throw notCrawled(domain);
  throw crawl === undefined ? new ServiceError('no_audit', { values: { domain } }) : crawlNotFound(crawl);
}

/** The members of a list that describe its crawl. */
export function listedCrawl(domain: string, crawl: EndedCrawl | null) {
  return {
    domain,
    crawl_id: crawl?.id ?? null,
    complete: crawl?.isComplete ?? null,
    stop_reason: crawl?.stopReason ?? null,
    finished_at: crawl?.finishedAt ?? null,
  };
}
