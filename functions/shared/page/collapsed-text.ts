import type { TextPiece } from './text-piece.ts';

const LINE_FEED = 0x0a;
const SPACE = 0x20;

/** Gathers text up to a length, with runs of ASCII white space as one space, and none beside a line break. */
export class CollapsedText {
  readonly #limit: number;
  #text = '';
  /** The last UTF-16 unit; to ask the text for it would have the engine put its pieces together each time. */
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
    const isDouble = collapsed.charCodeAt(0) === SPACE && (this.#last === SPACE || this.#last === LINE_FEED);
    this.#append(isDouble ? collapsed.slice(1) : collapsed);
  }

  space(): void {
    if (this.#last !== SPACE && this.#last !== LINE_FEED) this.#append(' ');
  }

  breakLine(): void {
    if (this.#last === SPACE) this.#text = this.#text.slice(0, -1);
    if (this.#text === '') this.#last = LINE_FEED;
    else if (this.#last !== LINE_FEED) this.#append('\n');
  }

  #append(text: string): void {
    if (text === '') return;
    const room = this.#limit - this.#text.length;
    this.#text += text.length > room ? text.slice(0, room) : text;
    this.#last = text.charCodeAt(text.length - 1);
  }
}
