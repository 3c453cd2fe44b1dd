import { brotliDecompressSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { SiteRow } from '../../record/site-audit.ts';
import type { ItemClient } from '../dynamodb/item-client.ts';
import { type CrawlStatus, HEADS, isOpen, openKey, rowsPrefix, type StopReason } from './item.ts';

/** Ended crawls of a domain that are kept. */
export const KEPT_CRAWLS = 2;

export interface CrawlName {
  domain: string;
  id: string;
}

/** A crawl that is under way. */
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
  /** The one that is under way. */
  open: OpenCrawl | null;
  /** Those that have ended, the newest first. */
  ended: EndedCrawl[];
}

export interface CrawlReader {
  /** One query. `consistent` reads what was written a moment ago, at twice the price. */
  read(domain: string, options?: { consistent?: boolean }): Promise<CrawlsOfDomain>;
  /** @returns the crawl of a domain that is under way, as it stands now */
  readOpen(domain: string): Promise<OpenCrawl | null>;
  /** @returns the rows of a crawl that has ended, in their order */
  readRows(crawl: CrawlName & Pick<EndedCrawl, 'chunks'>): Promise<SiteRow[]>;
}

type Item = Record<string, AttributeValue>;

/** The part of the `SiteCrawls` table that answers take. */
export function createCrawlReader(items: ItemClient, table: string): CrawlReader {
  async function query(domain: string, prefix: string, how: { newestFirst?: boolean; consistent?: boolean } = {}) {
    const found: Item[] = [];
    let start: Item | undefined;
    do {
      const page = await items.query({
        TableName: table,
        KeyConditionExpression: '#domain = :domain AND begins_with(part, :prefix)',
        ExpressionAttributeNames: { '#domain': 'domain' },
        ExpressionAttributeValues: { ':domain': { S: domain }, ':prefix': { S: prefix } },
        ConsistentRead: how.consistent ?? false,
        ScanIndexForward: !how.newestFirst,
        ...(start && { ExclusiveStartKey: start }),
      });
      found.push(...(page.Items ?? []));
      start = page.LastEvaluatedKey;
    } while (start);
    return found;
  }

  return {
    async read(domain, { consistent = false } = {}) {
      const heads = await query(domain, HEADS, { newestFirst: true, consistent });
      const open = heads.find((item) => isOpen(keyOf(item)));
      const ended = heads.filter((item) => item !== open);
      return { open: open ? openOf(open) : null, ended: ended.map(endedOf) };
    },

    async readOpen(domain) {
      const Key = { domain: { S: domain }, part: { S: openKey(domain).part } };
      const { Item } = await items.getItem({ TableName: table, Key, ConsistentRead: true });
      return Item ? openOf(Item) : null;
    },

    async readRows({ domain, id, chunks }) {
      let found = chunks === 0 ? [] : await query(domain, rowsPrefix(id));
      // They are written before the head, which another replica may have shown already.
      if (found.length < chunks) found = await query(domain, rowsPrefix(id), { consistent: true });
      return found.slice(0, chunks).flatMap(({ rows }) => JSON.parse(textOf(rows!.B!)) as SiteRow[]);
    },
  };
}

const keyOf = ({ domain, part }: Item) => ({ domain: domain!.S!, part: part!.S! });

const textOf = (compressed: Uint8Array) => brotliDecompressSync(compressed).toString();

function openOf(item: Item): OpenCrawl {
  return {
    domain: item.domain!.S!,
    id: item.id!.S!,
    owner: item.owner?.S ?? null,
    pageLimit: Number(item.page_limit!.N),
    admitted: Number(item.admitted!.N),
    status: item.status!.S as CrawlStatus,
    stopReason: (item.stop_reason?.S as StopReason | undefined) ?? null,
    startedAt: item.started_at!.S!,
    updatedAt: item.updated_at!.S!,
    dueAt: (item.due_at ?? item.updated_at)!.S!,
    found: Number(item.found!.N),
    fetched: Number(item.fetched!.N),
    slices: Number(item.slices!.N),
  };
}

function endedOf(item: Item): EndedCrawl {
  return {
    ...openOf(item),
    finishedAt: item.finished_at!.S!,
    resultJson: textOf(item.result!.B!),
    chunks: Number(item.chunks!.N),
  };
}
