import { eastAsianWidth } from 'get-east-asian-width';

/** @returns the text with each sequence of ASCII white space replaced by one space */
export function collapseRuns(text: string): string {
  return text.replace(/[ \t\n\f\r]+/g, ' ');
}

/** @returns the same, trimmed (DOM: strip and collapse) */
export function collapse(text: string): string {
  return collapseRuns(text).replace(/^ | $/g, '');
}

/** @returns the number of characters (code points) */
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

/**
 * @returns the width of a text in columns: two for East Asian wide and fullwidth characters (UAX 11), zero for marks
 */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!/\p{M}|\p{Cf}/u.test(character)) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  }
  return width;
}
