import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** @returns a request whose body has been read, to be read again */
export function replayed({ method, url, headers }: IncomingMessage, body: Buffer): IncomingMessage {
  return Object.assign(Readable.from([body]), { method, url, headers }) as unknown as IncomingMessage;
}
