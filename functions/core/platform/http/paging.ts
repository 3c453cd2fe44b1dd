import * as z from 'zod/mini';
import { createHash } from 'node:crypto';
import { invalidParameter } from './errors.ts';
import { message } from './message.ts';
import { BadValue, textParameter } from './parameters.ts';

/** A page of a list ends here, whatever its limit: 4 MB, as UTF-8. */
const PAGE_BYTES = 4_000_000;
/** Lambda takes a response of 6 MB, in which the body is a JSON string: its quotes and backslashes are escaped again. */
const ESCAPED_BYTES = 5_500_000;
/** Characters of the hash at the beginning of a cursor. */
const HASH = 12;
/** Longest cursor that is looked at. */
const MAX_CURSOR = 4_000;

/** `cursor`: the `next_cursor` of an answer; absent: from the beginning. The use case checks what is in it. */
export function cursorParameter() {
  const read = (cursor: string) => {
    if (cursor.length <= MAX_CURSOR) return cursor;
    throw new BadValue(message`must have at most ${{ max: MAX_CURSOR }} characters`);
  };
  return z.optional(
    textParameter(read, {
      description: 'The next_cursor of an answer to the same request; the answer continues after it',
      form: { type: 'string', maxLength: MAX_CURSOR },
      examples: [''],
    }),
  );
}

/**
 * A cursor tells where the next page of a list begins. It is no secret and holds none.
 *
 * @param position where the page ends, in any form that the list can go on from
 * @param query what has to be the same in the next request; compared as JSON
 * @returns characters that need no escape in an address
 */
export function cursorAt(position: string, query: unknown): string {
  return Buffer.from(hashOf(query, position) + position).toString('base64url');
}

/**
 * @returns the position in a cursor
 * @throws {ServiceError} invalid_parameter naming `cursor`, for one of another query, and for what is no cursor
 */
export function positionOf(cursor: string, query: unknown): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const position = text.slice(HASH);
  if (cursor.length <= MAX_CURSOR && cursorAt(position, query) === cursor) return position;
  throw invalidParameter(
    'cursor',
    'is not a cursor of this query: must be the next_cursor of an answer to the same query',
  );
}

/** Of the position as well: a cursor that was cut off is none. */
function hashOf(query: unknown, position: string): string {
  return createHash('sha256')
    .update(JSON.stringify([query, position]))
    .digest('base64url')
    .slice(0, HASH);
}

/**
 * Counts what stands on a page, item by item.
 *
 * @returns what counts one more item, given its text on the page, and tells whether all so far fit into one answer
 */
export function pageRoom(): (text: string) => boolean {
  let [bytes, escaped] = [0, 0];
  return (text) => {
    bytes += Buffer.byteLength(text) + 1;
    escaped += Buffer.byteLength(JSON.stringify(text));
    return bytes <= PAGE_BYTES && escaped <= ESCAPED_BYTES;
  };
}

/**
 * The first items of a list that fit into one answer, at least one.
 *
 * @param items as they stand in the answer
 */
export function fittingItems<Item>(items: Item[]): Item[] {
  const fits = pageRoom();
  const end = items.findIndex((item, index) => !fits(JSON.stringify(item)) && index > 0);
  return end < 0 ? items : items.slice(0, end);
}
