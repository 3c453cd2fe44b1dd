import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { CrawledPage } from '../../record/crawled-page.ts';
import { DAY_MS } from '../../time/day.ts';
import { compressRecord } from '../compress-record.ts';
import { batchWrite } from '../dynamodb/batch-write.ts';
import { ifConditionHolds } from '../dynamodb/conditional.ts';
import { deletePartition } from '../dynamodb/delete-partition.ts';
import {
  type CrawledPageItem,
  crawledPageKey,
  type CrawlHeadItem,
  type CrawlStatus,
  ENDED,
  endedKey,
  fileKey,
  openKey,
  pagesPrefix,
  rowsKey,
  rowsPrefix,
  type StopReason,
} from './item.ts';

const decompress = promisify(brotliDecompress);

/** The items of pages outlive the longest crawl; what it came to is kept apart. */
const PAGES_KEPT_MS = 7 * DAY_MS;
/** Ended crawls of a domain that are kept. */
const KEPT_CRAWLS = 2;
/** Bytes of JSON in a chunk of rows; compressed, it is far below the 400 KB of an item. */
const CHUNK_BYTES = 1_000_000;

export interface CrawlName {
  domain: string;
  id: string;
}

/** A crawl that is under way. */
export interface OpenCrawl extends CrawlName {
  owner: string;
  pageLimit: number;
  status: CrawlStatus;
  /** Why it is to end; `null`: it goes on. */
  stopReason: StopReason | null;
  /** ISO 8601 times. */
  startedAt: string;
  updatedAt: string;
  found: number;
  fetched: number;
  /** Milliseconds since the epoch. */
  touchedAt: number;
}

/** A crawl that has ended. */
export interface EndedCrawl extends OpenCrawl {
  finishedAt: string;
  /** What it came to, as JSON text. */
  resultJson: string;
  /** Chunks of rows. */
  chunks: number;
}

export interface SiteCrawls {
  /** Begins a crawl. @returns false where one of the domain is under way */
  begin(crawl: CrawlName & Pick<OpenCrawl, 'owner' | 'pageLimit'>): Promise<boolean>;
  /** @returns the crawl of a domain that is under way, as it stands now */
  readOpen(domain: string): Promise<OpenCrawl | null>;
  /** @returns the crawls of a domain that have ended, the newest first */
  readEnded(domain: string): Promise<EndedCrawl[]>;
  /** Says how far a crawl is. @returns false where it is gone: ended by another, or forgotten */
  touch(crawl: CrawlName, progress: Pick<OpenCrawl, 'found' | 'fetched'>): Promise<boolean>;
  /** Has a crawl end before its next page. @returns false where the owner has none under way */
  cancel(domain: string, owner: string): Promise<boolean>;
  /**
   * Stores what came of an address.
   *
   * @param order its number among the addresses of the crawl, from 0
   * @returns false where something is stored of it already
   */
  addPage(crawl: CrawlName, order: number, page: CrawledPage): Promise<boolean>;
  /** @returns what came of all addresses, in their order */
  readPages(crawl: CrawlName): Promise<CrawledPage[]>;
  /** Stores a file that the crawl goes by; a later one of the same name replaces it. */
  writeFile(crawl: CrawlName, name: string, text: string): Promise<void>;
  /** @returns `null` where none was stored */
  readFile(crawl: CrawlName, name: string): Promise<string | null>;
  /**
   * Ends a crawl: its rows and what it came to are stored, and of the domain's older crawls all but one are deleted. It
   * may be called again for the same crawl.
   *
   * @param rows of `/seo/site/pages`, in their order
   */
  end(crawl: OpenCrawl, outcome: { status: 'done' | 'stopped'; resultJson: string; rows: object[] }): Promise<void>;
  /** @returns the rows of a crawl that has ended */
  readRows<Row>(crawl: CrawlName & Pick<EndedCrawl, 'chunks'>): Promise<Row[]>;
  /** Deletes all that is stored of a domain's crawls; one that is under way ends before its next page. */
  forget(domain: string): Promise<void>;
}

/** The `SiteCrawls` table: partition key `domain`, sort key `part`, TTL for the items of pages. */
export function createSiteCrawls(client: DynamoDBDocumentClient, table: string, now: () => number): SiteCrawls {
  const TableName = table;
  const timeNow = () => new Date(now()).toISOString();

  const updateOpen = (domain: string, input: Omit<UpdateCommand['input'], 'TableName' | 'Key'>) =>
    ifConditionHolds(client.send(new UpdateCommand({ TableName, Key: openKey(domain), ...input })));

  async function query<Item>(domain: string, prefix: string): Promise<Item[]> {
    const pages = paginateQuery({ client }, { TableName, ConsistentRead: true, ...beginningWith(domain, prefix) });
    const items: Item[] = [];
    for await (const { Items = [] } of pages) items.push(...(Items as Item[]));
    return items;
  }

  /** All but the newest crawls, with their rows. */
  async function deleteOlder(domain: string): Promise<void> {
    const older = (await readHeads(domain)).slice(KEPT_CRAWLS);
    for (const { id, chunks = 0 } of older) {
      const keys = [...Array.from({ length: chunks }, (_, chunk) => rowsKey(domain, id, chunk)), endedKey(domain, id)];
      await batchWrite(
        client,
        table,
        keys.map((Key) => ({ DeleteRequest: { Key } })),
      );
    }
  }

  async function readHeads(domain: string): Promise<CrawlHeadItem[]> {
    const command = new QueryCommand({ TableName, ScanIndexForward: false, ...beginningWith(domain, ENDED) });
    return ((await client.send(command)).Items ?? []) as CrawlHeadItem[];
  }

  return {
    async begin({ domain, id, owner, pageLimit }) {
      const time = timeNow();
      const Item: CrawlHeadItem = {
        ...openKey(domain),
        ...{ id, owner, page_limit: pageLimit, status: 'queued', found: 0, fetched: 0 },
        ...{ started_at: time, updated_at: time, touched_at: now() },
      };
      const put = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(part)' });
      return (await ifConditionHolds(client.send(put))) !== null;
    },

    async readOpen(domain) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: openKey(domain), ConsistentRead: true }));
      return Item ? openOf(Item as CrawlHeadItem) : null;
    },

    async readEnded(domain) {
      const heads = (await readHeads(domain)).slice(0, KEPT_CRAWLS);
      return Promise.all(heads.map(endedOf));
    },

    async touch({ domain, id }, { found, fetched }) {
      const touched = await updateOpen(domain, {
        UpdateExpression:
          'SET #status = :status, #found = :found, fetched = :fetched, updated_at = :time, touched_at = :now',
        ConditionExpression: 'id = :id',
        ExpressionAttributeNames: { '#status': 'status', '#found': 'found' },
        ExpressionAttributeValues: {
          ...{ ':status': 'crawling', ':found': found, ':fetched': fetched },
          ...{ ':time': timeNow(), ':now': now(), ':id': id },
        },
      });
      return touched !== null;
    },

    async cancel(domain, owner) {
      const cancelled = await updateOpen(domain, {
        UpdateExpression: 'SET stop_reason = :reason',
        ConditionExpression: '#owner = :owner',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':reason': 'cancelled', ':owner': owner },
      });
      return cancelled !== null;
    },

    async addPage({ domain, id }, order, page) {
      const Item: CrawledPageItem = {
        ...crawledPageKey(domain, id, page.url),
        order,
        page: await compressRecord(JSON.stringify(page)),
        expires_at: Math.ceil((now() + PAGES_KEPT_MS) / 1000),
      };
      const put = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(part)' });
      return (await ifConditionHolds(client.send(put))) !== null;
    },

    async readPages({ domain, id }) {
      const items = await query<CrawledPageItem>(domain, pagesPrefix(id));
      const ordered = items.toSorted((a, b) => a.order - b.order);
      return Promise.all(ordered.map(async ({ page }) => JSON.parse(await textOf(page)) as CrawledPage));
    },

    async writeFile({ domain, id }, name, text) {
      const expires_at = Math.ceil((now() + PAGES_KEPT_MS) / 1000);
      const Item = { ...fileKey(domain, id, name), text: await compressRecord(text), expires_at };
      await client.send(new PutCommand({ TableName, Item }));
    },

    async readFile({ domain, id }, name) {
      const get = new GetCommand({ TableName, Key: fileKey(domain, id, name), ConsistentRead: true });
      const { Item } = await client.send(get);
      return Item ? textOf((Item as { text: Uint8Array }).text) : null;
    },

    async end(crawl, { status, resultJson, rows }) {
      const { domain, id } = crawl;
      const chunks = chunksOf(rows);
      for (const [chunk, text] of chunks.entries()) {
        const Item = { ...rowsKey(domain, id, chunk), rows: await compressRecord(text) };
        await client.send(new PutCommand({ TableName, Item }));
      }
      const time = timeNow();
      const head: CrawlHeadItem = {
        ...endedKey(domain, id),
        ...{ id, owner: crawl.owner, page_limit: crawl.pageLimit, found: crawl.found, fetched: crawl.fetched },
        ...{ status, started_at: crawl.startedAt, updated_at: time, finished_at: time, touched_at: now() },
        ...(crawl.stopReason !== null && { stop_reason: crawl.stopReason }),
        result: await compressRecord(resultJson),
        chunks: chunks.length,
      };
      await client.send(new PutCommand({ TableName, Item: head }));
      const remove = new DeleteCommand({
        TableName,
        Key: openKey(domain),
        ConditionExpression: 'attribute_not_exists(part) OR id = :id',
        ExpressionAttributeValues: { ':id': id },
      });
      await ifConditionHolds(client.send(remove));
      await deleteOlder(domain);
    },

    async readRows<Row>({ domain, id, chunks }: CrawlName & Pick<EndedCrawl, 'chunks'>) {
      const items = chunks === 0 ? [] : await query<{ rows: Uint8Array }>(domain, rowsPrefix(id));
      const texts = await Promise.all(items.map(({ rows }) => textOf(rows)));
      return texts.flatMap((text) => JSON.parse(text) as Row[]);
    },

    async forget(domain) {
      // First, so that no page is added any more by a crawl that looks whether it is still there.
      await client.send(new DeleteCommand({ TableName, Key: openKey(domain) }));
      await deletePartition(client, { table, partitionKey: 'domain', sortKey: 'part', value: domain });
    },
  };
}

const beginningWith = (domain: string, prefix: string) => ({
  KeyConditionExpression: '#domain = :domain AND begins_with(part, :prefix)',
  ExpressionAttributeNames: { '#domain': 'domain' },
  ExpressionAttributeValues: { ':domain': domain, ':prefix': prefix },
});

const textOf = async (compressed: Uint8Array) => (await decompress(compressed)).toString();

function openOf(item: CrawlHeadItem): OpenCrawl {
  return {
    domain: item.domain,
    id: item.id,
    owner: item.owner,
    pageLimit: item.page_limit,
    status: item.status,
    stopReason: item.stop_reason ?? null,
    startedAt: item.started_at,
    updatedAt: item.updated_at,
    found: item.found,
    fetched: item.fetched,
    touchedAt: item.touched_at,
  };
}

async function endedOf(item: CrawlHeadItem): Promise<EndedCrawl> {
  return {
    ...openOf(item),
    finishedAt: item.finished_at!,
    resultJson: await textOf(item.result!),
    chunks: item.chunks!,
  };
}

/** @returns JSON texts of lists, each of about {@link CHUNK_BYTES} at most */
function chunksOf(rows: object[]): string[] {
  const chunks: string[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    const text = JSON.stringify(row);
    bytes += Buffer.byteLength(text);
    if (bytes > CHUNK_BYTES) {
      chunks.push([]);
      bytes = Buffer.byteLength(text);
    }
    chunks.at(-1)!.push(text);
  }
  return chunks.map((texts) => `[${texts.join(',')}]`);
}
