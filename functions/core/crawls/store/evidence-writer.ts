import { createHash } from 'node:crypto';
import { compressPassing } from '../../platform/text/compress.ts';
import { deleteItems } from '../../platform/dynamodb/many-items.ts';
import { getItem, putItem, type Table } from '../../platform/dynamodb/table.ts';
import type { Segment } from './evidence-rows.ts';
import {
  CHUNK_CHARACTERS,
  type CrawlName,
  directoryKey,
  evidenceKey,
  type EvidenceOrder,
  MAX_BYTES,
  registryKey,
} from './item.ts';

/** Number of items that are entered in the registry at a time, before they are written. */
const ENTERED_AT_ONCE = 16;

/** A row as JSON. */
export interface RowText extends Pick<Segment, 'issue' | 'severity' | 'lowest'> {
  /** Rows of a group follow each other. */
  group: string;
  text: string;
  /** Characters of which {@link Segment.traits} consists. */
  traits?: readonly string[];
}

/** Which items with rows are stored, or may be. */
export interface Registry {
  /** The highest number of items. */
  entered: number;
  /** Hashes of the items that were written before the registry. */
  sums: string[];
}

/**
 * Writes the rows of an order as items, when there are enough for one. If an earlier attempt was interrupted, only the
 * items that differ are written again.
 */
export class EvidenceWriter {
  readonly #buffers = new Map<string, RowBuffer>();
  readonly #segments = new Map<string, Segment[]>();
  readonly #items: ItemWriter;

  private constructor(items: ItemWriter) {
    this.#items = items;
  }

  static async create(table: Table, crawl: CrawlName, order: EvidenceOrder): Promise<EvidenceWriter> {
    const key = registryKey(crawl.domain, crawl.id, order);
    const before = await getItem<Registry>(table, key, { consistent: true });
    return new EvidenceWriter(new ItemWriter(table, crawl, order, before));
  }

  async add(row: RowText): Promise<void> {
    const buffer = this.#buffers.get(row.group) ?? new RowBuffer();
    this.#buffers.set(row.group, buffer);
    if (!buffer.isFullWith(row)) return;
    this.#buffers.delete(row.group);
    await this.#flush(buffer.rows);
  }

  /** Whether all rows so far fit into one item. */
  get isShort(): boolean {
    return this.#items.written === 0;
  }

  /**
   * Writes the remaining rows, and deletes what an earlier attempt wrote beyond them.
   *
   * @returns the segments of all rows, group by group in this order
   */
  async end(groups: readonly string[]): Promise<Segment[]> {
    let buffer = new RowBuffer();
    for (const row of groups.flatMap((group) => this.#buffers.get(group)?.rows ?? [])) {
      if (!buffer.isFullWith(row)) continue;
      await this.#flush(buffer.rows);
      buffer = new RowBuffer();
    }
    if (buffer.rows.length > 0) await this.#flush(buffer.rows);
    await this.#items.end();
    return groups.flatMap((group) => this.#segments.get(group) ?? []);
  }

  /** Writes none of the rows, of which no item was written yet, and deletes what an earlier attempt wrote. */
  drop(): Promise<void> {
    return this.#items.drop();
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
    const chunk = await this.#items.write(packed);
    const traits = new Set<string>();
    let last: Segment | undefined;
    for (const [first, { group, issue, severity, lowest, traits: own = [] }] of rows.entries()) {
      for (const trait of own) traits.add(trait);
      if (last && last.issue === issue) {
        last.rows++;
        continue;
      }
      last = {
        ...{ chunk, first, rows: 1 },
        ...(issue !== undefined && { issue }),
        ...(severity !== undefined && { severity }),
        ...(lowest !== undefined && { lowest }),
      };
      const segments = this.#segments.get(group);
      if (segments) segments.push(last);
      else this.#segments.set(group, [last]);
    }
    if (last && traits.size > 0) last.traits = [...traits].sort().join('');
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

/** Writes the items of an order one after the other, and enters them in its registry before. */
class ItemWriter {
  readonly #table: Table;
  readonly #crawl: CrawlName;
  readonly #order: EvidenceOrder;
  readonly #before: Registry;
  readonly #sums: string[] = [];
  #entered: number;

  constructor(table: Table, crawl: CrawlName, order: EvidenceOrder, before: Registry | undefined) {
    this.#table = table;
    this.#crawl = crawl;
    this.#order = order;
    this.#before = before ?? { entered: 0, sums: [] };
    this.#entered = this.#before.entered;
  }

  get written(): number {
    return this.#sums.length;
  }

  /** @returns the number of the item */
  async write(packed: Uint8Array): Promise<number> {
    const chunk = this.#sums.length;
    // Items that were written in vain are found in the registry as well.
    if (chunk % ENTERED_AT_ONCE === 0) await this.#enter(Math.max(this.#entered, chunk + ENTERED_AT_ONCE));
    const sum = createHash('sha256').update(packed).digest('base64url').slice(0, 12);
    this.#sums.push(sum);
    if (sum !== this.#before.sums[chunk]) {
      await putItem(this.#table, { ...this.#key(chunk), packed }, { repeatable: true });
    }
    return chunk;
  }

  async end(): Promise<void> {
    const count = this.#sums.length;
    const surplus = Math.max(0, this.#before.entered - count);
    const keys = Array.from({ length: surplus }, (_, index) => this.#key(count + index));
    await deleteItems(this.#table, keys);
    await this.#enter(count);
  }

  async drop(): Promise<void> {
    // Nearly always, no earlier attempt wrote any.
    if (this.#before.entered === 0) return;
    const { domain, id } = this.#crawl;
    await this.end();
    await deleteItems(this.#table, [directoryKey(domain, id, this.#order), registryKey(domain, id, this.#order)]);
  }

  async #enter(entered: number): Promise<void> {
    this.#entered = entered;
    const { domain, id } = this.#crawl;
    const sums = [...this.#sums, ...this.#before.sums.slice(this.#sums.length, entered)];
    const registry: Registry = { entered, sums };
    await putItem(this.#table, { ...registryKey(domain, id, this.#order), ...registry });
  }

  #key(chunk: number) {
    return evidenceKey(this.#crawl.domain, this.#crawl.id, this.#order, chunk);
  }
}
