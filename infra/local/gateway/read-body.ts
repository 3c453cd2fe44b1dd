import type { IncomingMessage } from 'node:http';

/** Thrown when a body is longer than the limit. */
export class BodyTooLarge extends Error {
  readonly code = 'body_too_large';
}

/**
 * Reads a request's body. One that is too large is read to its end as well and discarded: a client that is still
 * sending does not read the response.
 *
 * @returns `null` when there is none
 * @throws {BodyTooLarge}
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<string | null> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) pieces = [];
    else pieces.push(piece);
  }
  if (size > maxBytes) throw new BodyTooLarge();
  return size > 0 ? Buffer.concat(pieces).toString() : null;
}
