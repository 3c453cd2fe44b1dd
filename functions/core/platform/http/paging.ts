import * as z from 'zod/mini';
import { createHash } from 'node:crypto';
import { invalidParameter } from './errors.ts';
import { BadValue, textParameter } from './parameters.ts';

/** Maximum size of a page of a list in bytes of UTF-8, independent of the parameter `limit`. */
const PAGE_BYTES = 4_000_000;
/**
 * Lambda's limit of a response is 6 MB, and the body in it is a JSON string, in which quotes and backslashes are
 * escaped.
 */
const ESCAPED_BYTES = 5_500_000;
/** Number of characters of the hash at the beginning of a cursor. */
const HASH_LENGTH = 12;
/** Maximum size of a position in bytes of UTF-8: with their prefixes, sort keys of DynamoDB have at most 1,024 bytes. */
const MAX_POSITION = 1_000;
/** Maximum length of a cursor, which is in base64url. */
const MAX_CURSOR = Math.ceil(((HASH_LENGTH + MAX_POSITION) * 4) / 3);

/**
 * Returns the parameter `cursor`: the `next_cursor` of an answer. Default: the beginning. The use case checks its
 * content.
 */
export function cursorParameter() {
  const read = (cursor: string) => {
    if (cursor.length <= MAX_CURSOR) return cursor;
    throw new BadValue('max_characters', { max: MAX_CURSOR });
  };
  return z.optional(
    textParameter(read, {
      description: '`next_cursor` of the previous response to the same request; the list continues after it',
      form: { type: 'string', maxLength: MAX_CURSOR },
      examples: [''],
    }),
  );
}

/**
 * Returns the cursor of the position at which the next page of a list begins. It neither is a secret nor contains one.
 *
 * @param position where the page ends, in any form with which the list can be continued
 * @param query the parameters that have to be the same in the next request, compared as JSON
 * @returns text in base64url
 */
export function cursorAt(position: string, query: unknown): string {
  return Buffer.from(hashOf(query, position) + position).toString('base64url');
}

/**
 * Reads the position in a cursor.
 *
 * @throws {ServiceError} invalid_parameter with `cursor`, if it is invalid or of another query
 */
export function positionOf(cursor: string, query: unknown): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.slice(HASH_LENGTH);
  if (cursor.length <= MAX_CURSOR && cursorAt(position, query) === cursor) return position;
  throw invalidParameter('cursor', 'cursor');
}

/** Hashes the position as well, so that a truncated cursor is invalid. */
function hashOf(query: unknown, position: string): string {
  return createHash('sha256')
    .update(JSON.stringify([query, position]))
    .digest('base64url')
    .slice(0, HASH_LENGTH);
}

/**
 * Creates a counter of the size of a page.
 *
 * @returns a function that adds one item, given its text on the page, and returns whether all items so far fit into one
 *   response
 */
export function createPageSizeCounter(): (text: string) => boolean {
  let [bytes, escaped] = [0, 0];
  return (text) => {
    bytes += Buffer.byteLength(text) + 1;
    escaped += Buffer.byteLength(JSON.stringify(text));
    return bytes <= PAGE_BYTES && escaped <= ESCAPED_BYTES;
  };
}

/**
 * Returns the first items of a list that fit into one response, at least one.
 *
 * @param items in the form in which the response contains them
 */
export function fittingItems<Item>(items: Item[]): Item[] {
  const fits = createPageSizeCounter();
  const end = items.findIndex((item, index) => !fits(JSON.stringify(item)) && index > 0);
  return end < 0 ? items : items.slice(0, end);
}
