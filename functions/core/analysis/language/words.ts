import { characters } from '../../platform/text/text.ts';

/** Created when first needed: that takes ten milliseconds, like the first object of `Intl` with a locale. */
let segmenter: Intl.Segmenter | undefined;

const LETTER = 'A-Za-zÀ-ÖØ-öø-ſА-яЁё';
/** Letters, digits and separators for which Unicode's rules are those of {@link PLAIN_WORD}. */
const PLAIN = new RegExp(`^[${LETTER}0-9 .,'’!?"#$%&()*+/<=>@\\[\\]{|}~-]*$`);
/** Full stops and apostrophes join characters of the same kind, commas only digits. */
const PLAIN_WORD = new RegExp(
  `(?:[${LETTER}0-9]|(?<=[${LETTER}])[.'’](?=[${LETTER}])|(?<=[0-9])[.,'’](?=[0-9]))+`,
  'g',
);

/** A word and its position in a string. */
interface PlacedWord {
  word: string;
  /** In UTF-16 units, like all offsets of strings. */
  start: number;
}

/** @returns the words of a text in order (Unicode Standard Annex 29; by dictionary for scripts without spaces) */
export function placedWords(text: string): PlacedWord[] {
  if (PLAIN.test(text)) return [...text.matchAll(PLAIN_WORD)].map(({ 0: word, index }) => ({ word, start: index }));
  const words: PlacedWord[] = [];
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) words.push({ word: segment, start: index });
  }
  return words;
}

/** @returns the words of a text in order, without punctuation and symbols */
export function wordsOf(text: string): string[] {
  return placedWords(text).map(({ word }) => word);
}

export function wordCount(keyword: string): number {
  return placedWords(keyword).length;
}

/** @returns number of code points, as in all lengths of the record */
export function charCount(keyword: string): number {
  return characters(keyword);
}

/** Characters of scripts that are written without spaces, as a class for regular expressions. */
export const UNSPACED = '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\u30fc';

const UNSPACED_WORD = new RegExp(`^[${UNSPACED}][${UNSPACED}\\p{M}]*$`, 'u');

/** Sorts before all characters of these scripts. */
const FIRST_UNSPACED = '\u0e01';

/** @returns whether all characters of a word are of scripts that are written without spaces */
export function isUnspaced(word: string): boolean {
  return word >= FIRST_UNSPACED && UNSPACED_WORD.test(word);
}

/** The replacement character, which decoders insert for octets that are not valid UTF-8. */
export const NO_TEXT = '\ufffd';

/**
 * Returns the normal form of a keyword, in which it is stored, compared and shown: NFKC, lower case, white space
 * collapsed and trimmed, without control, format and other invisible characters and lone surrogates.
 *
 * Since the form is shown to people, case is only folded if the spelling stays correct: `ß` and a final `ς` are kept
 * (`toLowerCase`, not Unicode's full case folding to `ss` and `σ`); the combining dot of a lower-cased `İ` is removed.
 * Of invisible characters only ZWJ and ZWNJ are kept, if they change how a word is written: between letters of scripts
 * that join or stack, and ZWJ between emoji.
 *
 * @returns a string that is its own normal form; may be empty
 */
export function normaliseKeyword(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  let form = text;
  // Removing or folding characters can make others adjacent that compose; real text needs two rounds.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = fold(form);
    if (next === form) break;
    form = next;
  }
  return form;
}

const MAX_ROUNDS = 8;
const ASCII = /^[\x20-\x7e]*$/;
/** Also noncharacters: SQS refuses messages with U+FFFE or U+FFFF. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
const JOINER = /[\u200c\u200d]/;
const JOINING =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}';
/** ZWJ and ZWNJ that change how a word is written, as a pattern for regular expressions. */
export const NEEDED_JOINER = `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])|(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}])\\u200d(?=\\p{Extended_Pictographic})`;
const NEEDED = new RegExp(NEEDED_JOINER, 'gu');
/** Longer runs have no meaning, and ICU takes quadratic time for them (UAX 15, stream-safe format). */
const MARKS = /(\p{M}{30})\p{M}+/gu;

function fold(text: string): string {
  const spaced = text.replace(/[\s\u0085]+/g, (space) => (space === '\ufeff' ? '' : ' '));
  const visible = withoutInvisible(spaced).replace(MARKS, '$1');
  const lower = visible.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i');
  return lower.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

function withoutInvisible(text: string): string {
  if (!JOINER.test(text)) return text.replace(INVISIBLE, '');
  const kept = new Set([...text.matchAll(NEEDED)].map(({ index }) => index));
  return text.replace(INVISIBLE, (character, index: number) => (kept.has(index) ? character : ''));
}
