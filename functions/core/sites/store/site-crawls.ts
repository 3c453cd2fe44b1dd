import { brotliDecompressSync } from 'node:zlib';
import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import { type DynamoDB, ifConditionHolds, type UpdateInput } from '../../platform/dynamodb/dynamodb.ts';
import { deleteItems, deletePartition, queryItems } from '../../platform/dynamodb/many-items.ts';
import { createCrawlVisits, type CrawlVisits } from './crawl-visits.ts';
import {
  type CrawlHeadItem,
  type CrawlName,
  type CrawlStatus,
  endedKey,
  HEADS,
  isOpen,
  openKey,
  packResult,
  packRows,
  rowsKey,
  rowsPrefix,
  type StopReason,
} from './item.ts';

/** Ended crawls of a domain that are kept. */
export const KEPT_CRAWLS = 2;

/** A crawl that is in progress. */
export interface OpenCrawl extends CrawlName {
  /** `null`: the operator's schedule has begun it. */
  owner: string | null;
  /** Most addresses that it may ask for, as was wanted. */
  pageLimit: number;
  /** How many of them the owner's allowance admits. */
  admitted: number;
  status: CrawlStatus;
  /** Why it is to end, or has ended, before it had all pages; `null`: nothing stops it. */
  stopReason: StopReason | null;
  /** ISO 8601 times. */
  startedAt: string;
  updatedAt: string;
  /** From when on its message is expected to be processed. */
  dueAt: string;
  /** Addresses that are known, and that were asked for. */
  found: number;
  fetched: number;
  /** How many slices of work on it have ended. */
  slices: number;
}

/** A crawl that has ended. */
export interface EndedCrawl extends OpenCrawl {
  /** ISO 8601 time. */
  finishedAt: string;
  /** The `SiteResult` as JSON text. */
  resultJson: string;
  /** Items of rows. */
  chunks: number;
}

/** The crawls of a domain. */
export interface CrawlsOfDomain {
  /** The one that is in progress. */
  open: OpenCrawl | null;
  /** Those that have ended, the newest first. */
  ended: EndedCrawl[];
}

/** How a crawl ends. */
export interface CrawlOutcome {
  /** `null`: it has all pages. */
  stopReason: StopReason | null;
  result: SiteResult;
  rows: SiteRow[];
}

export interface SiteCrawls extends CrawlVisits {
  /** One query. `consistent` reads what was written a moment ago, at twice the price. */
  read(domain: string, options?: { consistent?: boolean }): Promise<CrawlsOfDomain>;
  /** @returns the crawl of a domain that is in progress, as it stands now */
  readOpen(domain: string): Promise<OpenCrawl | null>;
  /** @returns the rows of a crawl that has ended, in their order */
  readRows(crawl: CrawlName & Pick<EndedCrawl, 'chunks'>): Promise<SiteRow[]>;
  /** Begins a crawl. @returns false where one of the domain is in progress */
  begin(crawl: CrawlName & Pick<OpenCrawl, 'owner' | 'pageLimit' | 'admitted'>): Promise<boolean>;
  /**
   * Stores the progress of a crawl.
   *
   * @param nextInMs when its next message is to be processed
   * @returns false where it is gone: ended by another instance, or deleted
   */
  touch(
    crawl: CrawlName,
    progress: Pick<OpenCrawl, 'found' | 'fetched' | 'slices'>,
    nextInMs?: number,
  ): Promise<boolean>;
  /** Stores that the message of a crawl was sent again, and from when on it is expected to be processed. */
  postpone(crawl: CrawlName, dueAt: string): Promise<void>;
  /**
   * Has a crawl end before its next request.
   *
   * @param owner to whom it has to belong; `null`: it may belong to anybody
   * @returns false where none of the domain is in progress, or only one of somebody else
   */
  cancel(domain: string, owner: string | null): Promise<boolean>;
  /**
   * Ends a crawl: its rows and what it came to are stored, and of the domain's older crawls all but one are deleted. It
   * may be called again for the same crawl, and by one at a time. What is deleted meanwhile stays deleted.
   *
   * @returns false where the crawl is gone: ended by another, or deleted
   */
  end(crawl: OpenCrawl, outcome: CrawlOutcome): Promise<boolean>;
  /** Deletes all that is stored of a domain's crawls; one that is in progress ends before its next request. */
  deleteDomain(domain: string): Promise<void>;
}

/** What answers read of crawls. */
export type CrawlReader = Pick<SiteCrawls, 'read' | 'readOpen' | 'readRows'>;

/**
 * The `SiteCrawls` table: partition key `domain`, sort key `part`, TTL for what ended crawls do not need. An answer loads
 * this file.
 */
export function createSiteCrawls(db: DynamoDB, table: string, now: () => number): SiteCrawls {
  const TableName = table;
  const timeNow = () => new Date(now()).toISOString();

  const query = (domain: string, prefix: string, { newestFirst = false, consistent = false } = {}) =>
    queryItems(db, {
      TableName,
      KeyConditionExpression: '#domain = :domain AND begins_with(part, :prefix)',
      ExpressionAttributeNames: { '#domain': 'domain' },
      ExpressionAttributeValues: { ':domain': domain, ':prefix': prefix },
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

  /** With their rows. */
  async function deleteEnded(crawls: (CrawlName & Pick<EndedCrawl, 'chunks'>)[]): Promise<void> {
    for (const { domain, id, chunks } of crawls) {
      const rows = Array.from({ length: chunks }, (_, chunk) => rowsKey(domain, id, chunk));
      await deleteItems(db, table, [...rows, endedKey(domain, id)]);
    }
  }

  const crawls: SiteCrawls = {
    ...createCrawlVisits(db, table, now),

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
      // They are written before the head, which another replica may have shown already.
      if (found.length < chunks) found = await query(domain, rowsPrefix(id), { consistent: true });
      return found.slice(0, chunks).flatMap(({ rows }) => JSON.parse(textOf(rows as Uint8Array)) as SiteRow[]);
    },

    async begin({ domain, id, owner, pageLimit, admitted }) {
      const time = timeNow();
      const Item: CrawlHeadItem = {
        ...openKey(domain),
        ...{ id, page_limit: pageLimit, admitted, status: 'queued', found: 0, fetched: 0, slices: 0 },
        ...{ started_at: time, updated_at: time, due_at: time },
        ...(owner !== null && { owner }),
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

    async end(crawl, { stopReason, result, rows }) {
      const { domain, id } = crawl;
      const chunks = await writeRows(crawl, rows);
      const time = timeNow();
      const head: CrawlHeadItem = {
        ...endedKey(domain, id),
        ...{ id, page_limit: crawl.pageLimit, admitted: crawl.admitted },
        ...{ found: crawl.found, fetched: crawl.fetched, slices: crawl.slices },
        ...{ status: endStatus(stopReason), started_at: crawl.startedAt, updated_at: time, finished_at: time },
        ...(crawl.owner !== null && { owner: crawl.owner }),
        ...(stopReason !== null && { stop_reason: stopReason }),
        result: await packResult(result),
        chunks,
      };
      const { Attributes: before } = await db.put({ TableName, Item: head, ReturnValues: 'ALL_OLD' });
      const remove = db.delete({
        TableName,
        Key: openKey(domain),
        ConditionExpression: 'id = :id',
        ExpressionAttributeValues: { ':id': id },
      });
      if (!(await ifConditionHolds(remove))) {
        // What it came to stays where another has ended it; where it was deleted, nothing of it does.
        if (!before) await deleteEnded([{ domain, id, chunks }]);
        return false;
      }
      const { ended } = await crawls.read(domain, { consistent: true });
      await deleteEnded(ended.slice(KEPT_CRAWLS));
      return true;
    },

    async deleteDomain(domain) {
      // First, so that no page is added any more by a crawl that looks whether it is still there.
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
  };
}

/** Who gets as many pages as he wanted has what he wanted. */
const endStatus = (stopReason: StopReason | null) =>
  stopReason === null || stopReason === 'page_limit' ? 'done' : 'stopped';
