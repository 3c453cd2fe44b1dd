import { decodeReferences } from './character-references.ts';

/** Attributes that are kept of one tag; no real page comes near. */
const MAX_ATTRIBUTES = 1000;

/**
 * The attributes of a tag, read from the page only where they are asked for: most never are. Names are in lower case,
 * character references in values decoded, and of duplicates the first counts.
 */
export class Attributes {
  static readonly NONE = new Attributes('');
  readonly #html: string;
  /** For each attribute where its name begins and ends, and its value. */
  readonly #spans: number[] = [];

  /** @param html the page that the tag stands in */
  constructor(html: string) {
    this.#html = html;
  }

  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    if (this.#spans.length < 4 * MAX_ATTRIBUTES) this.#spans.push(nameStart, nameEnd, valueStart, valueEnd);
  }

  /** There are none. */
  get isEmpty(): boolean {
    return this.#spans.length === 0;
  }

  /** @param name in lower case */
  has(name: string): boolean {
    return this.#find(name) >= 0;
  }

  /** @param name in lower case */
  get(name: string): string | undefined {
    const index = this.#find(name);
    return index < 0 ? undefined : this.#valueAt(index);
  }

  /** Names as often as they are written. */
  names(): string[] {
    const names: string[] = [];
    for (let index = 0; index < this.#spans.length; index += 4) names.push(this.#nameAt(index));
    return names;
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    const seen = new Set<string>();
    for (let index = 0; index < this.#spans.length; index += 4) {
      const name = this.#nameAt(index);
      if (!seen.has(name)) yield [name, this.#valueAt(index)];
      seen.add(name);
    }
  }

  #find(name: string): number {
    const spans = this.#spans;
    for (let index = 0; index < spans.length; index += 4) {
      const start = spans[index]!;
      if (spans[index + 1]! - start !== name.length) continue;
      // Almost all names are told apart by length and first letter (bit 0x20 is its case).
      if ((this.#html.charCodeAt(start) | 0x20) === name.charCodeAt(0) && this.#nameAt(index) === name) return index;
    }
    return -1;
  }

  #nameAt(index: number): string {
    return this.#html.slice(this.#spans[index], this.#spans[index + 1]).toLowerCase();
  }

  #valueAt(index: number): string {
    const value = this.#html.slice(this.#spans[index + 2], this.#spans[index + 3]);
    return decodeReferences(value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value, 'attribute');
  }
}
