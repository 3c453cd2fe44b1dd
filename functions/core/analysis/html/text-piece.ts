import { collapseRuns } from '../../platform/text/text.ts';

const SPACE = 0x20;
const WINDOW = 32 * 1024;

/** Maximum length of a piece, in UTF-16 units. */
export const MAX_PIECE = 16 * 1024;

/**
 * A text that is read in pieces. Its UTF-16 units are in a typed array, which is scanned several times faster than a
 * string; to limit memory, the array holds only a window of the text.
 */
export class TextSource {
  readonly text: string;
  readonly mayHaveNul: boolean;
  /** The window with the last piece. */
  readonly units: Uint16Array;
  readonly #bytes: Buffer;
  /** Position of the window in the text. */
  #start = 0;
  #end = 0;

  /** @param mayHaveNul false if the text is known to contain no NUL */
  constructor(text: string, mayHaveNul = true) {
    const length = Math.min(text.length, WINDOW);
    this.text = text;
    this.#bytes = Buffer.allocUnsafe(2 * length);
    this.units = new Uint16Array(this.#bytes.buffer, this.#bytes.byteOffset, length);
    this.mayHaveNul = mayHaveNul;
  }

  /** @returns the text between two positions, at most {@link MAX_PIECE}; valid until the next call */
  piece(start = 0, end = this.text.length): TextPiece {
    if (start < this.#start || end > this.#end) {
      this.#start = start;
      this.#end = start + this.#bytes.write(this.text.slice(start, start + WINDOW), 'utf16le') / 2;
    }
    return new TextPiece(this, start - this.#start, end - this.#start);
  }

  /** @returns the text between two positions of the window */
  slice(start: number, end: number): string {
    return this.text.slice(this.#start + start, this.#start + end);
  }
}

/** A piece of text that is converted to a string only on demand: most pieces are only scanned. */
export class TextPiece {
  readonly source: TextSource;
  /** Start and end in the units of its source. */
  readonly start: number;
  readonly end: number;

  constructor(source: TextSource, start: number, end: number) {
    this.source = source;
    this.start = start;
    this.end = end;
  }

  get isEmpty(): boolean {
    return this.start === this.end;
  }

  /** Whether it is empty or only ASCII white space (HTML standard). */
  get isBlank(): boolean {
    const { units } = this.source;
    for (let index = this.start; index < this.end; index++) if (!isSpace(units[index]!)) return false;
    return true;
  }

  /** @returns the text with each run of ASCII white space replaced by one space */
  collapse(): string {
    return this.#isCollapsed() ? this.toString() : collapseRuns(this.toString());
  }

  #isCollapsed(): boolean {
    const { units } = this.source;
    let previous = 0;
    for (let index = this.start; index < this.end; index++) {
      const unit = units[index]!;
      if (isSpace(unit) && (unit !== SPACE || previous === SPACE)) return false;
      previous = unit;
    }
    return true;
  }

  toString(): string {
    return this.source.slice(this.start, this.end);
  }
}

/** @returns the text as one piece, at most {@link MAX_PIECE} */
export function pieceOf(text: string): TextPiece {
  return new TextSource(text).piece();
}

/** @returns whether a UTF-16 unit is ASCII white space (HTML standard) */
export function isSpace(unit: number): boolean {
  return unit === SPACE || unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c;
}
