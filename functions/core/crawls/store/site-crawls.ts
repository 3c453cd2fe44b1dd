import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync } from 'node:zlib';
import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import { compressRecord } from '../../platform/text/compress.ts';
import { type DynamoDB, ifConditionHolds, inPartition, type UpdateInput } from '../../platform/dynamodb/dynamodb.ts';
import { deletePartition, queryItems } from '../../platform/dynamodb/many-items.ts';
import { createCrawlVisits, type CrawlVisits } from './crawl-visits.ts';
import { createEvidenceLists, type EvidenceLists } from './evidence-lists.ts';
import { createIssueCounts } from './issue-counts.ts';
import { type EndedCrawl, endedItem, endedOf, headOf, type CrawlInProgress, inProgressOf } from './crawl-heads.ts';
import { auditRank, keptCrawls } from './kept-crawls.ts';
import {
  auditKey,
  type AuditItem,
  type CrawlHeadItem,
  type CrawlName,
  endsKey,
  FRONT,
  headKey,
  HEADS,
  historyKey,
  IN_PROGRESS,
  isInProgress,
  lastKey,
  linksPrefix,
  inProgressKey,
  packResult,
  packRows,
  resultKey,
  resultPrefixes,
  rowsKey,
  rowsPrefix,
  scopeKey,
  type StoredResult,
  temporaryPrefixes,
} from './item.ts';

export type { EndedCrawl, CrawlInProgress } from './crawl-heads.ts';

/** A crawl in the history of its domain. */
export type HistoryEntry = SiteResult['history'][number];

/** A crawl that has ended, with its result. */
export interface ReportedCrawl extends EndedCrawl {
  /** The {@link StoredResult} as JSON text. */
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
  result: StoredResult;
  rows: SiteRow[];
  /** Its values in the history of the domain; absent: it does not describe the site. */
  entry?: HistoryEntry | undefined;
  /** ISO 8601 time. */
  finishedAt: string;
}

type NewCrawl = CrawlName & Pick<CrawlInProgress, 'owner' | 'limit' | 'scope' | 'options' | 'admitted' | 'deliver'>;

interface ReadOptions {
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
  readInProgress(domain: string): Promise<CrawlInProgress[]>;
  /** @returns a crawl that has ended; `null`: it is not stored */
  readEnded(crawl: CrawlName, options?: ReadOptions): Promise<EndedCrawl | null>;
  /**
   * Reads when the last crawls of an owner ended, whatever their end, also of those that are stored no longer.
   *
   * @returns ISO 8601 times by the key of the scope (`scopeKey`); scopes that were not crawled for long are left out
   */
  readEnds(domain: string, owner: string | null): Promise<Record<string, string>>;
  /** @returns the {@link StoredResult} of a crawl that has ended, as JSON text */
  readResult(crawl: CrawlName): Promise<string>;
  /** @returns the rows of a crawl that has ended, in their order */
  readRows(crawl: CrawlName & Pick<EndedCrawl, 'chunks'>): Promise<SiteRow[]>;
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
  /** Stores the time at which the resent message of a crawl becomes due. */
  postpone(crawl: CrawlInProgress, dueAt: string): Promise<void>;
  /**
   * Stops a crawl before its next request.
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
export type EvidenceReader = CrawlReader & Pick<SiteCrawls, 'readEvidenceIndex' | 'readEvidence'>;

/** Number of scopes of an owner of which the last end is stored: more than an owner has watches of one domain. */
const MAX_ENDS = 20;
/** Number of crawls in the history of a domain: a year of weekly crawls. */
const MAX_HISTORY = 52;

/**
 * The `SiteCrawls` table: partition key `domain`, sort key `part`, TTL on items that ended crawls do not need. Endpoints
 * load this file for stored answers, so that it imports little.
 */
export function createSiteCrawls(db: DynamoDB, table: string, now: () => number): SiteCrawls {
  const TableName = table;
  const timeNow = () => new Date(now()).toISOString();
  const counts = createIssueCounts(db, table);

  const query = async <Item = CrawlHeadItem>(domain: string, prefix: string, consistent = false) => {
    const found = queryItems(db, {
      TableName,
      ...inPartition({ domain }, { part: prefix }),
      ConsistentRead: consistent,
    });
    return (await found) as unknown as Item[];
  };

  const updateInProgress = ({ domain, id, owner }: CrawlInProgress, input: Omit<UpdateInput, 'TableName' | 'Key'>) =>
    ifConditionHolds(
      db.update({
        ...{ TableName, Key: inProgressKey(domain, owner), ConditionExpression: 'id = :id', ...input },
        ExpressionAttributeValues: { ...input.ExpressionAttributeValues, ':id': id },
      }),
    );

  async function writeRows({ domain, id }: CrawlName, rows: SiteRow[]): Promise<number> {
    const chunks = await packRows(rows);
    for (const [chunk, packed] of chunks.entries()) {
      const Item = { ...rowsKey(domain, id, chunk), rows: packed };
      await db.put({ TableName, Item });
    }
    return chunks.length;
  }

  async function deleteParts(domain: string, prefixes: string[]): Promise<void> {
    const partition = { table, partitionKey: 'domain', sortKey: 'part', value: domain };
    for (const prefix of prefixes) await deletePartition(db, { ...partition, prefix });
  }

  async function writeAudit(crawl: EndedCrawl, result: Uint8Array): Promise<void> {
    const rank = auditRank(crawl);
    if (rank === null) return;
    const Item = { ...endedItem(auditKey(crawl.domain), crawl), result, rank } satisfies AuditItem;
    const put = db.put({
      ...{ TableName, Item },
      ConditionExpression: 'attribute_not_exists(#rank) OR #rank <= :rank',
      ExpressionAttributeNames: { '#rank': 'rank' },
      ExpressionAttributeValues: { ':rank': rank },
    });
    await ifConditionHolds(put);
  }

  async function addToHistory(domain: string, entry: HistoryEntry): Promise<void> {
    const { Item } = await db.get({ TableName, Key: historyKey(domain), ConsistentRead: true });
    const stored = Item ? (JSON.parse(textOf(Item.history as Uint8Array)) as HistoryEntry[]) : [];
    const others = stored.filter(({ crawl_id }) => crawl_id !== entry.crawl_id);
    const history = await compressRecord(JSON.stringify([...others, entry].slice(-MAX_HISTORY)));
    await db.put({ TableName, Item: { ...historyKey(domain), history } });
  }

  async function addEnd({ domain, owner, scope }: CrawlInProgress, finishedAt: string): Promise<void> {
    const Key = endsKey(domain, owner);
    const key = scopeKey(scope);
    const { [key]: _, ...others } = ends(await db.get({ TableName, Key, ConsistentRead: true }));
    const latest = [...Object.entries(others), [key, finishedAt]].slice(-MAX_ENDS);
    const packed = await compressRecord(JSON.stringify(Object.fromEntries(latest)));
    await db.put({ TableName, Item: { ...Key, ends: packed } });
  }

  /** Deletes the crawls of a domain that are stored no longer, and the links of those that keep none. */
  async function deleteOld(domain: string): Promise<void> {
    const ended = await crawls.list(domain, { consistent: true });
    const { Item: audit } = await db.get({ TableName, Key: auditKey(domain), ConsistentRead: true });
    const kept = keptCrawls(ended, (audit?.id as string | undefined) ?? null);
    for (const { id, hasLinks } of ended) {
      if (!kept.crawls.has(id)) {
        await deleteParts(domain, resultPrefixes(id));
      } else if (hasLinks && !kept.links.has(id)) {
        // First the links, so that the next end deletes them again if this one is interrupted.
        await deleteParts(domain, [linksPrefix(id)]);
        const update = db.update({
          ...{ TableName, Key: headKey(domain, id), UpdateExpression: 'SET links_deleted = :yes' },
          ConditionExpression: 'attribute_exists(part)',
          ExpressionAttributeValues: { ':yes': true },
        });
        await ifConditionHolds(update);
      }
    }
  }

  const crawls: SiteCrawls = {
    ...createCrawlVisits(db, table, now),
    ...createEvidenceLists(db, table),

    async read(domain, { consistent = false } = {}) {
      const items = await query(domain, FRONT, consistent);
      const itemOf = <Item>({ part }: { part: string }) =>
        items.find((item) => item.part === part) as unknown as Item | undefined;
      const audit = itemOf<AuditItem>(auditKey(domain));
      const history = itemOf<{ history: Uint8Array }>(historyKey(domain));
      const last = itemOf<CrawlHeadItem>(lastKey(domain));
      return {
        audit: audit ? reportedOf(audit) : null,
        last: last ? endedOf(last) : null,
        inProgress: crawlsInProgress(items),
        historyJson: history ? textOf(history.history) : '[]',
      };
    },

    async readAudit(domain, { consistent = false } = {}) {
      const { Item } = await db.get({ TableName, Key: auditKey(domain), ConsistentRead: consistent });
      return Item ? reportedOf(Item as AuditItem) : null;
    },

    async list(domain, { consistent = false } = {}) {
      const heads = await query(domain, HEADS, consistent);
      return heads.map(endedOf).reverse();
    },

    async readInProgress(domain) {
      return crawlsInProgress(await query(domain, IN_PROGRESS, true));
    },

    async readEnded({ domain, id }, { consistent = false } = {}) {
      const { Item } = await db.get({ TableName, Key: headKey(domain, id), ConsistentRead: consistent });
      return Item ? endedOf(Item as CrawlHeadItem) : null;
    },

    readEnds: async (domain, owner) => ends(await db.get({ TableName, Key: endsKey(domain, owner) })),

    async readResult({ domain, id }) {
      const Key = resultKey(domain, id);
      // It is written before the head, but an eventually consistent read may return the head earlier.
      const { Item } = await db.get({ TableName, Key });
      const found = Item ?? (await db.get({ TableName, Key, ConsistentRead: true })).Item;
      return (await decompress(found!.result as Uint8Array)).toString();
    },

    async readRows({ domain, id, chunks }) {
      let found = chunks === 0 ? [] : await query<{ rows: Uint8Array }>(domain, rowsPrefix(id));
      // As above.
      if (found.length < chunks) found = await query(domain, rowsPrefix(id), true);
      return found.slice(0, chunks).flatMap(({ rows }) => JSON.parse(textOf(rows)) as SiteRow[]);
    },

    async begin(crawl) {
      const time = timeNow();
      const Item: CrawlHeadItem = {
        ...inProgressKey(crawl.domain, crawl.owner),
        ...headOf(crawl),
        ...{ status: 'queued', found: 0, fetched: 0, slices: 0 },
        ...{ started_at: time, updated_at: time, due_at: time },
      };
      const put = db.put({ TableName, Item, ConditionExpression: 'attribute_not_exists(part)' });
      return (await ifConditionHolds(put)) !== null;
    },

    async touch(crawl, { found, fetched, slices }, nextInMs = 0) {
      const touched = await updateInProgress(crawl, {
        UpdateExpression:
          'SET #status = :status, #found = :found, fetched = :fetched, slices = :slices, updated_at = :time, due_at = :due',
        ExpressionAttributeNames: { '#status': 'status', '#found': 'found' },
        ExpressionAttributeValues: {
          ...{ ':status': 'crawling', ':found': found, ':fetched': fetched, ':slices': slices },
          ...{ ':time': timeNow(), ':due': new Date(now() + nextInMs).toISOString() },
        },
      });
      return touched !== null;
    },

    async postpone(crawl, dueAt) {
      await updateInProgress(crawl, {
        UpdateExpression: 'SET due_at = :due',
        ExpressionAttributeValues: { ':due': dueAt },
      });
    },

    async cancel(domain, owner) {
      const update = db.update({
        ...{ TableName, Key: inProgressKey(domain, owner), UpdateExpression: 'SET stop_reason = :reason' },
        ConditionExpression: 'attribute_exists(part)',
        ExpressionAttributeValues: { ':reason': 'cancelled' },
      });
      return (await ifConditionHolds(update)) !== null;
    },

    async end(crawl, { result, rows, entry, ...outcome }) {
      const { domain, id } = crawl;
      const inProgress = await crawls.readInProgress(domain);
      if (!inProgress.some((one) => one.id === id)) {
        await crawls.discard(crawl);
        return false;
      }
      const chunks = await writeRows(crawl, rows);
      const ended: EndedCrawl = { ...crawl, ...outcome, chunks, hasLinks: true };
      const packed = await packResult(result);
      await db.put({ TableName, Item: { ...resultKey(domain, id), result: packed } });
      await db.put({ TableName, Item: endedItem(headKey(domain, id), ended) });
      await db.put({ TableName, Item: endedItem(lastKey(domain), ended) });
      await writeAudit(ended, packed);
      if (entry) {
        await addToHistory(domain, entry);
        await counts.write(crawl, entry.issues);
      }
      await addEnd(crawl, outcome.finishedAt);
      const remove = db.delete({
        ...{ TableName, Key: inProgressKey(domain, crawl.owner), ConditionExpression: 'id = :id' },
        ExpressionAttributeValues: { ':id': id },
      });
      await ifConditionHolds(remove);
      await deleteOld(domain);
      return true;
    },

    async discard({ domain, id }) {
      const { Item: head } = await db.get({ TableName, Key: headKey(domain, id), ConsistentRead: true });
      if (!head) await deleteParts(domain, [...temporaryPrefixes(id), ...resultPrefixes(id)]);
    },

    async deleteDomain(domain) {
      // First, so that a crawl, which checks before each request whether it still exists, adds no further page.
      await deleteParts(domain, [IN_PROGRESS]);
      await deletePartition(db, { table, partitionKey: 'domain', sortKey: 'part', value: domain });
    },
  };
  return crawls;
}

function ends({ Item }: { Item?: Record<string, unknown> | undefined }): Record<string, string> {
  return Item ? (JSON.parse(textOf(Item.ends as Uint8Array)) as Record<string, string>) : {};
}

const decompress = promisify(brotliDecompress);
const textOf = (compressed: Uint8Array) => brotliDecompressSync(compressed).toString();
const reportedOf = (item: AuditItem): ReportedCrawl => ({ ...endedOf(item), resultJson: textOf(item.result) });

function crawlsInProgress(items: readonly CrawlHeadItem[]): CrawlInProgress[] {
  const inProgress = items.filter(isInProgress).map(inProgressOf);
  return inProgress.sort((one, other) => (one.id < other.id ? -1 : 1));
}
