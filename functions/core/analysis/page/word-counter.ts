import type { TextPiece } from '../html/text-piece.ts';

/**
 * Counts words as `Intl.Segmenter` with granularity `word` counts its word-like segments, several times faster: scripts
 * that put spaces between words are counted by the rules of Unicode Standard Annex 29 in one pass over the code points,
 * and only runs of scripts without spaces go through the segmenter.
 */
export class WordCounter {
  #words = 0;
  #previous: Kind = OTHER;
  /** The kind before a mark inside a word: the next character decides whether the word continues. */
  #beforeMark: Kind = OTHER;
  /** A run of characters of scripts without spaces. */
  #run = '';
  /** Runs to count, one per line: calling the segmenter for each would take much longer. */
  #lines = '';
  #highSurrogate = '';

  /** @param text the next piece of running text; a word may continue from the previous piece */
  write(text: TextPiece): void {
    const { start, end } = text;
    const { units } = text.source;
    let index = this.#skipPlain(units, start, end);
    for (; index < end; index = this.#skipPlain(units, index + 1, end)) {
      const unit = units[index]!;
      if (unit >= 0xd800 && unit <= 0xdbff) {
        this.#highSurrogate = String.fromCharCode(unit);
      } else if (unit >= 0xdc00 && unit <= 0xdfff && this.#highSurrogate !== '') {
        const character = this.#highSurrogate + String.fromCharCode(unit);
        this.#highSurrogate = '';
        this.#step(classify(character), character);
      } else {
        const kind = kinds[unit] === UNKNOWN ? (kinds[unit] = classify(String.fromCharCode(unit))) : kinds[unit]!;
        const run = kind === UNSPACED ? text.source.slice(index, endOfRun(units, index, end)) : '';
        this.#step(kind, run);
        if (run.length > 1) index += run.length - 1;
      }
    }
  }

  /**
   * Counts words of letters and digits only, as in most text: only the last kind of character matters. A mark without a
   * word on one of its sides acts like a space.
   */
  #skipPlain(units: Uint16Array, start: number, end: number): number {
    let previous = this.#previous;
    if (previous > DIGIT) return start;
    let words = this.#words;
    let index = start;
    for (; index < end; index++) {
      const kind = kinds[units[index]!]!;
      if (kind <= DIGIT) {
        if (previous === OTHER && kind !== OTHER) words++;
        previous = kind;
      } else if (isMark(kind) && (previous === OTHER || (index + 1 < end && kinds[units[index + 1]!] === OTHER)))
        previous = OTHER;
      else break;
    }
    this.#words = words;
    this.#previous = previous;
    return index;
  }

  /** Ends the line: no word continues in the following text. */
  break(): void {
    if (this.#run !== '') this.#endRun();
    this.#previous = OTHER;
    this.#beforeMark = OTHER;
    this.#highSurrogate = '';
  }

  get total(): number {
    this.#endRun();
    this.#countLines();
    return this.#words;
  }

  #step(kind: Kind, characters: string): void {
    if (kind === EXTEND) {
      if (this.#run !== '') this.#run += characters;
      return;
    }
    if (kind === UNSPACED) {
      this.#run += characters;
      if (this.#run.length >= MAX_RUN) this.#endRun();
    } else {
      if (this.#run !== '') this.#endRun();
      if (isWordPart(kind)) this.#word(kind);
    }
    this.#beforeMark = isMark(kind) && !isMark(this.#previous) ? this.#previous : OTHER;
    const joins = isWordPart(this.#previous) || this.#previous === JOINER;
    this.#previous = kind === JOINER && !joins ? JOINER_ALONE : kind;
  }

  #word(kind: Kind): void {
    const previous = this.#previous;
    if (isWordPart(previous) || previous === JOINER) return;
    const before = this.#beforeMark;
    if (isLetter(kind) && isLetter(before) && (previous === MID_LETTER || previous === MID_BOTH)) return;
    if (kind === DIGIT && before === DIGIT && (previous === MID_NUMBER || previous === MID_BOTH)) return;
    if (kind === HEBREW && before === HEBREW && previous === DOUBLE_QUOTE) return;
    this.#words++;
  }

  #endRun(): void {
    this.#lines += `${this.#run}\n`;
    this.#run = '';
    if (this.#lines.length >= MAX_RUN) this.#countLines();
  }

  #countLines(): void {
    for (const segment of segmenter.segment(this.#lines)) if (segment.isWordLike) this.#words++;
    this.#lines = '';
  }
}

type Kind = number;
const OTHER: Kind = 1;
const LETTER: Kind = 2;
const DIGIT: Kind = 3;
// Marks that are allowed inside a word
const MID_LETTER: Kind = 4;
const MID_NUMBER: Kind = 5;
const MID_BOTH: Kind = 6;
/** Used inside Hebrew abbreviations. */
const DOUBLE_QUOTE: Kind = 7;
/** `_` and similar characters join letters and digits. */
const JOINER: Kind = 8;
const JOINER_ALONE: Kind = 9;
const HEBREW: Kind = 10;
/** Scripts without spaces between words. */
const UNSPACED: Kind = 11;
/** Combining marks and format characters: part of the preceding character. */
const EXTEND: Kind = 12;
const UNKNOWN: Kind = 13;

const MAX_RUN = 4000;
/** By UTF-16 unit, filled on first use. */
const kinds = new Uint8Array(0x10000).fill(UNKNOWN);
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Scripts that ICU segments with a dictionary. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u30fc\uff70\uff9e\uff9f\u3005]/u;

/** Returns the end of a run of characters of scripts without spaces, as far as their kinds are known. */
function endOfRun(units: Uint16Array, start: number, limit: number): number {
  let end = start + 1;
  while (end < limit && end - start < MAX_RUN && kinds[units[end]!] === UNSPACED) end++;
  return end;
}

function isMark(kind: Kind): boolean {
  return kind >= MID_LETTER && kind <= DOUBLE_QUOTE;
}

function isLetter(kind: Kind): boolean {
  return kind === LETTER || kind === HEBREW;
}

function isWordPart(kind: Kind): boolean {
  return isLetter(kind) || kind === DIGIT;
}

function classify(character: string): Kind {
  if (unspaced.test(character)) return UNSPACED;
  if (/[.'\u2018\u2019\u2024\ufe52\uff07\uff0e]/u.test(character)) return MID_BOTH;
  if (/[:\u00b7\u0387\u055f\u05f4\u2027\ufe13\ufe55\uff1a]/u.test(character)) return MID_LETTER;
  if (/[,;\u037e\u0589\u060c\u060d\u066c\u07f8\u2044\ufe10\ufe14\ufe50\ufe54\uff0c\uff1b]/u.test(character)) {
    return MID_NUMBER;
  }
  if (/[\p{Pc}\u202f]/u.test(character)) return JOINER;
  if (/[\p{M}\p{Cf}\p{Emoji_Modifier}]/u.test(character)) return EXTEND;
  if (/\p{Nd}/u.test(character)) return DIGIT;
  if (character === '"') return DOUBLE_QUOTE;
  if (/\p{Alphabetic}/u.test(character)) return /\p{sc=Hebrew}/u.test(character) ? HEBREW : LETTER;
  return OTHER;
}
