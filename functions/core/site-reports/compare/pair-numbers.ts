import { NumberList } from '../../platform/number-list.ts';

/** Entries of the table for each pair at least: with fewer, finding one takes longer. */
const MIN_ENTRIES = 2;

/**
 * Numbers pairs of numbers below 2^32, from 0 in the order in which they are added, without an object or a number on the
 * heap for each pair: a comparison has up to a million.
 */
export class PairNumbers {
  readonly #firsts = new NumberList();
  readonly #seconds = new NumberList();
  /** A table with open addressing, whose length is a power of two: numbers of pairs plus one; 0: none. */
  #table = new Uint32Array(1_024);

  /** The number of pairs. */
  get size(): number {
    return this.#firsts.length;
  }

  /** @returns -1 if the pair was not added */
  numberOf(first: number, second: number): number {
    return this.#table[this.#entryOf(first, second)]! - 1;
  }

  /** @returns the number of the pair, a new one unless it was added before */
  add(first: number, second: number): number {
    const entry = this.#entryOf(first, second);
    const known = this.#table[entry]!;
    if (known > 0) return known - 1;
    this.#firsts.push(first);
    this.#seconds.push(second);
    this.#table[entry] = this.size;
    if (MIN_ENTRIES * this.size > this.#table.length) this.#lengthen();
    return this.size - 1;
  }

  /** @returns the entry of the pair, or the free one that it would have */
  #entryOf(first: number, second: number): number {
    const mask = this.#table.length - 1;
    let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    let entry = (hash ^ (hash >>> 13)) & mask;
    for (;;) {
      const pair = this.#table[entry]! - 1;
      if (pair < 0 || (this.#firsts.at(pair) === first && this.#seconds.at(pair) === second)) return entry;
      entry = (entry + 1) & mask;
    }
  }

  #lengthen(): void {
    this.#table = new Uint32Array(2 * this.#table.length);
    for (let pair = 0; pair < this.size; pair++) {
      this.#table[this.#entryOf(this.#firsts.at(pair), this.#seconds.at(pair))] = pair + 1;
    }
  }
}
