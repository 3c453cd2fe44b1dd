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
    const end = Math.min(text.length, endOfBlock(text, start, BLOCK));
    const decoded = decodeHTML(text.slice(start, end), MODES[place]);
    if (decoded.charCodeAt(0) >= 0) blocks.push(decoded);
    start = end;
  }
  return blocks.join('');
}

/** @returns the end of a block that is at most so long and cuts no reference in two */
export function endOfBlock(text: string, start: number, length: number): number {
  const end = start + length;
  const reference = text.slice(end - LONGEST_REFERENCE, end).lastIndexOf('&');
  return reference < 0 ? end : end - LONGEST_REFERENCE + reference;
}
