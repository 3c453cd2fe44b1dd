import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { compressRecord } from '../../platform/text/compress.ts';
import { startsWith } from '../../platform/dynamodb/expressions.ts';
import { deleteFound, deleteItems } from '../../platform/dynamodb/many-items.ts';
import { deleteItem, getItem, putItem, queryItems, type Table } from '../../platform/dynamodb/table.ts';
import type { LinkRow } from '../../record/site-evidence-schema.ts';
import {
  decodeRow,
  encodeRow,
  type EvidenceRows,
  hashOfAddress,
  type ListOf,
  numberOfAddress,
  type Segment,
  type SomeRows,
  traitsOf,
} from './evidence-rows.ts';
import { EvidenceWriter, type Registry, type RowText } from './evidence-writer.ts';
import { IssueTexts } from './issue-texts.ts';
import { LinksByTarget } from './links-by-target.ts';
import {
  addressesKey,
  type CrawlKey,
  type CrawlName,
  DECOMPRESSION,
  directoryKey,
  CRAWLS_KEY,
  EVIDENCE_ORDERS,
  evidenceKey,
  type EvidenceOrder,
  evidencePartitions,
  registriesPrefix,
  registryOf,
} from './item.ts';

const decompress = promisify(brotliDecompress);

/** Number of addresses in one item; each takes eight bytes. */
const ADDRESSES_IN_ITEM = 2_000;
/** Where the rows of an order are. */
export interface Directory {
  /** In the order of the rows. */
  segments: Segment[];
  /** The lowest number in each item with addresses; absent: there are none. */
  addresses?: number[];
  /** Of `issues`: {@link hashOfAddress} of external targets and resources that are unchecked; absent: none. */
  unchecked?: string[];
}

export interface EvidenceLists {
  /**
   * Stores the lists of a crawl. What an earlier attempt stored is written again only where it differs.
   *
   * @param pages rows page by page, then those of the sitemaps
   * @param issueIds ids of its issues, in the order of answers
   * @param unchecked addresses of external targets and resources that are unchecked
   */
  writeEvidence(
    crawl: CrawlName,
    pages: AsyncIterable<SomeRows>,
    issueIds: readonly string[],
    unchecked?: readonly string[],
  ): Promise<void>;
  /** @returns `null` if the crawl has no evidence in this order, or is no longer stored */
  readDirectory(crawl: CrawlName, order: EvidenceOrder): Promise<Directory | null>;
  /** @returns all rows of an item */
  readEvidence<Order extends EvidenceOrder>(
    crawl: CrawlName,
    order: Order,
    chunk: number,
  ): Promise<EvidenceRows[ListOf<Order>][]>;
  /** @returns all rows of an item of the order `issues`, which are decoded when they are needed */
  readIssueTexts(crawl: CrawlName, chunk: number): Promise<IssueTexts>;
  /**
   * Finds the pages and sitemaps of the orders `page-issues` and `links` that may have an address.
   *
   * @returns their numbers; `null`: any may be, since all fit into one item
   */
  findNumbers(crawl: CrawlName, directory: Directory, url: string): Promise<number[] | null>;
}

async function writeEvidence(
  table: Table,
  crawl: CrawlName,
  pages: AsyncIterable<SomeRows>,
  issueIds: readonly string[],
  unchecked: readonly string[] = [],
): Promise<void> {
  const create = (order: EvidenceOrder) => EvidenceWriter.create(table, crawl, order);
  const [issues, pageIssues] = [await create('issues'), await create('page-issues')];
  const [links, targetLinks] = [await create('links'), await create('target-links')];
  const byTarget = new LinksByTarget();
  const addresses: number[] = [];
  for await (const rows of pages) {
    for (const [address, { ofIssues, ofLinks }] of byAddress(rows)) {
      const lowest = addresses.push(numberOfAddress(address)) - 1;
      for (const row of ofIssues) {
        const { issue, severity } = row;
        const text = encodeRow('issues', row);
        await issues.add({ group: issue, issue, severity, text });
        await pageIssues.add({ group: ALL, lowest, text });
      }
      for (const row of ofLinks) {
        await links.add(linkText(row, lowest));
        byTarget.add(lowest, row);
      }
    }
  }
  const areFew = pageIssues.isShort && links.isShort;
  const found = areFew ? {} : { addresses: await writeAddresses(table, crawl, addresses) };
  const store = (order: EvidenceOrder, directory: Directory) => writeDirectory(table, crawl, order, directory);
  // The reader of an order that is not stored reads the one item of the list itself.
  if (pageIssues.isShort) await pageIssues.drop();
  else await store('page-issues', { segments: await pageIssues.end([ALL]), ...found });
  if (links.isShort) {
    await targetLinks.drop();
  } else {
    for (const { number, row } of byTarget.sorted()) await targetLinks.add(linkText(row, number));
    await store('target-links', { segments: await targetLinks.end([ALL]) });
  }
  await store('links', { segments: await links.end([ALL]), ...found });
  const hashes = unchecked.map(hashOfAddress);
  await store('issues', {
    segments: await issues.end(issueIds),
    ...(hashes.length > 0 && { unchecked: hashes }),
  });
}

/** The only group of an order that has no groups. */
const ALL = 'all';

const linkText = (row: LinkRow, lowest: number): RowText => ({
  group: ALL,
  lowest,
  text: encodeRow('links', row),
  traits: traitsOf(row),
});

/** @returns the rows by the address of their page or sitemap */
function byAddress({ issues, links }: SomeRows) {
  const found = new Map<string, { ofIssues: SomeRows['issues']; ofLinks: LinkRow[] }>();
  const at = (address: string) => {
    const known = found.get(address);
    if (known) return known;
    const rows = { ofIssues: [], ofLinks: [] };
    found.set(address, rows);
    return rows as NonNullable<typeof known>;
  };
  for (const row of issues) at(row.url).ofIssues.push(row);
  for (const row of links) at(row.from).ofLinks.push(row);
  return found;
}

/** @returns the lowest number in each item */
async function writeAddresses(table: Table, { domain, id }: CrawlName, numbers: readonly number[]): Promise<number[]> {
  const sorted = Uint32Array.from(numbers.keys()).sort((one, other) => numbers[one]! - numbers[other]!);
  const lowest: number[] = [];
  for (let start = 0; start < sorted.length; start += ADDRESSES_IN_ITEM) {
    const pages = sorted.subarray(start, start + ADDRESSES_IN_ITEM);
    const packed = Buffer.alloc(8 * pages.length);
    pages.forEach((page, index) => {
      packed.writeUInt32BE(numbers[page]!, 8 * index);
      packed.writeUInt32BE(page, 8 * index + 4);
    });
    const part = lowest.push(numbers[pages[0]!]!) - 1;
    await putItem(table, { ...addressesKey(domain, id, part), packed });
  }
  return lowest;
}

async function writeDirectory(table: Table, { domain, id }: CrawlName, order: EvidenceOrder, directory: Directory) {
  await putItem(table, {
    ...directoryKey(domain, id, order),
    packed: await compressRecord(JSON.stringify(directory)),
  });
}

/** It is written before the head of its crawl, but an eventually consistent read may return the head earlier. */
async function readPacked(table: Table, key: CrawlKey): Promise<Uint8Array | null> {
  const read = (consistent: boolean) => getItem<{ packed: Uint8Array }>(table, key, { consistent });
  return ((await read(false)) ?? (await read(true)))?.packed ?? null;
}

async function readText(table: Table, key: CrawlKey): Promise<string | null> {
  const packed = await readPacked(table, key);
  return packed && (await decompress(packed, DECOMPRESSION)).toString();
}

async function readJson(table: Table, key: CrawlKey): Promise<unknown> {
  const text = await readText(table, key);
  return text === null ? null : JSON.parse(text);
}

async function readDirectory(table: Table, { domain, id }: CrawlName, order: EvidenceOrder) {
  return (await readJson(table, directoryKey(domain, id, order))) as Directory | null;
}

async function readEvidence<Order extends EvidenceOrder>(
  table: Table,
  { domain, id }: CrawlName,
  order: Order,
  chunk: number,
) {
  const rows = ((await readJson(table, evidenceKey(domain, id, order, chunk))) ?? []) as unknown[][];
  const list = (order.endsWith('issues') ? 'issues' : 'links') as ListOf<Order>;
  return rows.map((values) => decodeRow(list, values));
}

async function readIssueTexts(table: Table, { domain, id }: CrawlName, chunk: number): Promise<IssueTexts> {
  return new IssueTexts((await readText(table, evidenceKey(domain, id, 'issues', chunk))) ?? '[]');
}

async function findNumbers(table: Table, { domain, id }: CrawlName, { addresses }: Directory, url: string) {
  if (!addresses) return null;
  const number = numberOfAddress(url);
  const found: number[] = [];
  // Equal numbers may continue in the next item.
  for (const [part, lowest] of addresses.entries()) {
    const next = addresses[part + 1] ?? Infinity;
    if (lowest > number || next < number) continue;
    const packed = Buffer.from((await readPacked(table, addressesKey(domain, id, part))) ?? []);
    for (let at = 0; at < packed.length; at += 8) {
      if (packed.readUInt32BE(at) === number) found.push(packed.readUInt32BE(at + 4));
    }
  }
  return found.sort((one, other) => one - other);
}

/**
 * Deletes the rows of evidence of a domain, which are in other partitions, so that nothing is left when the items of the
 * domain are deleted after it.
 *
 * @param id of the crawl; absent: all crawls
 * @param orders default: all
 */
export async function deleteEvidence(
  table: Table,
  domain: string,
  id?: string,
  orders: readonly EvidenceOrder[] = EVIDENCE_ORDERS,
): Promise<void> {
  const registries = await queryItems<Registry & CrawlKey>(
    table,
    { domain, part: startsWith(registriesPrefix(id)) },
    { consistent: true },
  );
  for (const { part, entered } of registries) {
    const { id: crawl, order } = registryOf({ domain, part });
    if (!orders.includes(order)) continue;
    const keys = Array.from({ length: entered }, (_, chunk) => evidenceKey(domain, crawl, order, chunk));
    await deleteItems(table, [...keys, directoryKey(domain, crawl, order)]);
    // Last: an interrupted deletion is repeated.
    await deleteItem(table, { domain, part });
  }
}

/**
 * Deletes the rows of evidence of a crawl whose domain was deleted while they were written: an item that was written after
 * the deletion of its registry is in none.
 */
export async function deleteStrayEvidence(table: Table, { domain, id }: CrawlName): Promise<void> {
  for (const partition of evidencePartitions(domain, id)) await deleteFound(table, CRAWLS_KEY, { domain: partition });
}

/** Reads and writes the items of the `SiteCrawls` table with the occurrences of issues and the links of a crawl. */
export function createEvidenceLists(table: Table): EvidenceLists {
  return {
    writeEvidence: (...rest) => writeEvidence(table, ...rest),
    readDirectory: (...rest) => readDirectory(table, ...rest),
    readEvidence: (...rest) => readEvidence(table, ...rest),
    readIssueTexts: (...rest) => readIssueTexts(table, ...rest),
    findNumbers: (...rest) => findNumbers(table, ...rest),
  };
}
