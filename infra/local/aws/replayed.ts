import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** @returns a copy of a request whose body was read, with the body readable again */
export function replayed({ method, url, headers }: IncomingMessage, body: Buffer): IncomingMessage {
  return Object.assign(Readable.from([body]), { method, url, headers }) as unknown as IncomingMessage;
}
