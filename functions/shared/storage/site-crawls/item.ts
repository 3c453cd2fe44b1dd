import { createHash, randomBytes } from 'node:crypto';

/** The key of an item in the `SiteCrawls` table: the domain, and what of its crawls the item is. */
export interface CrawlKey {
  domain: string;
  part: string;
}

/** Where a crawl stands. */
export type CrawlStatus = 'queued' | 'crawling' | 'done' | 'stopped';

/** Why a crawl ended before it had all pages. */
export type StopReason = 'page_limit' | 'allowance' | 'cancelled' | 'blocked' | 'robots' | 'unreachable';

/** The head of a crawl. */
export interface CrawlHeadItem extends CrawlKey {
  id: string;
  owner: string;
  /** Most pages that it may ask for. */
  page_limit: number;
  status: CrawlStatus;
  stop_reason?: StopReason;
  /** ISO 8601 times. */
  started_at: string;
  updated_at: string;
  finished_at?: string;
  /** Addresses that are known, and that were asked for, as the last slice has said. */
  found: number;
  fetched: number;
  /** When the work on it was last known to go on: milliseconds since the epoch. */
  touched_at: number;
  /** What it came to, compressed; set when it ends. */
  result?: Uint8Array;
  /** Chunks of rows; set when it ends. */
  chunks?: number;
}

/** An address that was asked for. */
export interface CrawledPageItem extends CrawlKey {
  /** Its number among the addresses of the crawl, from 0. */
  order: number;
  /** The `CrawledPage` as JSON, compressed. */
  page: Uint8Array;
  /** Seconds since the epoch. */
  expires_at: number;
}

/** An id that sorts by time. */
export function newCrawlId(now: number): string {
  return `${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}${randomBytes(4).toString('hex')}`;
}

/** The crawl that is under way, of which a domain has one at most. */
export const openKey = (domain: string): CrawlKey => ({ domain, part: 'open' });

/** A crawl that has ended; the newest has the greatest key. */
export const ENDED = 'ended#';
export const endedKey = (domain: string, id: string): CrawlKey => ({ domain, part: `${ENDED}${id}` });

/** Pages of a crawl; a sort key has 1,024 bytes at most, so that it has a hash of the address. */
export const pagesPrefix = (id: string) => `page#${id}#`;
export const crawledPageKey = (domain: string, id: string, url: string): CrawlKey => ({
  domain,
  part: `${pagesPrefix(id)}${createHash('sha256').update(url).digest('base64url')}`,
});

/** Files that a crawl has read and goes by: robots.txt and what sitemaps list. */
export const fileKey = (domain: string, id: string, name: string): CrawlKey => ({
  domain,
  part: `file#${id}#${name}`,
});

/** Rows of a crawl that has ended. */
export const rowsPrefix = (id: string) => `rows#${id}#`;
export const rowsKey = (domain: string, id: string, chunk: number): CrawlKey => ({
  domain,
  part: `${rowsPrefix(id)}${String(chunk).padStart(4, '0')}`,
});
