import type { TextPiece } from './text-piece.ts';

const LINE_FEED = 0x0a;
const SPACE = 0x20;

/** Collects text up to a length, with runs of ASCII white space as one space, and none beside a line break. */
export class CollapsedText {
  readonly #limit: number;
  #text = '';
  /** What stood before the first text: a space, a line break, or 0 for neither. */
  #leading = 0;
  /** The last UTF-16 unit; reading it from the text would make the engine flatten the string each time. */
  #last = LINE_FEED;

  constructor(limit: number) {
    this.#limit = limit;
  }

  toString(): string {
    return this.#text;
  }

  write(text: TextPiece): void {
    if (this.#text.length >= this.#limit) return;
    const collapsed = text.collapse();
    if (collapsed.charCodeAt(0) === SPACE) {
      this.space();
      this.#append(collapsed.slice(1));
    } else this.#append(collapsed);
  }

  /** Adds a text that was collected separately, with the same result as adding its parts. */
  add(inner: CollapsedText): void {
    if (inner.#leading === LINE_FEED) this.breakLine();
    else if (inner.#leading === SPACE) this.space();
    if (this.#text.length < this.#limit) this.#append(inner.#text);
  }

  space(): void {
    if (this.#text === '') this.#leading ||= SPACE;
    else if (this.#last !== SPACE && this.#last !== LINE_FEED) this.#append(' ');
  }

  breakLine(): void {
    if (this.#text === '') this.#leading = LINE_FEED;
    else {
      if (this.#last === SPACE) this.#text = this.#text.slice(0, -1);
      if (this.#last !== LINE_FEED) this.#append('\n');
    }
  }

  #append(text: string): void {
    if (text === '') return;
    const room = this.#limit - this.#text.length;
    this.#text += text.length > room ? text.slice(0, room) : text;
    this.#last = text.charCodeAt(text.length - 1);
  }
}
