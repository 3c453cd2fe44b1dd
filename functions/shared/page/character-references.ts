import { decodeHTML, DecodingMode } from 'entities/decode';

const MODES = { text: DecodingMode.Legacy, attribute: DecodingMode.Attribute };
const BLOCK = 16 * 1024;
/** The longest name of a character is shorter. */
const LONGEST_REFERENCE = 40;

/**
 * Decodes character references such as `&amp;` (HTML standard, 13.2.5.72).
 *
 * @param place in attributes, a name without `;` counts only where no letter, digit or `=` follows
 */
export function decodeReferences(text: string, place: 'text' | 'attribute'): string {
  if (!text.includes('&')) return text;
  if (text.length <= BLOCK) return decodeHTML(text, MODES[place]);
  // Block by block: what the engine puts together of many pieces takes many times its size, until it is asked for a
  // character of it and lays it out.
  const blocks: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = blockEnd(text, start);
    const decoded = decodeHTML(text.slice(start, end), MODES[place]);
    if (decoded.charCodeAt(0) >= 0) blocks.push(decoded);
    start = end;
  }
  return blocks.join('');
}

/** An end that cuts no reference in two. */
function blockEnd(text: string, start: number): number {
  const end = start + BLOCK;
  const reference = text.lastIndexOf('&', end);
  return end < text.length && reference > end - LONGEST_REFERENCE ? reference : end;
}
