/** Stands where octets were no text. */
export const NO_TEXT = '\ufffd';

/**
 * The normal form of a keyword: under it a keyword is stored, compared and shown. NFKC, lower case, white space
 * collapsed and trimmed, without control, format and other invisible characters and halves of surrogate pairs.
 *
 * Case is folded as far as the spelling stays right, since the form is shown to people: `ß` and a final `ς` stay
 * (`toLowerCase`, not the full folding of Unicode, which makes them `ss` and `σ`); the dot that `İ` leaves behind goes.
 * Of invisible characters only ZWJ and ZWNJ stay, where they change how a word is written: between letters of scripts
 * that join or stack, and ZWJ between emoji.
 *
 * @returns a text that is its own normal form; may be empty
 */
export function normaliseKeyword(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  let form = text;
  // What is taken out or folded can bring together what composes: twice is enough for all that is ever written.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = fold(form);
    if (next === form) break;
    form = next;
  }
  return form;
}

const MAX_ROUNDS = 8;
const PLAIN = /^[\x20-\x7e]*$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const JOINER = /[\u200c\u200d]/;
const JOINING =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}';
const NEEDED = new RegExp(
  `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])|(?<=[\\p{ExtPict}\\p{EMod}])\\u200d(?=\\p{ExtPict})`,
  'gu',
);
/** Longer runs mean nothing, and take ICU a time that grows with their square (UAX 15, stream-safe format). */
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
