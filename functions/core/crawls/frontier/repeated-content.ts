import type { CrawledPage } from '../../record/crawled-page.ts';
import { directoryOf } from '../../platform/names/address-parts.ts';
import { NumberList } from '../../platform/number-list.ts';
import { limitForPages } from '../crawl-size.ts';

/**
 * Pages with equal text in one directory from which on the text is repeated content. It follows the page limit, as a large
 * site has more empty lists and pages without stock.
 */
export const MAX_EQUAL_IN_DIRECTORY = 20;
/** Pages with equal text in the whole site from which on the text is repeated content; it follows the page limit, too. */
export const MAX_EQUAL = 50;
/** Characters of the hash of a text that are kept, 48 bits: a wrong one among the many equal texts decides nothing. */
export const HASH_CHARACTERS = 12;

/** The texts as they are stored. */
export interface RepeatedContentState {
  /** Beginnings of the hashes of texts. */
  hashes: string[];
  directories: string[];
  /** Of each text in a directory, by its number: the index of its hash and of its directory, and the number of pages. */
  contents: Uint32Array;
  places: Uint32Array;
  counts: Uint32Array;
}

/**
 * Detects pages with the same text as many others: error pages with status 200, and mirrors. The pages that they link to
 * are like them. A text in a directory has a number.
 */
export class RepeatedContent {
  readonly #maxEqual: number;
  readonly #maxEqualInDirectory: number;
  readonly #hashes: Numbered;
  readonly #directories: Numbered;
  readonly #contents: NumberList;
  readonly #places: NumberList;
  readonly #counts: NumberList;
  readonly #totals: number[] = [];
  readonly #numbers = new Map<number, number>();

  /**
   * @param pages number of pages that the crawl may request
   * @param state absent: no text is known
   */
  constructor(pages: number, state?: RepeatedContentState) {
    this.#maxEqual = limitForPages(MAX_EQUAL, pages);
    this.#maxEqualInDirectory = limitForPages(MAX_EQUAL_IN_DIRECTORY, pages);
    this.#hashes = new Numbered(state?.hashes);
    this.#directories = new Numbered(state?.directories);
    this.#contents = new NumberList(state?.contents);
    this.#places = new NumberList(state?.places);
    this.#counts = new NumberList(state?.counts);
    for (let text = 0; text < this.#counts.length; text++) {
      const content = this.contentOf(text);
      this.#numbers.set(keyOf(content, this.#places.at(text)), text);
      this.#totals[content] = (this.#totals[content] ?? 0) + this.#counts.at(text);
    }
  }

  get state(): RepeatedContentState {
    return {
      hashes: this.#hashes.values,
      directories: this.#directories.values,
      contents: this.#contents.values(),
      places: this.#places.values(),
      counts: this.#counts.values(),
    };
  }

  /**
   * @returns the number of a page's text; `null` if it has none: pages without words (images, pages that scripts render)
   *   do not count as equal
   */
  textOfPage({ url, facts }: CrawledPage): number | null {
    return facts?.content_hash ? this.textOf(facts.content_hash, directoryOf(url)) : null;
  }

  /** @returns the number of a text in a directory */
  textOf(hash: string, directory: string): number {
    const content = this.#hashes.numberOf(hash.slice(0, HASH_CHARACTERS));
    const place = this.#directories.numberOf(directory);
    const key = keyOf(content, place);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const text = this.#counts.length;
    this.#contents.push(content);
    this.#places.push(place);
    this.#counts.push(0);
    this.#totals[content] ??= 0;
    this.#numbers.set(key, text);
    return text;
  }

  /** @returns the number that equal texts in different directories share */
  contentOf(text: number): number {
    return this.#contents.at(text);
  }

  /** Adds a page with a text. @returns whether the text has just become repeated content, in its directory or in the site */
  add(text: number): boolean {
    const inDirectory = this.#counts.at(text) + 1;
    this.#counts.set(text, inDirectory);
    const total = ++this.#totals[this.contentOf(text)]!;
    return total === this.#maxEqual || inDirectory === this.#maxEqualInDirectory;
  }

  isRepeated(text: number): boolean {
    return this.#totals[this.contentOf(text)]! >= this.#maxEqual || this.#counts.at(text) >= this.#maxEqualInDirectory;
  }
}

/** More than a crawl has directories. */
const MAX_PLACES = 2 ** 24;
const keyOf = (content: number, place: number) => content * MAX_PLACES + place;

/** Texts, each with a number. */
class Numbered {
  readonly values: string[];
  readonly #numbers: Map<string, number>;

  constructor(values: string[] = []) {
    this.values = values;
    this.#numbers = new Map(values.map((value, number) => [value, number]));
  }

  numberOf(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.values.push(value) - 1;
    this.#numbers.set(value, number);
    return number;
  }
}
