import { createHash } from 'node:crypto';

/**
 * Tells whether two pages say the same: case and white space do not matter.
 *
 * @param text visible text of a page
 * @returns SHA-256 in base64url of its words in lower case; empty where it has none
 */
export function textHash(text: string): string {
  const words = text.toLowerCase().split(/\s+/).join(' ').trim();
  return words === '' ? '' : createHash('sha256').update(words).digest('base64url');
}
