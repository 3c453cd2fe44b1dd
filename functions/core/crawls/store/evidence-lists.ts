import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { compressPassing, compressRecord } from '../../platform/text/compress.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { startsWith } from '../../platform/dynamodb/expressions.ts';
import { getItem, putItem } from '../../platform/dynamodb/table.ts';
import { deleteFound } from '../../platform/dynamodb/many-items.ts';
import { issueRowMembers, linkRowMembers } from '../../record/members.computed.ts';
import type { IssueRow, LinkRow } from '../../record/site-evidence-schema.ts';
import {
  CHUNK_CHARACTERS,
  type CrawlName,
  CRAWLS_KEY,
  evidenceIndexKey,
  evidenceKey,
  evidencePrefixes,
  MAX_BYTES,
} from './item.ts';

const decompress = promisify(brotliDecompress);

/** The lists of a crawl that has ended, with the type of their rows. */
export interface EvidenceRows {
  issues: IssueRow;
  links: LinkRow;
}
export type ListName = keyof EvidenceRows;

const MEMBERS = { issues: issueRowMembers, links: linkRowMembers };

/** Rows of a list that follow each other in one item. */
export interface Segment {
  /** For issues their id; for links {@link hashOfAddress} of `from`. */
  key: string;
  /** Number of the item. */
  chunk: number;
  /** Number of the first row in it. */
  first: number;
  rows: number;
}

/** Positions of the rows of both lists, in the order of answers. */
export interface EvidenceIndex extends Record<ListName, Segment[]> {
  /** {@link hashOfAddress} of external targets and resources that are unchecked; absent: none. */
  unchecked?: string[];
}

export interface EvidenceLists {
  /**
   * Stores the lists of a crawl.
   *
   * @param issueIds ids of its issues, in the order of answers
   * @param unchecked addresses of external targets and resources that are unchecked
   */
  writeEvidence(
    crawl: CrawlName,
    rows: AsyncIterable<SomeRows>,
    issueIds: readonly string[],
    unchecked?: readonly string[],
  ): Promise<void>;
  /** @returns `null` if the crawl has no evidence, or is no longer stored */
  readEvidenceIndex(crawl: CrawlName): Promise<EvidenceIndex | null>;
  /** @returns all rows of an item of a list */
  readEvidence<List extends ListName>(crawl: CrawlName, list: List, chunk: number): Promise<EvidenceRows[List][]>;
}

/** Rows of both lists, such as those of one page. */
export interface SomeRows {
  issues: IssueRow[];
  links: LinkRow[];
}

/** Reads and writes the items of the `SiteCrawls` table with the occurrences of issues and the links of a crawl. */
export function createEvidenceLists(db: DynamoDB, table: string): EvidenceLists {
  const store = { db, table };
  const read = async (key: object, consistent = false) => {
    const item = await getItem<{ packed: Uint8Array }>(store, key, { consistent });
    return item ? (JSON.parse((await decompress(item.packed)).toString()) as unknown) : null;
  };
  const write = async (key: object, packed: Uint8Array) => {
    await putItem(store, { ...key, packed });
  };

  return {
    async writeEvidence({ domain, id }, pages, issueIds, unchecked = []) {
      // An attempt that was interrupted may have left items.
      for (const prefix of evidencePrefixes(id)) {
        await deleteFound(store, CRAWLS_KEY, { domain, part: startsWith(prefix) });
      }
      const writer = (list: ListName) =>
        new ChunkWriter((chunk, packed) => write(evidenceKey(domain, id, list, chunk), packed));
      const [issues, links] = [writer('issues'), writer('links')];
      for await (const rows of pages) {
        for (const row of rows.issues)
          await issues.add({ group: row.issue, key: row.issue, text: encode('issues', row) });
        for (const [from, ofPage] of Map.groupBy(rows.links, (row) => row.from)) {
          const key = hashOfAddress(from);
          for (const row of ofPage) await links.add({ group: 'all', key, text: encode('links', row) });
        }
      }
      const index: EvidenceIndex = {
        issues: await issues.end(issueIds),
        links: await links.end(['all']),
        unchecked: unchecked.map(hashOfAddress),
      };
      await write(evidenceIndexKey(domain, id), await compressRecord(JSON.stringify(index)));
    },

    async readEvidenceIndex({ domain, id }) {
      const Key = evidenceIndexKey(domain, id);
      // It is written before the head, but an eventually consistent read may return the head earlier.
      return ((await read(Key)) ?? (await read(Key, true))) as EvidenceIndex | null;
    },

    async readEvidence<List extends ListName>({ domain, id }: CrawlName, list: List, chunk: number) {
      const Key = evidenceKey(domain, id, list, chunk);
      const rows = (await read(Key)) ?? (await read(Key, true)) ?? [];
      return (rows as unknown[][]).map((values) => decode(list, values));
    },
  };
}

/** @returns eight characters of a hash of an address in normal form; two addresses of a site may have the same */
export function hashOfAddress(url: string): string {
  return createHash('sha256').update(url).digest('base64url').slice(0, 8);
}

/** Encodes a row without the names of its members, since a list has up to a million rows. */
function encode<List extends ListName>(list: List, row: EvidenceRows[List]): string {
  return JSON.stringify(MEMBERS[list].map((member) => row[member as keyof EvidenceRows[List]]));
}

function decode<List extends ListName>(list: List, values: unknown[]): EvidenceRows[List] {
  return Object.fromEntries(MEMBERS[list].map((member, index) => [member, values[index]])) as EvidenceRows[List];
}

/** A row as JSON. */
interface RowText {
  /** Rows of a group follow each other in the list. */
  group: string;
  /** Key of its segment. */
  key: string;
  text: string;
}

/** Collects the rows of a list, and writes the rows of a group when there are enough for an item. */
class ChunkWriter {
  readonly #write: (chunk: number, packed: Uint8Array) => Promise<void>;
  readonly #buffers = new Map<string, RowBuffer>();
  readonly #segments = new Map<string, Segment[]>();
  #chunks = 0;

  constructor(write: (chunk: number, packed: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  async add(row: RowText): Promise<void> {
    const buffer = this.#buffers.get(row.group) ?? new RowBuffer();
    this.#buffers.set(row.group, buffer);
    if (!buffer.isFullWith(row)) return;
    this.#buffers.delete(row.group);
    await this.#flush(buffer.rows);
  }

  /** Writes the remaining rows. @returns the segments of all rows, group by group in this order */
  async end(groups: readonly string[]): Promise<Segment[]> {
    let buffer = new RowBuffer();
    for (const row of groups.flatMap((group) => this.#buffers.get(group)?.rows ?? [])) {
      if (!buffer.isFullWith(row)) continue;
      await this.#flush(buffer.rows);
      buffer = new RowBuffer();
    }
    if (buffer.rows.length > 0) await this.#flush(buffer.rows);
    return groups.flatMap((group) => this.#segments.get(group) ?? []);
  }

  /** Writes rows as one item, or as several if they cannot be compressed enough. */
  async #flush(rows: readonly RowText[]): Promise<void> {
    const packed = await compressPassing(`[${rows.map(({ text }) => text).join(',')}]`);
    if (packed.length > MAX_BYTES && rows.length > 1) {
      const middle = Math.ceil(rows.length / 2);
      await this.#flush(rows.slice(0, middle));
      await this.#flush(rows.slice(middle));
      return;
    }
    const chunk = this.#chunks++;
    await this.#write(chunk, packed);
    for (const [index, row] of rows.entries()) this.#index(row, chunk, index);
  }

  #index({ group, key }: RowText, chunk: number, first: number): void {
    const segments = this.#segments.get(group) ?? [];
    this.#segments.set(group, segments);
    const last = segments.at(-1);
    if (last?.key === key && last.chunk === chunk) last.rows++;
    else segments.push({ key, chunk, first, rows: 1 });
  }
}

class RowBuffer {
  readonly rows: RowText[] = [];
  #characters = 0;

  /** Adds a row. @returns whether there are now enough for an item */
  isFullWith(row: RowText): boolean {
    this.rows.push(row);
    this.#characters += row.text.length;
    return this.#characters >= CHUNK_CHARACTERS;
  }
}
