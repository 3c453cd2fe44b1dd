import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, paginateQuery, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { CrawledPage } from '../../record/crawled-page.ts';
import type { SiteResult, SiteRow } from '../../record/site-audit.ts';
import { DAY_MS } from '../../time/day.ts';
import { compressPassing } from '../compress-record.ts';
import { batchWrite } from '../dynamodb/batch-write.ts';
import { sdkItemClient } from '../dynamodb/client.ts';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { deletePartition } from '../dynamodb/delete-partition.ts';
import { createDocumentClient } from '../dynamodb/document-client.ts';
import type { ItemClient } from '../dynamodb/item-client.ts';
import {
  createCrawlReader,
  type CrawlName,
  type CrawlReader,
  type EndedCrawl,
  KEPT_CRAWLS,
  type OpenCrawl,
} from './crawl-reader.ts';
import {
  type CrawledPageItem,
  type CrawlHeadItem,
  endedKey,
  fileKey,
  filePrefix,
  openKey,
  pageKey,
  pagesFrom,
  prefixesOnTheWay,
  rowsKey,
  type StopReason,
} from './item.ts';
import { packResult, packRows } from './pack.ts';

const decompress = promisify(brotliDecompress);

/** The items of pages outlive the longest crawl; what it came to is kept apart. */
const PAGES_KEPT_MS = 7 * DAY_MS;
/** Bytes of a file in one item. */
const FILE_PART_BYTES = 300_000;

/** How a crawl ends. */
export interface CrawlOutcome {
  /** `null`: it has all pages. */
  stopReason: StopReason | null;
  result: SiteResult;
  rows: SiteRow[];
}

export interface SiteCrawls extends CrawlReader {
  /** Begins a crawl. @returns false where one of the domain is under way */
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
   * @returns false where none of the domain is under way, or only one of somebody else
   */
  cancel(domain: string, owner: string | null): Promise<boolean>;
  /**
   * Stores what came of an address.
   *
   * @param order its number among the addresses that were asked for, from 0
   * @returns false where something is stored under this number already
   */
  addPage(crawl: CrawlName, order: number, page: CrawledPage): Promise<boolean>;
  /** @returns what came of the addresses from this number on, in their order; few are in memory at a time */
  readPages(crawl: CrawlName, from?: number): AsyncIterable<CrawledPage>;
  /** Stores a file that the crawl goes by; a later one of the same name replaces it. */
  writeFile(crawl: CrawlName, name: string, text: string): Promise<void>;
  /** @returns `null` where none was stored */
  readFile(crawl: CrawlName, name: string): Promise<string | null>;
  /**
   * Ends a crawl: its rows and what it came to are stored, and of the domain's older crawls all but one are deleted. It
   * may be called again for the same crawl, and by one at a time. What is forgotten meanwhile stays forgotten.
   *
   * @returns false where the crawl is gone: ended by another, or forgotten
   */
  end(crawl: OpenCrawl, outcome: CrawlOutcome): Promise<boolean>;
  /** Deletes what a crawl that is gone has stored on its way: it may have stored it after it was forgotten. */
  discard(crawl: CrawlName): Promise<void>;
  /** Deletes all that is stored of a domain's crawls; one that is under way ends before its next request. */
  forget(domain: string): Promise<void>;
}

/**
 * The `SiteCrawls` table: partition key `domain`, sort key `part`, TTL for what ended crawls do not need.
 *
 * @param items makes the calls of each page
 */
export function createSiteCrawls(
  client: DynamoDBClient,
  table: string,
  now: () => number,
  items: ItemClient = sdkItemClient(client),
): SiteCrawls {
  const documents = createDocumentClient(client);
  const reader = createCrawlReader(items, table);
  const TableName = table;
  const partition = { table, partitionKey: 'domain', sortKey: 'part' };
  const timeNow = () => new Date(now()).toISOString();
  const pagesExpireAt = () => Math.ceil((now() + PAGES_KEPT_MS) / 1000);

  const updateOpen = (domain: string, input: Omit<UpdateCommand['input'], 'TableName' | 'Key'>) =>
    ifConditionHolds(documents.send(new UpdateCommand({ TableName, Key: openKey(domain), ...input })));

  async function* query<Item>(domain: string, first: string, last: string): AsyncGenerator<Item, void> {
    const pages = paginateQuery(
      { client: documents },
      {
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: '#domain = :domain AND part BETWEEN :first AND :last',
        ExpressionAttributeNames: { '#domain': 'domain' },
        ExpressionAttributeValues: { ':domain': domain, ':first': first, ':last': last },
      },
    );
    for await (const { Items = [] } of pages) yield* Items as Item[];
  }

  async function writeRows({ domain, id }: CrawlName, rows: SiteRow[]): Promise<number> {
    const chunks = await packRows(rows);
    for (const [chunk, packed] of chunks.entries()) {
      const Item = { ...rowsKey(domain, id, chunk), rows: packed };
      await documents.send(new PutCommand({ TableName, Item }));
    }
    return chunks.length;
  }

  /** With their rows. */
  async function deleteEnded(crawls: (CrawlName & Pick<EndedCrawl, 'chunks'>)[]): Promise<void> {
    for (const { domain, id, chunks } of crawls) {
      const rows = Array.from({ length: chunks }, (_, chunk) => rowsKey(domain, id, chunk));
      const deletes = [...rows, endedKey(domain, id)].map((Key) => ({ DeleteRequest: { Key } }));
      await batchWrite(documents, table, deletes);
    }
  }

  const open: Omit<SiteCrawls, keyof CrawlReader | 'end' | 'discard' | 'forget'> = {
    async begin({ domain, id, owner, pageLimit, admitted }) {
      const time = timeNow();
      const Item: CrawlHeadItem = {
        ...openKey(domain),
        ...{ id, page_limit: pageLimit, admitted, status: 'queued', found: 0, fetched: 0, slices: 0 },
        ...{ started_at: time, updated_at: time, due_at: time },
        ...(owner !== null && { owner }),
      };
      const put = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(part)' });
      return (await ifConditionHolds(documents.send(put))) !== null;
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

    async addPage({ domain, id }, order, page) {
      const key = pageKey(domain, id, order);
      const Item: Record<keyof CrawledPageItem, AttributeValue> = {
        domain: { S: key.domain },
        part: { S: key.part },
        page: { B: await compressPassing(JSON.stringify(page)) },
        expires_at: { N: String(pagesExpireAt()) },
      };
      const put = items.putItem({ TableName, Item, ConditionExpression: 'attribute_not_exists(part)' });
      return (await ifConditionHolds(put)) !== null;
    },

    async *readPages({ domain, id }, from = 0) {
      const { first, last } = pagesFrom(id, from);
      for await (const { page } of query<CrawledPageItem>(domain, first, last)) {
        yield JSON.parse(await textOf(page)) as CrawledPage;
      }
    },

    async writeFile({ domain, id }, name, text) {
      const compressed = await compressPassing(text);
      const parts = Math.max(1, Math.ceil(compressed.length / FILE_PART_BYTES));
      // The first part says how many there are, and is written last: it stands for the whole.
      for (let part = parts - 1; part >= 0; part--) {
        const bytes = compressed.subarray(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES);
        const Item = { ...fileKey(domain, id, name, part), bytes, parts, expires_at: pagesExpireAt() };
        await documents.send(new PutCommand({ TableName, Item }));
      }
    },

    async readFile({ domain, id }, name) {
      const Key = fileKey(domain, id, name, 0);
      const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      if (!Item) return null;
      const { bytes, parts } = Item as FilePart;
      if (parts === 1) return textOf(bytes);
      const prefix = filePrefix(id, name);
      const all = await Array.fromAsync(query<FilePart>(domain, prefix, `${prefix}~`));
      return textOf(Buffer.concat(all.slice(0, parts).map((part) => part.bytes)));
    },
  };

  return {
    ...reader,
    ...open,

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
      const put = new PutCommand({ TableName, Item: head, ReturnValues: 'ALL_OLD' });
      const { Attributes: before } = await documents.send(put);
      const remove = new DeleteCommand({
        TableName,
        Key: openKey(domain),
        ConditionExpression: 'id = :id',
        ExpressionAttributeValues: { ':id': id },
      });
      if (!(await ifConditionHolds(documents.send(remove)))) {
        // What it came to stays where another has ended it; where it was forgotten, nothing of it does.
        if (!before) await deleteEnded([{ domain, id, chunks }]);
        return false;
      }
      const { ended } = await reader.read(domain, { consistent: true });
      await deleteEnded(ended.slice(KEPT_CRAWLS));
      return true;
    },

    async discard({ domain, id }) {
      for (const prefix of prefixesOnTheWay(id)) {
        await deletePartition(documents, { ...partition, value: domain, prefix });
      }
    },

    async forget(domain) {
      // First, so that no page is added any more by a crawl that looks whether it is still there.
      await documents.send(new DeleteCommand({ TableName, Key: openKey(domain) }));
      await deletePartition(documents, { ...partition, value: domain });
    },
  };
}

interface FilePart {
  bytes: Uint8Array;
  parts: number;
}

const textOf = async (compressed: Uint8Array) => (await decompress(compressed)).toString();

/** Who gets as many pages as he wanted has what he wanted. */
const endStatus = (stopReason: StopReason | null) =>
  stopReason === null || stopReason === 'page_limit' ? 'done' : 'stopped';
