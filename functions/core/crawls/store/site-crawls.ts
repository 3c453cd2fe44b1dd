import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync } from 'node:zlib';
import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import { compressRecord } from '../../platform/text/compress.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absent, absentOr, atMost, present, startsWith } from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import { deleteItem, getItem, putItem, queryItems, type Store, updateItem } from '../../platform/dynamodb/table.ts';
import { deleteFound } from '../../platform/dynamodb/many-items.ts';
import { createCrawlVisits, type CrawlVisits } from './crawl-visits.ts';
import { createEvidenceLists, deleteEvidence, deleteStrayEvidence, type EvidenceLists } from './evidence-lists.ts';
import { createIssueCounts, type IssueCounts } from './issue-counts.ts';
import { type EndedCrawl, endedItem, endedOf, headOf, type CrawlInProgress, inProgressOf } from './crawl-heads.ts';
import { auditRank, keptCrawls } from './kept-crawls.ts';
import { ANYBODY, isPrivate, isReadable, readableOf, SERVICE, seriesKey, type Viewer } from './private-crawls.ts';
import {
  auditKey,
  type AuditItem,
  type CrawlHeadItem,
  comparisonKey,
  comparisonPrefix,
  type CrawlName,
  type CrawlStatus,
  CRAWLS_KEY,
  DECOMPRESSION,
  endsKey,
  FRONT,
  headKey,
  HEADS,
  historyKey,
  IN_PROGRESS,
  isInProgress,
  lastKey,
  inProgressKey,
  MAX_BYTES,
  packResult,
  packRows,
  resultKey,
  resultPrefixes,
  rowsKey,
  rowsPrefix,
  type StopReason,
  type StoredResult,
  temporaryPrefixes,
} from './item.ts';

export type { EndedCrawl, CrawlInProgress } from './crawl-heads.ts';

/** A crawl in the history of its domain. */
export type HistoryEntry = SiteResult['history'][number];

/** A crawl that has ended, with its result. */
export interface ReportedCrawl extends EndedCrawl {
  /** The {@link StoredResult}, or {@link NO_RESULT}, as JSON text. */
  resultJson: string;
}

/** The crawls that an answer about a domain is made from. */
export interface CrawlsOfDomain {
  /** The crawl that the lists and the result of the site are read from; `null`: there is none. */
  audit: ReportedCrawl | null;
  /** The last crawl that has ended, of whatever scope and owner. */
  last: EndedCrawl | null;
  /** Those in progress, the oldest first; each owner has one at most. */
  inProgress: CrawlInProgress[];
  /** List of {@link HistoryEntry} as JSON text. */
  historyJson: string;
}

/** The outcome of a crawl. */
export interface CrawlOutcome extends Pick<EndedCrawl, 'stopReason' | 'isComplete' | 'unread' | 'summary' | 'status'> {
  /** `null`: there is no report. */
  result: StoredResult | null;
  rows: readonly SiteRow[];
  /** Its values in the history of the domain; absent: it does not describe the site. */
  entry?: HistoryEntry | undefined;
  /** Its comparison with the crawl before, as JSON text; absent: there is none. */
  comparison?: string | undefined;
  /** ISO 8601 time. */
  finishedAt: string;
}

interface NewCrawl
  extends CrawlName, Pick<CrawlInProgress, 'owner' | 'limit' | 'scope' | 'options' | 'admitted' | 'deliver'> {
  /** Encrypted credentials of a private crawl. */
  credentials?: Uint8Array | undefined;
}

interface ViewOptions {
  /** For whom private crawls are read; absent: none of them are. */
  viewer?: Viewer | undefined;
}

interface ReadOptions extends ViewOptions {
  /** A strongly consistent read, at twice the cost. */
  consistent?: boolean;
}

export interface SiteCrawls extends CrawlVisits, EvidenceLists {
  /** Reads what an answer needs with one query. */
  read(domain: string, options?: ReadOptions): Promise<CrawlsOfDomain>;
  /** @returns the crawl that is the audit of a domain; `null`: there is none */
  readAudit(domain: string, options?: ReadOptions): Promise<ReportedCrawl | null>;
  /** @returns all stored crawls of a domain that have ended, the newest first */
  list(domain: string, options?: ReadOptions): Promise<EndedCrawl[]>;
  /** @returns the crawls of a domain that are in progress, the oldest first, by a strongly consistent read */
  readInProgress(domain: string, options?: ViewOptions): Promise<CrawlInProgress[]>;
  /** @returns the encrypted credentials of a crawl in progress; `null`: it has none, or has ended */
  readCredentials(crawl: CrawlInProgress): Promise<Uint8Array | null>;
  /** @returns a crawl that has ended; `null`: it is not stored */
  readEnded(crawl: CrawlName, options?: ReadOptions): Promise<EndedCrawl | null>;
  /**
   * Reads when the last crawls of an owner ended, whatever their end, also of those that are stored no longer.
   *
   * @returns ISO 8601 times by `seriesKey`; scopes that were not crawled for long are left out
   */
  readEnds(domain: string, owner: string | null): Promise<Record<string, string>>;
  /** @returns the {@link StoredResult} of a crawl that has ended, or {@link NO_RESULT}, as JSON text */
  readResult(crawl: CrawlName): Promise<string>;
  /** @returns the rows of a crawl that has ended, in their order */
  readRows(crawl: CrawlName & Pick<EndedCrawl, 'chunks'>): Promise<SiteRow[]>;
  /** Returns the rows as `readRows` does, in parts, so that not all are in memory. */
  readRowParts(crawl: CrawlName & Pick<EndedCrawl, 'chunks'>): AsyncIterable<SiteRow[]>;
  /** @returns the comparison of an ended crawl with the one before it, as it was stored; `null`: there is none */
  readComparison(crawl: CrawlName): Promise<string | null>;
  /** Starts a crawl. @returns false if its owner has one of the domain in progress */
  begin(crawl: NewCrawl): Promise<boolean>;
  /**
   * Stores the progress of a crawl.
   *
   * @param nextInMs delay of its next message
   * @returns false if the crawl no longer exists: ended by another instance, or deleted
   */
  touch(
    crawl: CrawlInProgress,
    progress: Pick<CrawlInProgress, 'found' | 'fetched' | 'slices'>,
    nextInMs?: number,
  ): Promise<boolean>;
  /**
   * Stores that a crawl has requested its last address, and that its report is being made.
   *
   * @param stopReason why pages are missing; `null`: none are
   * @returns false if the crawl no longer exists: ended by another instance, or deleted
   */
  beginReport(
    crawl: CrawlInProgress,
    progress: Pick<CrawlInProgress, 'found' | 'fetched'>,
    stopReason: StopReason | null,
  ): Promise<boolean>;
  /** Stores the time at which the message of a crawl becomes due. */
  postpone(crawl: CrawlInProgress, dueAt: string): Promise<void>;
  /**
   * Stops a crawl before its next request. One whose report is being made has no further request; its report is given up
   * if it fails.
   *
   * @returns false if no crawl of this owner is in progress for the domain
   */
  cancel(domain: string, owner: string | null): Promise<boolean>;
  /**
   * Ends a crawl: stores its rows and its result, makes it the audit if it is the best one, and deletes the crawls that
   * are stored no longer. Calling it again for the same crawl is safe, but not concurrently. The caller holds the lease of
   * the domain, so that it is not deleted meanwhile.
   *
   * @returns false if the crawl no longer exists: ended by another instance, or deleted
   */
  end(crawl: CrawlInProgress, outcome: CrawlOutcome): Promise<boolean>;
  /** Deletes what a crawl that is not in progress stored after the deletion of its domain; nothing if it has ended. */
  discard(crawl: CrawlName): Promise<void>;
  /** Deletes all items of a domain's crawls; crawls in progress end before their next request. */
  deleteDomain(domain: string): Promise<void>;
}

/** The operations that endpoints need to read the audit, or another crawl. */
export type CrawlReader = Pick<
  SiteCrawls,
  'read' | 'readAudit' | 'readEnded' | 'readResult' | 'readRows' | 'readInProgress' | 'list'
>;

/** The operations that endpoints need to read the evidence of crawls. */
export type EvidenceReader = CrawlReader &
  Pick<
    SiteCrawls,
    'readRowParts' | 'readComparison' | 'readDirectory' | 'readEvidence' | 'readIssueTexts' | 'findNumbers'
  >;

/** Number of scopes of an owner of which the last end is stored: more than an owner has watches of one domain. */
const MAX_ENDS = 20;
/** Number of crawls in the history of a domain: a year of weekly crawls. */
const MAX_HISTORY = 52;

const isoTime = (time: number) => new Date(time).toISOString();

interface CrawlStore extends Store {
  counts: IssueCounts;
}

const queryPart = <Item = CrawlHeadItem>(store: Store, domain: string, prefix: string, consistent = false) =>
  queryItems<Item>(store, { domain, part: startsWith(prefix) }, { consistent });

async function read(
  store: Store,
  domain: string,
  { consistent, viewer = ANYBODY }: ReadOptions = {},
): Promise<CrawlsOfDomain> {
  const items = await queryPart(store, domain, FRONT, consistent);
  const itemOf = <Item>({ part }: { part: string }) =>
    items.find((item) => item.part === part) as unknown as Item | undefined;
  const audit = itemOf<AuditItem>(auditKey(domain));
  const history = itemOf<{ history: Uint8Array }>(historyKey(domain));
  const last = itemOf<CrawlHeadItem>(lastKey(domain));
  return {
    audit: audit ? reportedOf(audit) : null,
    last: last ? endedOf(last) : null,
    inProgress: await readableOf(crawlsInProgress(items), viewer),
    historyJson: history ? textOf(history.history) : '[]',
  };
}

async function readAudit(store: Store, domain: string, options?: ReadOptions): Promise<ReportedCrawl | null> {
  const item = await getItem<AuditItem>(store, auditKey(domain), options);
  return item ? reportedOf(item) : null;
}

async function list(
  store: Store,
  domain: string,
  { consistent, viewer = ANYBODY }: ReadOptions = {},
): Promise<EndedCrawl[]> {
  const ended = (await queryPart(store, domain, HEADS, consistent)).map(endedOf).reverse();
  return readableOf(ended, viewer);
}

async function readInProgress(
  store: Store,
  domain: string,
  { viewer = ANYBODY }: ViewOptions = {},
): Promise<CrawlInProgress[]> {
  return readableOf(crawlsInProgress(await queryPart(store, domain, IN_PROGRESS, true)), viewer);
}

async function readCredentials(store: Store, { domain, id, owner }: CrawlInProgress): Promise<Uint8Array | null> {
  const item = await getItem<CrawlHeadItem>(store, inProgressKey(domain, owner), { consistent: true });
  return item?.id === id ? (item.credentials ?? null) : null;
}

async function readEnded(
  store: Store,
  { domain, id }: CrawlName,
  { viewer = ANYBODY, ...options }: ReadOptions = {},
): Promise<EndedCrawl | null> {
  const item = await getItem<CrawlHeadItem>(store, headKey(domain, id), options);
  const ended = item && endedOf(item);
  return ended && (await isReadable(ended, viewer)) ? ended : null;
}

async function readEnds(store: Store, domain: string, owner: string | null, options?: ReadOptions) {
  const item = await getItem<{ ends: Uint8Array }>(store, endsKey(domain, owner), options);
  return item ? (JSON.parse(textOf(item.ends)) as Record<string, string>) : {};
}

async function readResult(store: Store, { domain, id }: CrawlName): Promise<string> {
  const readItem = (consistent: boolean) =>
    getItem<{ result: Uint8Array }>(store, resultKey(domain, id), { consistent });
  // It is written before the head, but an eventually consistent read may return the head earlier.
  const { result } = ((await readItem(false)) ?? (await readItem(true)))!;
  return (await decompress(result)).toString();
}

async function readRows(store: Store, crawl: CrawlName & Pick<EndedCrawl, 'chunks'>): Promise<SiteRow[]> {
  return (await Array.fromAsync(readRowParts(store, crawl))).flat();
}

async function* readRowParts(store: Store, { domain, id, chunks }: CrawlName & Pick<EndedCrawl, 'chunks'>) {
  type Chunk = { rows: Uint8Array };
  let found = chunks === 0 ? [] : await queryPart<Chunk>(store, domain, rowsPrefix(id));
  // As above.
  if (found.length < chunks) found = await queryPart<Chunk>(store, domain, rowsPrefix(id), true);
  for (const { rows } of found.slice(0, chunks))
    yield JSON.parse(brotliDecompressSync(rows, DECOMPRESSION).toString()) as SiteRow[];
}

interface ComparisonPart {
  bytes: Uint8Array;
  /** The number of parts. */
  parts: number;
}

async function writeComparison(store: Store, { domain, id }: CrawlName, text: string): Promise<void> {
  const bytes = await compressRecord(text);
  const parts = Math.ceil(bytes.length / MAX_BYTES);
  for (let part = 0; part < parts; part++) {
    const some = bytes.subarray(part * MAX_BYTES, (part + 1) * MAX_BYTES);
    await putItem(store, { ...comparisonKey(domain, id, part), bytes: some, parts });
  }
}

async function readComparison(store: Store, { domain, id }: CrawlName): Promise<string | null> {
  const found = await queryPart<ComparisonPart>(store, domain, comparisonPrefix(id));
  // An eventually consistent read may lack some of a crawl that has just ended.
  if (found.length === 0 || found.length < found[0]!.parts) return null;
  return (await decompress(Buffer.concat(found.map(({ bytes }) => bytes)))).toString();
}

function begin(store: Store, crawl: NewCrawl): Promise<boolean> {
  const time = isoTime(store.now());
  const item: CrawlHeadItem = {
    ...inProgressKey(crawl.domain, crawl.owner),
    ...headOf(crawl),
    ...(crawl.credentials && { credentials: crawl.credentials }),
    status: 'queued',
    found: 0,
    fetched: 0,
    slices: 0,
    started_at: time,
    updated_at: time,
    due_at: time,
  };
  return putItem(store, item, { when: { part: absent } });
}

const updateInProgress = (store: Store, { domain, id, owner }: CrawlInProgress, set: Partial<CrawlHeadItem>) =>
  updateItem(store, inProgressKey(domain, owner), { set, when: { id } });

function touch(
  store: Store,
  crawl: CrawlInProgress,
  { found, fetched, slices }: Pick<CrawlInProgress, 'found' | 'fetched' | 'slices'>,
  nextInMs = 0,
): Promise<boolean> {
  const times = { updated_at: isoTime(store.now()), due_at: isoTime(store.now() + nextInMs) };
  return updateInProgress(store, crawl, { status: 'crawling', found, fetched, slices, ...times });
}

function beginReport(
  store: Store,
  crawl: CrawlInProgress,
  { found, fetched }: Pick<CrawlInProgress, 'found' | 'fetched'>,
  stopReason: StopReason | null,
): Promise<boolean> {
  const time = isoTime(store.now());
  const times = { updated_at: time, due_at: time };
  const reason = stopReason === null ? {} : { stop_reason: stopReason };
  return updateInProgress(store, crawl, { status: 'reporting', found, fetched, ...times, ...reason });
}

async function postpone(store: Store, crawl: CrawlInProgress, dueAt: string): Promise<void> {
  await updateInProgress(store, crawl, { due_at: dueAt });
}

async function cancel(store: Store, domain: string, owner: string | null): Promise<boolean> {
  const key = inProgressKey(domain, owner);
  const isReporting = { status: 'reporting' satisfies CrawlStatus };
  if (await updateItem(store, key, { set: { given_up: true }, when: isReporting })) return true;
  return updateItem(store, key, { set: { stop_reason: 'cancelled' }, when: { part: present } });
}

async function writeRows(store: Store, { domain, id }: CrawlName, rows: readonly SiteRow[]): Promise<number> {
  const chunks = await packRows(rows);
  for (const [chunk, packed] of chunks.entries()) await putItem(store, { ...rowsKey(domain, id, chunk), rows: packed });
  return chunks.length;
}

async function writeAudit(store: Store, crawl: EndedCrawl, result: Uint8Array): Promise<void> {
  const rank = auditRank(crawl);
  if (rank === null) return;
  const item = { ...endedItem(auditKey(crawl.domain), crawl), result, rank } satisfies AuditItem;
  await putItem(store, item, { when: { rank: absentOr(atMost(rank)) } });
}

async function addToHistory(store: Store, domain: string, entry: HistoryEntry): Promise<void> {
  const item = await getItem<{ history: Uint8Array }>(store, historyKey(domain), { consistent: true });
  const stored = item ? (JSON.parse(textOf(item.history)) as HistoryEntry[]) : [];
  const others = stored.filter(({ crawl_id }) => crawl_id !== entry.crawl_id);
  const history = await compressRecord(JSON.stringify([...others, entry].slice(-MAX_HISTORY)));
  await putItem(store, { ...historyKey(domain), history });
}

async function addEnd(store: Store, crawl: CrawlInProgress, finishedAt: string): Promise<void> {
  const { domain, owner } = crawl;
  const key = seriesKey(crawl);
  const { [key]: _, ...others } = await readEnds(store, domain, owner, { consistent: true });
  const latest = [...Object.entries(others), [key, finishedAt]].slice(-MAX_ENDS);
  const packed = await compressRecord(JSON.stringify(Object.fromEntries(latest)));
  await putItem(store, { ...endsKey(domain, owner), ends: packed });
}

async function deleteParts(store: Store, domain: string, prefixes: string[]): Promise<void> {
  for (const prefix of prefixes) await deleteFound(store, CRAWLS_KEY, { domain, part: startsWith(prefix) });
}

async function deleteResult(store: Store, domain: string, id: string): Promise<void> {
  await deleteEvidence(store, domain, id);
  await deleteParts(store, domain, resultPrefixes(id));
}

/** Deletes the crawls of a domain that are stored no longer, and the links of those that keep none. */
async function deleteOld(store: Store, domain: string): Promise<void> {
  const ended = await list(store, domain, { consistent: true, viewer: SERVICE });
  const audit = await getItem<AuditItem>(store, auditKey(domain), { consistent: true });
  const kept = keptCrawls(ended, audit?.id ?? null);
  for (const { id, hasLinks } of ended) {
    if (!kept.crawls.has(id)) {
      await deleteResult(store, domain, id);
    } else if (hasLinks && !kept.links.has(id)) {
      // First the links, so that the next end deletes them again if this one is interrupted.
      await deleteEvidence(store, domain, id, ['links', 'target-links']);
      await updateItem(store, headKey(domain, id), { set: { links_deleted: true }, when: { part: present } });
    }
  }
}

async function end(
  store: CrawlStore,
  crawl: CrawlInProgress,
  { result, rows, entry, comparison, ...outcome }: CrawlOutcome,
): Promise<boolean> {
  const { domain, id } = crawl;
  const inProgress = await readInProgress(store, domain, { viewer: SERVICE });
  if (!inProgress.some((one) => one.id === id)) {
    await discard(store, crawl);
    return false;
  }
  const chunks = await writeRows(store, crawl, rows);
  const ended: EndedCrawl = { ...crawl, ...outcome, chunks, hasLinks: true };
  const packed = await packResult(result);
  await putItem(store, { ...resultKey(domain, id), result: packed });
  // An attempt that was interrupted may have stored another one.
  await deleteParts(store, domain, [comparisonPrefix(id)]);
  if (comparison !== undefined) await writeComparison(store, crawl, comparison);
  await putItem(store, endedItem(headKey(domain, id), ended));
  if (!isPrivate(ended)) await putItem(store, endedItem(lastKey(domain), ended));
  await writeAudit(store, ended, packed);
  if (entry) {
    await addToHistory(store, domain, entry);
    await store.counts.write(crawl, entry.issues);
  }
  await addEnd(store, crawl, outcome.finishedAt);
  await deleteItem(store, inProgressKey(domain, crawl.owner), { id });
  await deleteOld(store, domain);
  return true;
}

async function discard(store: Store, { domain, id }: CrawlName): Promise<void> {
  const head = await getItem(store, headKey(domain, id), { consistent: true });
  if (head) return;
  await deleteParts(store, domain, temporaryPrefixes(id));
  await deleteResult(store, domain, id);
  await deleteStrayEvidence(store, { domain, id });
}

async function deleteDomain(store: Store, domain: string): Promise<void> {
  // First, so that a crawl, which checks before each request whether it still exists, adds no further page.
  await deleteParts(store, domain, [IN_PROGRESS]);
  await deleteEvidence(store, domain);
  await deleteFound(store, CRAWLS_KEY, { domain });
}

const functions = {
  read,
  readAudit,
  list,
  readInProgress,
  readCredentials,
  readEnded,
  readEnds,
  readResult,
  readRows,
  readRowParts,
  readComparison,
  begin,
  touch,
  beginReport,
  postpone,
  cancel,
  end,
  discard,
  deleteDomain,
};

/**
 * The `SiteCrawls` table: partition key `domain`, sort key `part`, TTL on items that ended crawls do not need. Endpoints
 * load this file for stored answers, so that it imports little.
 */
export function createSiteCrawls(db: DynamoDB, table: string, now: () => number): SiteCrawls {
  const store = { db, table, now, counts: createIssueCounts(db, table) };
  const visits = createCrawlVisits(db, table, now);
  return { ...visits, ...createEvidenceLists({ db, table }), ...bindStore(store, functions) };
}

const decompress = promisify(brotliDecompress);
const textOf = (compressed: Uint8Array) => brotliDecompressSync(compressed).toString();
const reportedOf = (item: AuditItem): ReportedCrawl => ({ ...endedOf(item), resultJson: textOf(item.result) });

function crawlsInProgress(items: readonly CrawlHeadItem[]): CrawlInProgress[] {
  const inProgress = items.filter(isInProgress).map(inProgressOf);
  return inProgress.sort((one, other) => (one.id < other.id ? -1 : 1));
}
