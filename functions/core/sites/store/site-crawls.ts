import { brotliDecompressSync } from 'node:zlib';
import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import { type DynamoDB, ifConditionHolds, inPartition, type UpdateInput } from '../../platform/dynamodb/dynamodb.ts';
import { deletePartition, queryItems } from '../../platform/dynamodb/many-items.ts';
import { createCrawlVisits, type CrawlVisits } from './crawl-visits.ts';
import { createEvidenceLists, type EvidenceLists } from './evidence-lists.ts';
import { createIssueCounts } from './issue-counts.ts';
import {
  type CrawlHeadItem,
  type CrawlName,
  type CrawlSettings,
  type CrawlStatus,
  endedKey,
  HEADS,
  isOpen,
  openKey,
  packResult,
  packRows,
  resultPrefixes,
  rowsKey,
  rowsPrefix,
  type StopReason,
  temporaryPrefixes,
  type Unread,
} from './item.ts';

/** Number of ended crawls of a domain that are stored. */
export const KEPT_CRAWLS = 2;

/** A crawl that is in progress. */
export interface OpenCrawl extends CrawlName {
  /** `null`: the operator's schedule started the crawl. */
  owner: string | null;
  /** Requested page limit. */
  pageLimit: number;
  /** Absent: the whole site. */
  settings?: CrawlSettings | undefined;
  /** Address that its end is sent to. */
  deliver?: string | undefined;
  /** Number of pages that the owner's allowance admits. */
  admitted: number;
  status: CrawlStatus;
  /** Why the crawl stops, or has stopped, before it had all pages; `null`: it does not. */
  stopReason: StopReason | null;
  /** ISO 8601 times. */
  startedAt: string;
  updatedAt: string;
  /** Time at which its message becomes due. */
  dueAt: string;
  /** Number of known addresses, and of requested ones. */
  found: number;
  fetched: number;
  /** Number of slices that have ended. */
  slices: number;
}

/** A crawl that has ended. */
export interface EndedCrawl extends OpenCrawl {
  /** ISO 8601 time. */
  finishedAt: string;
  /** The `SiteResult` as JSON text. */
  resultJson: string;
  /** Number of items with rows. */
  chunks: number;
  /** What it does not know completely; absent: an earlier version has stored the crawl. */
  unread?: readonly Unread[] | undefined;
}

/** The crawls of a domain. */
export interface CrawlsOfDomain {
  /** The one that is in progress. */
  open: OpenCrawl | null;
  /** Those that have ended, the newest first. */
  ended: EndedCrawl[];
}

/** The outcome of a crawl. */
export interface CrawlOutcome {
  /** `null`: the crawl has all pages. */
  stopReason: StopReason | null;
  result: SiteResult;
  rows: SiteRow[];
  /** What the crawl does not know completely. */
  unread?: readonly Unread[];
  /** Numbers of affected pages by issue; absent: the crawl does not describe the site. */
  issueCounts?: Record<string, number>;
  /** ISO 8601 time; default: now. */
  finishedAt?: string;
}

export interface SiteCrawls extends CrawlVisits, EvidenceLists {
  /** Reads the crawls of a domain with one query. `consistent`: a strongly consistent read, at twice the cost. */
  read(domain: string, options?: { consistent?: boolean }): Promise<CrawlsOfDomain>;
  /** @returns the crawl of a domain that is in progress, by a strongly consistent read */
  readOpen(domain: string): Promise<OpenCrawl | null>;
  /** @returns the rows of a crawl that has ended, in their order */
  readRows(crawl: CrawlName & Pick<EndedCrawl, 'chunks'>): Promise<SiteRow[]>;
  /** Starts a crawl. @returns false if one of the domain is in progress */
  begin(
    crawl: CrawlName &
      Pick<OpenCrawl, 'owner' | 'pageLimit' | 'settings' | 'admitted'> &
      Pick<Partial<OpenCrawl>, 'deliver'>,
  ): Promise<boolean>;
  /**
   * Stores the progress of a crawl.
   *
   * @param nextInMs delay of its next message
   * @returns false if the crawl no longer exists: ended by another instance, or deleted
   */
  touch(
    crawl: CrawlName,
    progress: Pick<OpenCrawl, 'found' | 'fetched' | 'slices'>,
    nextInMs?: number,
  ): Promise<boolean>;
  /** Stores the time at which the resent message of a crawl becomes due. */
  postpone(crawl: CrawlName, dueAt: string): Promise<void>;
  /**
   * Stops a crawl before its next request.
   *
   * @param owner required owner; `null`: any
   * @returns false if no crawl of this owner is in progress for the domain
   */
  cancel(domain: string, owner: string | null): Promise<boolean>;
  /**
   * Ends a crawl: stores its rows and its result, and deletes all but one of the domain's older crawls. Calling it again
   * for the same crawl is safe, but not concurrently. A domain that is deleted meanwhile stays deleted.
   *
   * @returns false if the crawl no longer exists: ended by another instance, or deleted
   */
  end(crawl: OpenCrawl, outcome: CrawlOutcome): Promise<boolean>;
  /** Deletes what a crawl that is not in progress stored after the deletion of its domain; nothing if it has a result. */
  discard(crawl: CrawlName): Promise<void>;
  /** Deletes all items of a domain's crawls; a crawl in progress ends before its next request. */
  deleteDomain(domain: string): Promise<void>;
}

/** The operations that endpoints need to read crawls. */
export type CrawlReader = Pick<SiteCrawls, 'read' | 'readOpen' | 'readRows'>;

/** The operations that endpoints need to read the evidence of crawls. */
export type EvidenceReader = Pick<SiteCrawls, 'read' | 'readEvidenceIndex' | 'readEvidence'>;

/**
 * The `SiteCrawls` table: partition key `domain`, sort key `part`, TTL on items that ended crawls do not need. Endpoints
 * load this file for stored answers, so that it imports little.
 */
export function createSiteCrawls(db: DynamoDB, table: string, now: () => number): SiteCrawls {
  const TableName = table;
  const timeNow = () => new Date(now()).toISOString();
  const counts = createIssueCounts(db, table);

  const query = (domain: string, prefix: string, { newestFirst = false, consistent = false } = {}) =>
    queryItems(db, {
      TableName,
      ...inPartition({ domain }, { part: prefix }),
      ConsistentRead: consistent,
      ScanIndexForward: !newestFirst,
    });

  const updateOpen = (domain: string, input: Omit<UpdateInput, 'TableName' | 'Key'>) =>
    ifConditionHolds(db.update({ TableName, Key: openKey(domain), ...input }));

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

  /** Deletes crawls with their results. */
  async function deleteEnded(crawls: CrawlName[]): Promise<void> {
    for (const { domain, id } of crawls) await deleteParts(domain, resultPrefixes(id));
  }

  const crawls: SiteCrawls = {
    ...createCrawlVisits(db, table, now),
    ...createEvidenceLists(db, table),

    async read(domain, { consistent = false } = {}) {
      const heads = (await query(domain, HEADS, { newestFirst: true, consistent })) as unknown as CrawlHeadItem[];
      const open = heads.find(isOpen);
      const ended = heads.filter((item) => item !== open);
      return { open: open ? openOf(open) : null, ended: ended.map(endedOf) };
    },

    async readOpen(domain) {
      const { Item } = await db.get({ TableName, Key: openKey(domain), ConsistentRead: true });
      return Item ? openOf(Item as CrawlHeadItem) : null;
    },

    async readRows({ domain, id, chunks }) {
      let found = chunks === 0 ? [] : await query(domain, rowsPrefix(id));
      // Rows are written before the head, but an eventually consistent read may return the head earlier.
      if (found.length < chunks) found = await query(domain, rowsPrefix(id), { consistent: true });
      return found.slice(0, chunks).flatMap(({ rows }) => JSON.parse(textOf(rows as Uint8Array)) as SiteRow[]);
    },

    async begin({ domain, id, owner, pageLimit, settings, deliver, admitted }) {
      const time = timeNow();
      const Item: CrawlHeadItem = {
        ...openKey(domain),
        ...{ id, page_limit: pageLimit, admitted, status: 'queued', found: 0, fetched: 0, slices: 0 },
        ...{ started_at: time, updated_at: time, due_at: time },
        ...(owner !== null && { owner }),
        ...(settings && { settings }),
        ...(deliver !== undefined && { deliver }),
      };
      const put = db.put({ TableName, Item, ConditionExpression: 'attribute_not_exists(part)' });
      return (await ifConditionHolds(put)) !== null;
    },

    async touch({ domain, id }, { found, fetched, slices }, nextInMs = 0) {
      const touched = await updateOpen(domain, {
        UpdateExpression:
          'SET #status = :status, #found = :found, fetched = :fetched, slices = :slices, updated_at = :time, due_at = :due',
        ConditionExpression: 'id = :id',
        ExpressionAttributeNames: { '#status': 'status', '#found': 'found' },
        ExpressionAttributeValues: {
          ...{ ':status': 'crawling', ':found': found, ':fetched': fetched, ':slices': slices },
          ...{ ':time': timeNow(), ':due': new Date(now() + nextInMs).toISOString(), ':id': id },
        },
      });
      return touched !== null;
    },

    async postpone({ domain, id }, dueAt) {
      await updateOpen(domain, {
        UpdateExpression: 'SET due_at = :due',
        ConditionExpression: 'id = :id',
        ExpressionAttributeValues: { ':due': dueAt, ':id': id },
      });
    },

    async cancel(domain, owner) {
      const cancelled = await updateOpen(domain, {
        UpdateExpression: 'SET stop_reason = :reason',
        ...(owner === null
          ? {
              ConditionExpression: 'attribute_exists(part)',
              ExpressionAttributeValues: { ':reason': 'cancelled' },
            }
          : {
              ConditionExpression: '#owner = :owner',
              ExpressionAttributeNames: { '#owner': 'owner' },
              ExpressionAttributeValues: { ':reason': 'cancelled', ':owner': owner },
            }),
      });
      return cancelled !== null;
    },

    async end(crawl, { stopReason, result, rows, unread, issueCounts, finishedAt = timeNow() }) {
      const { domain, id } = crawl;
      const chunks = await writeRows(crawl, rows);
      const head: CrawlHeadItem = {
        ...endedKey(domain, id),
        ...{ id, page_limit: crawl.pageLimit, admitted: crawl.admitted },
        ...{ found: crawl.found, fetched: crawl.fetched, slices: crawl.slices },
        ...{ status: endStatus(stopReason), started_at: crawl.startedAt },
        ...{ updated_at: finishedAt, finished_at: finishedAt },
        ...(crawl.owner !== null && { owner: crawl.owner }),
        ...(crawl.settings && { settings: crawl.settings }),
        ...(stopReason !== null && { stop_reason: stopReason }),
        ...(unread && { unread }),
        result: await packResult(result),
        chunks,
      };
      const { Attributes: before } = await db.put({ TableName, Item: head, ReturnValues: 'ALL_OLD' });
      if (issueCounts) await counts.write(crawl, issueCounts);
      const remove = db.delete({
        TableName,
        Key: openKey(domain),
        ConditionExpression: 'id = :id',
        ExpressionAttributeValues: { ':id': id },
      });
      if (!(await ifConditionHolds(remove))) {
        // If another instance has ended the crawl, its result stays; if the domain was deleted, the new items are deleted.
        if (!before) await Promise.all([deleteEnded([crawl]), counts.remove(crawl)]);
        return false;
      }
      const { ended } = await crawls.read(domain, { consistent: true });
      await deleteEnded(ended.slice(KEPT_CRAWLS));
      return true;
    },

    async discard({ domain, id }) {
      const { Item: head } = await db.get({ TableName, Key: endedKey(domain, id), ConsistentRead: true });
      if (!head) await deleteParts(domain, [...temporaryPrefixes(id), ...resultPrefixes(id)]);
    },

    async deleteDomain(domain) {
      // First, so that a crawl, which checks before each request whether it still exists, adds no further page.
      await db.delete({ TableName, Key: openKey(domain) });
      await deletePartition(db, { table, partitionKey: 'domain', sortKey: 'part', value: domain });
    },
  };
  return crawls;
}

const textOf = (compressed: Uint8Array) => brotliDecompressSync(compressed).toString();

function openOf(item: CrawlHeadItem): OpenCrawl {
  return {
    domain: item.domain,
    id: item.id,
    owner: item.owner ?? null,
    pageLimit: item.page_limit,
    settings: item.settings,
    deliver: item.deliver,
    admitted: item.admitted,
    status: item.status,
    stopReason: item.stop_reason ?? null,
    startedAt: item.started_at,
    updatedAt: item.updated_at,
    dueAt: item.due_at ?? item.updated_at,
    found: item.found,
    fetched: item.fetched,
    slices: item.slices,
  };
}

function endedOf(item: CrawlHeadItem): EndedCrawl {
  return {
    ...openOf(item),
    finishedAt: item.finished_at!,
    resultJson: textOf(item.result!),
    chunks: item.chunks!,
    unread: item.unread,
  };
}

/** A crawl that reached its page limit has all requested pages. */
const endStatus = (stopReason: StopReason | null) =>
  stopReason === null || stopReason === 'page_limit' ? 'done' : 'stopped';
