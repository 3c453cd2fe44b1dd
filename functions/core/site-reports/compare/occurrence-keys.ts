import type { IssueRow } from '../../record/site-evidence-schema.ts';
import { NumberList } from '../../platform/number-list.ts';
import type { CrawlKnowledge } from './crawl-knowledge.ts';
import type { ItemRows, OccurrencePart } from './occurrences.ts';
import { PairNumbers } from './pair-numbers.ts';

/** Returns the index after the last row of a part. A crawl that has just been deleted has no rows any more. */
export function endOf({ first, rows }: OccurrencePart, { length }: ItemRows): number {
  return Math.min(first + rows, length);
}

/** Number of pages after the last one that are compared with an address before it is looked up. */
const NEXT_PAGES = 3;

/** Numbers of the pages and targets of the occurrences of one issue in one crawl. */
class AddressNumbers {
  readonly #crawl: CrawlKnowledge;
  /** Numbers of addresses that neither crawl has, such as those of other sites; both crawls share them. */
  readonly #others: Map<string, number>;
  /** Position of the last page. */
  #last = 0;

  constructor(crawl: CrawlKnowledge, others: Map<string, number>) {
    this.#crawl = crawl;
    this.#others = others;
  }

  /** Occurrences have the order of the pages, so that most are of the last page or of one of the next ones. */
  ofPage(url: string): number {
    const { rows } = this.#crawl.crawl;
    for (let position = this.#last; position <= this.#last + NEXT_PAGES; position++) {
      if (rows[position]?.url === url) return this.#crawl.numberAt((this.#last = position));
    }
    const position = this.#crawl.positionOf(url);
    if (position === undefined) return this.#numberOf(url);
    this.#last = position;
    return this.#crawl.numberAt(position);
  }

  /** @returns 0 if there is no target */
  ofTarget(target: string | null): number {
    return target === null ? 0 : this.#numberOf(target) + 1;
  }

  #numberOf(url: string): number {
    const known = this.#crawl.numberOf(url);
    if (known !== undefined) return known;
    const key = this.#crawl.keyOf(url);
    const other = this.#others.get(key);
    if (other !== undefined) return other;
    const number = this.#crawl.addresses + this.#others.size;
    // A copy: a part of the text of an item would keep all of it in memory.
    this.#others.set(Buffer.from(key).toString(), number);
    return number;
  }
}

/**
 * The occurrences of one issue in the base: their numbers are in memory, not the rows, so that those that remain are read
 * again. First all are added, then those of the newer crawl take theirs.
 */
export class BaseOccurrences {
  readonly #ofBase: AddressNumbers;
  readonly #ofNewer: AddressNumbers;
  readonly #parts: { part: OccurrencePart; end: number }[] = [];
  /** Occurrences are the same where page and target match. */
  readonly #pairs = new PairNumbers();
  /** For each occurrence the number of its page, and that of its pair. */
  readonly #pageOf = new NumberList();
  readonly #pairOf = new NumberList();
  /** By pair, how many occurrences the newer crawl can still take, and how many it has taken. */
  #counts: { free: Uint32Array; taken: Uint32Array } | undefined;
  #left = 0;

  constructor(base: CrawlKnowledge, newer: CrawlKnowledge) {
    const others = new Map<string, number>();
    this.#ofBase = new AddressNumbers(base, others);
    this.#ofNewer = new AddressNumbers(newer, others);
  }

  async addPart(part: OccurrencePart): Promise<void> {
    const rows = await part.read();
    for (let index = part.first; index < endOf(part, rows); index++) {
      const page = this.#ofBase.ofPage(rows.urlAt(index));
      this.#pageOf.push(page);
      this.#pairOf.push(this.#pairs.add(page, this.#ofBase.ofTarget(rows.targetAt(index))));
    }
    this.#left = this.#pairOf.length;
    this.#parts.push({ part, end: this.#left });
  }

  /** @returns whether there was one more that is the same as this one of the newer crawl */
  take(rows: ItemRows, index: number): boolean {
    const { free, taken } = (this.#counts ??= this.#count());
    const page = this.#ofNewer.ofPage(rows.urlAt(index));
    const pair = this.#pairs.numberOf(page, this.#ofNewer.ofTarget(rows.targetAt(index)));
    if (pair < 0 || free[pair] === 0) return false;
    free[pair]! -= 1;
    taken[pair]! += 1;
    this.#left -= 1;
    return true;
  }

  #count() {
    const free = new Uint32Array(this.#pairs.size);
    for (const pair of this.#pairOf.values()) free[pair]! += 1;
    return { free, taken: new Uint32Array(this.#pairs.size) };
  }

  /** Returns the rows that were not taken, page by page, equal ones of a page after each other; it is called once. */
  async *rest(): AsyncGenerator<IssueRow> {
    if (this.#left === 0) return;
    let at = 0;
    let begin = 0;
    for (const position of this.#restOfPages()) {
      // Those of a page may be in two parts.
      if (position < begin) at = 0;
      while (position >= this.#parts[at]!.end) at += 1;
      begin = this.#parts[at - 1]?.end ?? 0;
      const { part } = this.#parts[at]!;
      const rows = await part.read();
      const index = part.first + position - begin;
      if (index < endOf(part, rows)) yield rows.rowAt(index);
    }
  }

  /** @returns positions */
  *#restOfPages(): Generator<number> {
    const [pages, pairs] = [this.#pageOf.values(), this.#pairOf.values()];
    const { taken } = this.#counts ?? this.#count();
    const isRest = new Uint8Array(pairs.length);
    pairs.forEach((pair, position) => {
      // The first ones are taken.
      if (taken[pair] === 0) isRest[position] = 1;
      else taken[pair]! -= 1;
    });
    for (let begin = 0, end = 0; begin < pages.length; begin = end) {
      let count = 0;
      for (; end < pages.length && pages[end] === pages[begin]; end++) count += isRest[end]!;
      if (count === 0) continue;
      const positions = Array.from({ length: end - begin }, (_, index) => begin + index);
      for (const same of Map.groupBy(positions, (position) => pairs[position]).values()) {
        yield* same.filter((position) => isRest[position] === 1);
      }
    }
  }
}
