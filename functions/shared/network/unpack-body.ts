import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { ConnectionReset } from './failures.ts';
import { InflateEither } from './inflate-either.ts';

export type ContentCoding = 'gzip' | 'br' | 'deflate';

const DECODERS: Record<ContentCoding, () => Transform> = {
  gzip: () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: () => new InflateEither(),
};

export interface UnpackedBody {
  body: Uint8Array[];
  /** There was, or may have been, more than was read. */
  truncated: boolean;
  /** Why reading broke off before the end, where it was neither the size nor the time. */
  error: Error | null;
}

/**
 * Reads a body to its end, to `maxBytes` or to `until`, whichever comes first. The size is counted after unpacking and
 * unpacking stops there, so that a small body that unpacks to a huge one costs no more than `maxBytes`.
 *
 * @param codings in the order in which they were applied: the last is taken off first
 * @param until on the clock of `performance.now()`
 * @returns all that was read, also of a body that broke off
 */
export function unpackBody(
  source: Readable,
  codings: ContentCoding[],
  { maxBytes, until }: { maxBytes: number; until: number },
): Promise<UnpackedBody> {
  const stages: Readable[] = [source];
  for (const coding of codings.toReversed()) stages.push(stages.at(-1)!.pipe(DECODERS[coding]()));
  const last = stages.at(-1)!;

  return new Promise((resolve) => {
    const body: Uint8Array[] = [];
    let room = maxBytes;
    let error: Error | null = null;
    let isEmpty = true;
    source.once('data', () => (isEmpty = false));
    const timer = setTimeout(() => finish(true), Math.max(0, until - performance.now()));
    const finish = (truncated: boolean) => {
      clearTimeout(timer);
      for (const stage of stages) stage.destroy();
      resolve({ body, truncated, error });
    };
    stages.forEach((stage, index) => {
      // What the later stages already hold is worth having: they are ended, not destroyed.
      const breakOff = (reason: Error) => {
        // Nothing was packed: that no decoder finds its format is no surprise.
        if (isEmpty && error === null && stage !== source) return finish(false);
        error ??= reason;
        if (stage === last) finish(true);
        else (stages[index + 1] as Transform).end();
      };
      stage.on('error', breakOff);
      stage.on('close', () => {
        if (!stage.readableEnded) breakOff(new ConnectionReset());
      });
    });
    last.on('data', (chunk: Uint8Array) => {
      body.push(chunk.subarray(0, room));
      if (chunk.length > room) finish(true);
      room -= chunk.length;
    });
    last.on('end', () => finish(error !== null));
    if (source.destroyed) source.emit('close');
  });
}
