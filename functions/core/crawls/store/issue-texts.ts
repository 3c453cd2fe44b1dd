import { NumberList } from '../../platform/number-list.ts';
import type { IssueRow } from '../../record/site-evidence-schema.ts';
import { decodeRow } from './evidence-rows.ts';

/**
 * The end of a row, whose last member is a list, and the beginning of the next one, whose first member is the id of an
 * issue. A text may end with the first four characters, but then a comma or bracket follows.
 */
const BETWEEN_ROWS = ']],["';
const ID = /[a-z]/;
/** What is between two texts of a row: `","`. */
const BETWEEN_TEXTS = 3;

/**
 * The rows of an item with occurrences of issues, as JSON text: a comparison needs pages and targets of all rows, and
 * decodes few rows, which takes several times as long.
 */
export class IssueTexts {
  readonly #text: string;
  /** Where each row begins, and where one after the last would begin. */
  readonly #begins = new NumberList();
  /** The row whose page was read last, and where its address ends. */
  #last = -1;
  #lastEnd = 0;

  /** @param text list of rows, each a list of its members in the order of the schema */
  constructor(text: string) {
    this.#text = text;
    if (text === '[]') return;
    this.#begins.push(1);
    let at = text.indexOf(BETWEEN_ROWS);
    for (; at >= 0; at = text.indexOf(BETWEEN_ROWS, at + 1)) {
      if (ID.test(text[at + BETWEEN_ROWS.length]!)) this.#begins.push(at + BETWEEN_ROWS.indexOf('['));
    }
    this.#begins.push(text.length);
  }

  /** The number of rows. */
  get length(): number {
    return Math.max(0, this.#begins.length - 1);
  }

  rowAt(index: number): IssueRow {
    const text = this.#text.slice(this.#begins.at(index), this.#begins.at(index + 1) - 1);
    return decodeRow('issues', JSON.parse(text) as unknown[]);
  }

  /** @returns the page, as a part of the text of the item */
  urlAt(index: number): string {
    const severity = this.#text.indexOf('"', this.#begins.at(index) + '["'.length) + BETWEEN_TEXTS;
    const begin = this.#text.indexOf('"', severity) + BETWEEN_TEXTS;
    const end = this.#text.indexOf('"', begin);
    const url = this.#text.slice(begin, end);
    // A backslash escapes itself or the quotation mark.
    const isEscaped = url.includes('\\');
    this.#last = isEscaped ? -1 : index;
    this.#lastEnd = end;
    return isEscaped ? this.rowAt(index).url : url;
  }

  /** @returns the target, as a part of the text of the item */
  targetAt(index: number): string | null {
    if (this.#last !== index) this.urlAt(index);
    const begin = this.#lastEnd + BETWEEN_TEXTS;
    if (this.#last !== index) return this.rowAt(index).target;
    if (this.#text[begin - 1] !== '"') return null;
    const target = this.#text.slice(begin, this.#text.indexOf('"', begin));
    return target.includes('\\') ? this.rowAt(index).target : target;
  }
}
