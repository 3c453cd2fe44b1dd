import type { TextPiece } from '../html/text-piece.ts';

/** Texts of a page, by position. {@link BREAK} separates lines and links; white space is as written. */
export interface PageTexts {
  /** URL of the page. */
  url: string;
  /** `lang` of the root. */
  lang: string | null;
  title: string;
  description: string;
  /** The meta keywords. */
  keywords: string;
  headings: { level: number; text: string }[];
  anchors: string[];
  /** Visible text of the body, including headings and links. */
  body: string;
  /** The parts of `body` in `<nav>` and `<footer>`, by their ends; one may contain others. */
  repeated: Span[];
}

/** Separates lines, and links from other text. */
export const BREAK = '\u2029';

const MAX_TEXT = 100_000;
const MAX_HEADINGS = 300;
const MAX_REPEATED = 300;
const MAX_ANCHORS = 1000;
const MAX_HEADING = 500;
const MAX_ANCHOR = 200;

/** Part of a text, in UTF-16 units. */
interface Span {
  start: number;
  end: number;
}

/** @returns the visible text of the body outside `<nav>` and `<footer>`, which is the page's own */
export function mainText({ body, repeated }: Pick<PageTexts, 'body' | 'repeated'>): string {
  let text = '';
  let at = 0;
  for (const { start, end } of repeated.toSorted((one, other) => one.start - other.start)) {
    if (start > at) text += body.slice(at, start);
    at = Math.max(at, end);
  }
  return text + body.slice(at);
}

/** Collects the visible text, up to 100,000 characters. */
export class VisibleText {
  // Texts are sliced at the end, since each slice copies everything appended before.
  readonly #headings: (Span & { level: number })[] = [];
  readonly #anchors: Span[] = [];
  readonly #repeated: Span[] = [];
  #text = '';
  #last: 'text' | 'space' | 'break' = 'break';

  /** Position of the next text. */
  get position(): number {
    return this.#text.length;
  }

  write(text: TextPiece): void {
    const room = MAX_TEXT - this.#text.length;
    if (room <= 0) return;
    const { isBlank } = text;
    if (isBlank && this.#last !== 'text') return;
    this.#text += isBlank ? ' ' : text.toString().slice(0, room);
    this.#last = isBlank ? 'space' : 'text';
  }

  break(): void {
    if (this.#last === 'break' || this.#text.length >= MAX_TEXT) return;
    this.#text += BREAK;
    this.#last = 'break';
  }

  /** @param start position at which it was opened */
  endHeading(level: number, start: number): void {
    const end = Math.min(this.#text.length, start + MAX_HEADING);
    if (end > start && this.#headings.length < MAX_HEADINGS) this.#headings.push({ level, start, end });
  }

  /** @param start position at which it was opened */
  endAnchor(start: number): void {
    const end = Math.min(this.#text.length, start + MAX_ANCHOR);
    if (end > start && this.#anchors.length < MAX_ANCHORS) this.#anchors.push({ start, end });
  }

  /** @param start position at which the navigation or footer was opened */
  endRepeated(start: number): void {
    const end = this.#text.length;
    if (end > start && this.#repeated.length < MAX_REPEATED) this.#repeated.push({ start, end });
  }

  get texts(): Pick<PageTexts, 'headings' | 'anchors' | 'body' | 'repeated'> {
    const body = this.#text;
    return {
      headings: this.#headings.map(({ level, start, end }) => ({ level, text: body.slice(start, end) })),
      anchors: this.#anchors.map(({ start, end }) => body.slice(start, end)),
      body,
      repeated: this.#repeated,
    };
  }
}
