import { randomBytes } from 'node:crypto';
import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import { compressRecord } from '../../domains/store/domain-cache.ts';

/** Key of an item: `domain` is the partition key, `part` the sort key. */
export interface CrawlKey {
  domain: string;
  part: string;
}

export interface CrawlName {
  domain: string;
  id: string;
}

/** The addresses of a site that a crawl requests. The home page is always requested. */
export interface CrawlSettings {
  /** Path patterns in the syntax of robots.txt; if there are any, only matching addresses are requested. */
  include: readonly string[];
  /** Path patterns of addresses that are not requested. */
  exclude: readonly string[];
  /**
   * Maximum number of clicks from the home page; `null`: any. With a maximum, addresses that only sitemaps or annotations
   * name are not requested.
   */
  depth: number | null;
  /** Whether the external targets of links are requested; absent: no. */
  external?: boolean;
  /** Whether images, scripts and stylesheets are requested; absent: no. */
  resources?: boolean;
  /** Requests per second to the domain's own hosts; absent: the default, one. */
  rate?: number;
}

/** Status of a crawl. */
export type CrawlStatus = 'queued' | 'crawling' | 'done' | 'stopped';

/** Why a crawl ended before it had all pages. */
export type StopReason = 'page_limit' | 'allowance' | 'cancelled' | 'blocked' | 'robots' | 'unreachable' | 'work_limit';

/**
 * What a crawl does not know completely. `sitemaps`: there are none, or one of their files could not be read; `links`:
 * its settings left out pages, or a page has more links than are kept.
 */
export type Unread = 'sitemaps' | 'links';

/** The head of a crawl. */
export interface CrawlHeadItem extends CrawlKey {
  id: string;
  /** Absent: the operator's schedule started the crawl. */
  owner?: string;
  /** Requested page limit. */
  page_limit: number;
  /** Absent: the whole site. */
  settings?: CrawlSettings;
  /** Address that its end is sent to. */
  deliver?: string;
  /** Number of pages that the owner's allowance admits. */
  admitted: number;
  status: CrawlStatus;
  stop_reason?: StopReason;
  /** ISO 8601 times. */
  started_at: string;
  updated_at: string;
  /** Of a crawl in progress: time at which its message becomes due. */
  due_at?: string;
  finished_at?: string;
  /** Number of known addresses, and of requested ones, at `updated_at`. */
  found: number;
  fetched: number;
  /** Number of slices that have ended. */
  slices: number;
  /** The `SiteResult` as compressed JSON; set when the crawl ends. */
  result?: Uint8Array;
  /** Number of items with rows; set when the crawl ends. */
  chunks?: number;
  /** Set when the crawl ends; absent: it is not known. */
  unread?: readonly Unread[];
}

/** The outcome of one address. */
export interface CrawledPageItem extends CrawlKey {
  /** The `CrawledPage` without anchors, as compressed JSON. */
  page: Uint8Array;
  /** Its anchors as compressed JSON; absent if it has none, or if they do not fit. */
  anchors?: Uint8Array;
  /** Its resources in the same way. */
  resources?: Uint8Array;
  /** Seconds since the epoch. */
  expires_at: number;
}

/** Returns a new id; ids sort by time. */
export function newCrawlId(now: number): string {
  return `${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}${randomBytes(4).toString('hex')}`;
}

/** Prefix of heads. In descending order, the crawl in progress comes first, then the ended ones, the newest first. */
export const HEADS = 'crawl#';
const ENDED = `${HEADS}ended#`;
const OPEN = `${HEADS}open`;

/** Key of the crawl in progress, of which a domain has one at most. */
export const openKey = (domain: string): CrawlKey => ({ domain, part: OPEN });
export const isOpen = ({ part }: CrawlKey) => part === OPEN;
export const endedKey = (domain: string, id: string): CrawlKey => ({ domain, part: `${ENDED}${id}` });

const pagePrefix = (id: string) => `visit#${id}#`;
const targetPrefix = (id: string) => `target#${id}#`;
const filesPrefix = (id: string) => `file#${id}#`;

/** Prefixes of the items that are not needed after the end of a crawl. */
export const temporaryPrefixes = (id: string) => [pagePrefix(id), targetPrefix(id), filesPrefix(id)];

const sixDigits = (number: number) => String(number).padStart(6, '0');

/** Keys of the outcomes of a crawl, in the order of requests. */
export const pageKey = (domain: string, id: string, order: number): CrawlKey => ({
  domain,
  part: `${pagePrefix(id)}${sixDigits(order)}`,
});

/** Keys from this order on, to be used with BETWEEN. */
export const pagesFrom = (id: string, order: number) => ({
  first: pageKey('', id, order).part,
  last: `${pagePrefix(id)}~`,
});

/** Keys of the outcomes of external targets and resources, by their position in the list of these. */
export const targetKey = (domain: string, id: string, position: number): CrawlKey => ({
  domain,
  part: `${targetPrefix(id)}${sixDigits(position)}`,
});
export const targetsOf = (id: string) => ({ first: targetPrefix(id), last: `${targetPrefix(id)}~` });

/** Keys of the files of a crawl, such as robots.txt, in parts that fit into items. */
export const filePrefix = (id: string, name: string) => `${filesPrefix(id)}${name}#`;
export const fileKey = (domain: string, id: string, name: string, part: number): CrawlKey => ({
  domain,
  part: `${filePrefix(id, name)}${sixDigits(part)}`,
});

/** Keys of the rows of an ended crawl. */
export const rowsPrefix = (id: string) => `rows#${id}#`;
export const rowsKey = (domain: string, id: string, chunk: number): CrawlKey => ({
  domain,
  part: `${rowsPrefix(id)}${sixDigits(chunk)}`,
});

/** Items with the occurrences of issues and the links of a crawl that has ended, and with their index. */
export const evidenceKey = (domain: string, id: string, list: 'issues' | 'links', chunk: number): CrawlKey => ({
  domain,
  part: `${list}#${id}#${sixDigits(chunk)}`,
});
export const evidenceIndexKey = (domain: string, id: string): CrawlKey => ({ domain, part: `evidence#${id}` });
export const evidencePrefixes = (id: string) => [`issues#${id}#`, `links#${id}#`, `evidence#${id}`];

/** Prefixes of the items of a crawl that has ended, the head last. */
export const resultPrefixes = (id: string) => [rowsPrefix(id), ...evidencePrefixes(id), `${ENDED}${id}`];

/** Below DynamoDB's 400 KB for an item, with room for its other attributes. */
export const MAX_BYTES = 380_000;
/** Characters of JSON in an item of rows before compression; compressed, those of most sites are far below the limit. */
export const CHUNK_CHARACTERS = 1_000_000;
/** Of a result of very long addresses, this part of the examples is kept. */
const KEPT_EXAMPLES = 1 / 5;

/** @returns compressed JSON lists of rows, in their order, each of which fits into an item */
export async function packRows(rows: readonly SiteRow[]): Promise<Uint8Array[]> {
  const items: Uint8Array[] = [];
  for (const chunk of chunksOf(rows)) items.push(...(await packChunk(chunk)));
  return items;
}

/** A chunk that compression does not make short enough becomes two. */
async function packChunk(texts: string[]): Promise<Uint8Array[]> {
  const packed = await compressRecord(`[${texts.join(',')}]`);
  if (packed.length <= MAX_BYTES || texts.length === 1) return [packed];
  const middle = Math.ceil(texts.length / 2);
  return [...(await packChunk(texts.slice(0, middle))), ...(await packChunk(texts.slice(middle)))];
}

/** @returns JSON texts of rows, in lists of about {@link CHUNK_CHARACTERS} at most */
function chunksOf(rows: readonly SiteRow[]): string[][] {
  const chunks: string[][] = [];
  let characters = Infinity;
  for (const row of rows) {
    const text = JSON.stringify(row);
    characters += text.length;
    if (characters > CHUNK_CHARACTERS) {
      chunks.push([]);
      characters = text.length;
    }
    chunks.at(-1)!.push(text);
  }
  return chunks;
}

/** @returns a result as compressed JSON that fits into an item: with fewer examples where addresses are very long */
export async function packResult(result: SiteResult): Promise<Uint8Array> {
  const packed = await compressRecord(JSON.stringify(result));
  return packed.length <= MAX_BYTES ? packed : compressRecord(JSON.stringify(withFewerExamples(result)));
}

function withFewerExamples(result: SiteResult): SiteResult {
  const keep = <Kind extends { examples: unknown[] }>(of: Kind): Kind => ({
    ...of,
    examples: of.examples.slice(0, Math.ceil(of.examples.length * KEPT_EXAMPLES)),
  });
  const { issues, skipped, changes } = result;
  return { ...result, issues: issues.map(keep), skipped: skipped.map(keep), changes: changes && keep(changes) };
}
