import { eastAsianWidth } from 'get-east-asian-width';

/** @returns the text with each run of ASCII white space as one space */
export function collapseRuns(text: string): string {
  return text.replace(/[ \t\n\f\r]+/g, ' ');
}

/** @returns the same, trimmed (DOM: strip and collapse) */
export function collapse(text: string): string {
  return collapseRuns(text).replace(/^ | $/g, '');
}

/** @returns number of characters (code points) */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** @returns the first `limit` characters (code points) */
export function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (let count = 0; count < limit && end < text.length; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** @returns columns that a text takes: East Asian wide and fullwidth characters take two (UAX 11), marks zero */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!/\p{M}|\p{Cf}/u.test(character)) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  }
  return width;
}
