import { createHash, randomBytes } from 'node:crypto';
import type { Severity } from '../../analysis/rules/rule.ts';
import type { ExtractRule } from '../../record/extracted.ts';
import type { SiteResult, SiteRow, Unread } from '../../record/site-schema.ts';
import { compressRecord } from '../../platform/text/compress.ts';

/** Names of the attributes of the key of `SiteCrawls`. */
export const CRAWLS_KEY = ['domain', 'part'] as const;

/** Key of an item: `domain` is the partition key, `part` the sort key. */
export interface CrawlKey {
  domain: string;
  part: string;
}

export interface CrawlName {
  domain: string;
  id: string;
}

/** What a crawl covers. The home page is always requested, unless robots.txt disallows it. */
export interface CrawlScope {
  /** Path patterns in the syntax of robots.txt; if there are any, only matching addresses are requested. */
  include: readonly string[];
  /** Path patterns of addresses that are not requested. */
  exclude: readonly string[];
  /**
   * Maximum number of clicks from the home page; `null`: any. With a maximum, addresses that only sitemaps or annotations
   * name are not requested.
   */
  depth: number | null;
  /** Addresses that are requested alone, without following links; empty: no such list. */
  urls: readonly string[];
  /** Sitemaps whose pages are requested alone; empty: no such list. */
  sitemaps: readonly string[];
  /** Lists of which only the first addresses are in `urls` and `sitemaps`; see {@link cutLists}. */
  cut?: Partial<Record<ListName, CutList>>;
}

/** The lists of addresses of a scope. */
export const LIST_NAMES = ['urls', 'sitemaps'] as const;
export type ListName = (typeof LIST_NAMES)[number];
export type AddressLists = Record<ListName, readonly string[]>;

/** What is known of a list besides its first addresses. */
interface CutList {
  total: number;
  /** Equal for equal lists. */
  hash: string;
}

/** Addresses of a list that heads and answers contain: thousands do not fit into an item, nor into a list of crawls. */
const KEPT_ADDRESSES = 10;

/** @returns whether a crawl requests the addresses of lists alone, and follows no link */
export const hasLists = ({ urls, sitemaps }: AddressLists) => urls.length + sitemaps.length > 0;

/** Returns a scope with the first addresses of its lists; its key is the same. */
export function cutLists(scope: CrawlScope): CrawlScope {
  const long = LIST_NAMES.filter((name) => scope[name].length > KEPT_ADDRESSES);
  if (long.length === 0) return scope;
  const cut = Object.fromEntries(
    long.map((name) => [name, { total: scope[name].length, hash: hashOf(sortedSet(scope[name])) }]),
  );
  return {
    ...scope,
    ...Object.fromEntries(long.map((name) => [name, scope[name].slice(0, KEPT_ADDRESSES)])),
    cut: { ...scope.cut, ...cut },
  };
}

/** Returns a scope as answers contain it. */
export function shownScope({ include, exclude, depth, urls, sitemaps, cut }: CrawlScope) {
  return {
    ...{ include, exclude, depth, urls, urls_total: cut?.urls?.total ?? urls.length },
    ...{ sitemaps, sitemaps_total: cut?.sitemaps?.total ?? sitemaps.length },
  };
}

/** How a crawl reads the addresses of its scope. */
export interface CrawlOptions {
  /** Whether the external targets of links are requested. */
  external: boolean;
  /** Whether images, scripts and stylesheets are requested. */
  resources: boolean;
  /** Requests per second to the domain's own hosts. */
  rate: number;
  /** Values that are read from each page; absent: none. */
  extract?: readonly ExtractRule[];
  /** Names of the headers that are sent to the domain; absent: none. Their values are stored encrypted, until the end. */
  headers?: readonly string[];
  /** Whether a user name and a password are sent to the domain. */
  basic_auth?: true;
}

/** Returns options as answers contain them. */
export const shownOptions = (options: CrawlOptions) => ({
  ...options,
  extract: options.extract ?? [],
  headers: options.headers ?? [],
  basic_auth: options.basic_auth ?? false,
});

export const WHOLE_SITE: CrawlScope = { include: [], exclude: [], depth: null, urls: [], sitemaps: [] };

/** @returns a short text that is equal for equal scopes, in whatever order their patterns and addresses were given */
export function scopeKey({ include, exclude, depth, cut, ...lists }: CrawlScope): string {
  const [urls, sitemaps] = LIST_NAMES.map((name) => {
    return lists[name].length === 0 ? [] : (cut?.[name]?.hash ?? hashOf(sortedSet(lists[name])));
  });
  return hashOf([sortedSet(include), sortedSet(exclude), urls, sitemaps, depth]);
}

const sortedSet = (list: readonly string[]) => [...new Set(list)].sort();
const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

const WHOLE_KEY = scopeKey(WHOLE_SITE);
/** @returns whether a scope is the whole site */
export const isWholeSite = (scope: CrawlScope) => scopeKey(scope) === WHOLE_KEY;

/** Status of a crawl. */
export type CrawlStatus = 'queued' | 'crawling' | 'reporting' | 'done' | 'stopped';

/** Why a crawl ended before it had all pages. */
export type StopReason =
  | 'page_limit'
  | 'allowance'
  | 'cancelled'
  | 'blocked'
  | 'robots'
  | 'unreachable'
  | 'work_limit'
  /** All attempts to make its report have failed, so that nothing is known of its pages. */
  | 'report_failed';

/** Numbers by severity. */
export type SeverityCounts = Record<Severity, number>;

/** The values of a crawl that has ended, as lists of crawls contain them. */
export interface CrawlSummary {
  /** `pages.total` of its result; `null`: there is no report. */
  pages: number | null;
  /** Number of pages that were read. */
  read: number;
  health: number | null;
  /** Numbers of occurrences of issues; `null`: there is no report. */
  issues: SeverityCounts | null;
}

/** The head of a crawl. It does not contain the result, so that lists of crawls are short. */
export interface CrawlHeadItem extends CrawlKey {
  id: string;
  /** Absent: the operator's schedule started the crawl. */
  owner?: string;
  /** Requested page limit. */
  limit: number;
  /** Absent: the whole site. */
  scope?: CrawlScope;
  /** Absent: the default ones. */
  options?: CrawlOptions;
  /** Address that its end is sent to. */
  deliver?: string;
  /** Number of pages that the owner's allowance admits. */
  admitted: number;
  status: CrawlStatus;
  stop_reason?: StopReason;
  /** ISO 8601 times. */
  started_at: string;
  updated_at: string;
  /** Of a crawl in progress: time at which its message becomes due, or at which its report should be stored. */
  due_at?: string;
  /** Of a crawl whose report is being made: its owner has stopped it, so that a report that has failed is given up. */
  given_up?: true;
  /** Of a private crawl in progress: its encrypted credentials, which its end deletes. */
  credentials?: Uint8Array;
  finished_at?: string;
  /** Number of known addresses, and of requested ones, at `updated_at`. */
  found: number;
  fetched: number;
  /** Number of slices that have ended. */
  slices: number;
  /** The following members are set when the crawl ends. Number of items with rows. */
  chunks?: number;
  /** Every address within its scope that it found was requested. */
  complete?: boolean;
  unread?: readonly Unread[];
  summary?: CrawlSummary;
  /** Its links were deleted, since its owner has a newer crawl. */
  links_deleted?: true;
}

/** The audit of a domain: the head of the crawl, with its result. */
export interface AuditItem extends CrawlHeadItem {
  /** The `SiteResult` without its history, as compressed JSON. */
  result: Uint8Array;
  /** Its position among the crawls that may be the audit; see `auditRank`. */
  rank: string;
}

/** The outcome of one address. */
export interface CrawledPageItem extends CrawlKey, PageElements {
  /** The `CrawledPage` without anchors and resources, as compressed JSON. */
  page: Uint8Array;
  /** Seconds since the epoch. */
  expires_at: number;
}

/** The elements of a page that only its evidence needs. */
export interface PageElements {
  /** Its anchors as compressed JSON; absent if it has none, if they are elsewhere, or if they do not fit. */
  anchors?: Uint8Array;
  /** Its resources in the same way. */
  resources?: Uint8Array;
}

/** The elements of a page that has many: a crawl that continues does not read them. */
export interface ElementsItem extends CrawlKey, PageElements {
  /** Seconds since the epoch. */
  expires_at: number;
}

/** Returns a new id; ids sort by time. */
export function newCrawlId(now: number): string {
  return `${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}${randomBytes(4).toString('hex')}`;
}

/** Crawls that have ended, by id and so by time. */
export const HEADS = 'ended#';
export const headKey = (domain: string, id: string): CrawlKey => ({ domain, part: `${HEADS}${id}` });
export const resultKey = (domain: string, id: string): CrawlKey => ({ domain, part: `result#${id}` });

/**
 * What an answer without the id of a crawl needs, which one query reads, however many crawls are stored: the audit, the
 * history, the last crawl that has ended, and the crawls in progress, of which each owner has one at most.
 */
export const FRONT = 'front#';
export const auditKey = (domain: string): CrawlKey => ({ domain, part: `${FRONT}audit` });
export const historyKey = (domain: string): CrawlKey => ({ domain, part: `${FRONT}history` });
export const lastKey = (domain: string): CrawlKey => ({ domain, part: `${FRONT}last` });
export const IN_PROGRESS = `${FRONT}in-progress#`;
/** @param owner `null`: the operator's schedule, whose key no owner has */
export const inProgressKey = (domain: string, owner: string | null): CrawlKey => {
  return { domain, part: `${IN_PROGRESS}${owner ?? '#schedule'}` };
};
export const isInProgress = ({ part }: CrawlKey) => part.startsWith(IN_PROGRESS);

/** Times at which the last crawls of an owner ended, by scope, also of those that are stored no longer. */
export const endsKey = (domain: string, owner: string | null): CrawlKey => {
  return { domain, part: `ends#${owner ?? '#schedule'}` };
};

const pagePrefix = (id: string) => `visit#${id}#`;
const elementsPrefix = (id: string) => `elements#${id}#`;
const targetPrefix = (id: string) => `target#${id}#`;
const filesPrefix = (id: string) => `file#${id}#`;

/** Prefixes of the items that are not needed after the end of a crawl. */
export const temporaryPrefixes = (id: string) => [
  pagePrefix(id),
  elementsPrefix(id),
  targetPrefix(id),
  filesPrefix(id),
];

const sixDigits = (number: number) => String(number).padStart(6, '0');

/** Keys of the outcomes of a crawl, in the order of requests. */
export const pageKey = (domain: string, id: string, order: number): CrawlKey => ({
  domain,
  part: `${pagePrefix(id)}${sixDigits(order)}`,
});

/** @returns the number of an outcome in the order of requests */
export const orderOf = (part: string) => Number(part.slice(part.lastIndexOf('#') + 1));

/** Keys from this order on, to be used with BETWEEN. */
export const pagesFrom = (id: string, order: number) => ({
  first: pageKey('', id, order).part,
  last: `${pagePrefix(id)}~`,
});

/**
 * Key of the elements of a page. It contains a hash of the address, since two workers may store different pages under the
 * same number, of which the first one counts.
 */
export const elementsKey = (domain: string, id: string, order: number, url: string): CrawlKey => ({
  domain,
  part: `${elementsPrefix(id)}${sixDigits(order)}#${createHash('sha256').update(url).digest('base64url').slice(0, 8)}`,
});
export const elementsFrom = (id: string, order: number) => ({
  first: `${elementsPrefix(id)}${sixDigits(order)}`,
  last: `${elementsPrefix(id)}~`,
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

/** File of a crawl with the complete {@link AddressLists} of its scope. */
export const LISTS_FILE = 'lists';

/** Keys of the rows of an ended crawl. */
export const rowsPrefix = (id: string) => `rows#${id}#`;
export const rowsKey = (domain: string, id: string, chunk: number): CrawlKey => ({
  domain,
  part: `${rowsPrefix(id)}${sixDigits(chunk)}`,
});

/** Keys of the comparison of an ended crawl with the one before it, in parts that fit into items. */
export const comparisonPrefix = (id: string) => `comparison#${id}#`;
export const comparisonKey = (domain: string, id: string, part: number): CrawlKey => ({
  domain,
  part: `${comparisonPrefix(id)}${sixDigits(part)}`,
});

/**
 * Orders in which the evidence of a crawl is stored. `issues`: occurrences, issue by issue; `page-issues`: the same ones,
 * page by page; `links`: links, page by page; `target-links`: the same ones, target by target.
 */
export const EVIDENCE_ORDERS = ['issues', 'page-issues', 'links', 'target-links'] as const;
export type EvidenceOrder = (typeof EVIDENCE_ORDERS)[number];

/** Number of partitions over which the evidence of a crawl is distributed: each accepts 1,000 write units a second. */
const EVIDENCE_PARTITIONS = 8;

/**
 * Key of an item with rows of evidence. Its partition is not that of the domain, so that the end of a large crawl does not
 * use the write units of the domain's other items.
 */
export const evidenceKey = (domain: string, id: string, order: EvidenceOrder, chunk: number): CrawlKey => ({
  domain: evidencePartitions(domain, id)[chunk % EVIDENCE_PARTITIONS]!,
  part: `${order}#${sixDigits(chunk)}`,
});
export const evidencePartitions = (domain: string, id: string) =>
  Array.from({ length: EVIDENCE_PARTITIONS }, (_, partition) => `${domain}#${id}#${partition}`);
/** Items of the domain by which the rows of a crawl's evidence are found. */
export const evidencePrefix = (id: string) => `evidence#${id}#`;
export const directoryKey = (domain: string, id: string, order: EvidenceOrder): CrawlKey => ({
  domain,
  part: `${evidencePrefix(id)}${order}`,
});
/** Items with the numbers of pages by the hashes of their addresses. */
export const addressesKey = (domain: string, id: string, part: number): CrawlKey => ({
  domain,
  part: `${evidencePrefix(id)}addresses#${sixDigits(part)}`,
});

/** Items of the domain that state which items with rows of evidence are stored: without them, these could not be deleted. */
const REGISTRIES = 'evidence-stored#';
export const registriesPrefix = (id?: string) => (id === undefined ? REGISTRIES : `${REGISTRIES}${id}#`);
export const registryKey = (domain: string, id: string, order: EvidenceOrder): CrawlKey => ({
  domain,
  part: `${registriesPrefix(id)}${order}`,
});
/** @returns the id of the crawl, and the order, of a registry */
export function registryOf({ part }: CrawlKey): { id: string; order: EvidenceOrder } {
  const [id, order] = part.slice(REGISTRIES.length).split('#');
  return { id: id!, order: order as EvidenceOrder };
}

/** Prefixes of the items of a crawl that has ended, the head last. */
export const resultPrefixes = (id: string) => [
  ...[rowsPrefix(id), evidencePrefix(id), comparisonPrefix(id)],
  ...[`result#${id}`, `${HEADS}${id}`],
];

/** A result as it is stored: the history of the domain is stored once. */
export type StoredResult = Omit<SiteResult, 'history'>;

/** What is stored in its place if there is no report. */
export const NO_RESULT: { [Member in keyof StoredResult]: null } = {
  health: null,
  site_score: null,
  pages: null,
  issues: null,
  links: null,
  external: null,
  resources: null,
  depth: null,
  sitemap: null,
  duplicates: null,
  most_linked: null,
  skipped: null,
  changes: null,
};

/** Below DynamoDB's 400 KB for an item, with room for its other attributes. */
export const MAX_BYTES = 380_000;
/** Characters of JSON in an item of rows before compression; compressed, those of most sites are far below the limit. */
export const CHUNK_CHARACTERS = 1_000_000;
/** Options of the decompression of such an item, so that it is one buffer; by default, 16 KB are decompressed at a time. */
export const DECOMPRESSION = { chunkSize: 1.1 * CHUNK_CHARACTERS };
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

/**
 * @param result `null`: there is no report
 * @returns a result as compressed JSON that fits into an item: with fewer examples where addresses are very long
 */
export async function packResult(result: StoredResult | null): Promise<Uint8Array> {
  const packed = await compressRecord(JSON.stringify(result ?? NO_RESULT));
  if (!result || packed.length <= MAX_BYTES) return packed;
  return compressRecord(JSON.stringify(withFewerExamples(result)));
}

function withFewerExamples(result: StoredResult): StoredResult {
  const keep = <Kind extends { examples: unknown[] }>(of: Kind): Kind => ({
    ...of,
    examples: of.examples.slice(0, Math.ceil(of.examples.length * KEPT_EXAMPLES)),
  });
  const { issues, skipped, changes } = result;
  return { ...result, issues: issues.map(keep), skipped: skipped.map(keep), changes: changes && keep(changes) };
}
