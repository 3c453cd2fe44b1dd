import { randomBytes } from 'node:crypto';

/** Names of the key's attributes: the domain, and what of its crawls the item is. */
export interface CrawlKey {
  domain: string;
  part: string;
}

export interface CrawlName {
  domain: string;
  id: string;
}

/** Where a crawl stands. */
export type CrawlStatus = 'queued' | 'crawling' | 'done' | 'stopped';

/** Why a crawl ended before it had all pages. */
export type StopReason = 'page_limit' | 'allowance' | 'cancelled' | 'blocked' | 'robots' | 'unreachable' | 'work_limit';

/** The head of a crawl. */
export interface CrawlHeadItem extends CrawlKey {
  id: string;
  /** Absent where the operator's schedule has begun it. */
  owner?: string;
  /** Most addresses that it may ask for, as was wanted. */
  page_limit: number;
  /** How many of them the owner's allowance admits. */
  admitted: number;
  status: CrawlStatus;
  stop_reason?: StopReason;
  /** ISO 8601 times. */
  started_at: string;
  updated_at: string;
  /** Of a crawl in progress: from when on its message is expected to be processed. */
  due_at?: string;
  finished_at?: string;
  /** Addresses that are known, and that were asked for, as was last said. */
  found: number;
  fetched: number;
  /** How many slices of work on it have ended. */
  slices: number;
  /** What it came to, as compressed JSON; set when it ends. */
  result?: Uint8Array;
  /** Items of rows; set when it ends. */
  chunks?: number;
}

/** What came of one address. */
export interface CrawledPageItem extends CrawlKey {
  /** The `CrawledPage` as compressed JSON. */
  page: Uint8Array;
  /** Seconds since the epoch. */
  expires_at: number;
}

/** An id that sorts by time. */
export function newCrawlId(now: number): string {
  return `${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}${randomBytes(4).toString('hex')}`;
}

/** Heads: read together, the newest first, the crawl that is under way stands before those that have ended. */
export const HEADS = 'crawl#';
const ENDED = `${HEADS}ended#`;
const OPEN = `${HEADS}open`;

/** The crawl that is under way, of which a domain has one at most. */
export const openKey = (domain: string): CrawlKey => ({ domain, part: OPEN });
export const isOpen = ({ part }: CrawlKey) => part === OPEN;
export const endedKey = (domain: string, id: string): CrawlKey => ({ domain, part: `${ENDED}${id}` });

const pagePrefix = (id: string) => `visit#${id}#`;
const filesPrefix = (id: string) => `file#${id}#`;

/** What a crawl stores on its way, which nobody needs once it has ended. */
export const prefixesOnTheWay = (id: string) => [pagePrefix(id), filesPrefix(id)];

const sixDigits = (number: number) => String(number).padStart(6, '0');

/** What came of the addresses of a crawl, in the order in which they were asked for. */
export const pageKey = (domain: string, id: string, order: number): CrawlKey => ({
  domain,
  part: `${pagePrefix(id)}${sixDigits(order)}`,
});

/** Keys from this order on, to be used with BETWEEN. */
export const pagesFrom = (id: string, order: number) => ({
  first: pageKey('', id, order).part,
  last: `${pagePrefix(id)}~`,
});

/** What a crawl has read once and goes by, such as robots.txt, in parts that fit into items. */
export const filePrefix = (id: string, name: string) => `${filesPrefix(id)}${name}#`;
export const fileKey = (domain: string, id: string, name: string, part: number): CrawlKey => ({
  domain,
  part: `${filePrefix(id, name)}${sixDigits(part)}`,
});

/** Rows of a crawl that has ended. */
export const rowsPrefix = (id: string) => `rows#${id}#`;
export const rowsKey = (domain: string, id: string, chunk: number): CrawlKey => ({
  domain,
  part: `${rowsPrefix(id)}${sixDigits(chunk)}`,
});
