import { createHash } from 'node:crypto';
import { invalidParameter } from './errors.ts';

/** Characters of the hash at the beginning of a cursor. */
const HASH = 12;
/** Longest cursor that is looked at. */
export const MAX_CURSOR = 4_000;

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
  const message = 'is not a cursor of this query: it has to be the next_cursor of the same query';
  throw invalidParameter('cursor', message);
}

/** Of the position as well: a cursor that was cut off is none. */
function hashOf(query: unknown, position: string): string {
  return createHash('sha256')
    .update(JSON.stringify([query, position]))
    .digest('base64url')
    .slice(0, HASH);
}
