import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { NetworkFailure } from './failures.ts';
import { InflateEither } from './inflate-either.ts';

export type ContentCoding = 'gzip' | 'br' | 'deflate';

const DECODERS: Record<ContentCoding, () => Transform> = {
  gzip: () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: () => new InflateEither(),
};

export interface UnpackedBody {
  body: Uint8Array[];
  /** The body was, or may have been, longer than what was read. */
  truncated: boolean;
  /** Why reading stopped before the end; `null` for the size and time limits. */
  error: Error | null;
}

/**
 * Reads a body to its end, to `maxBytes` or to `until`, whichever comes first. The size is counted after decompression,
 * which stops there, so that a decompression bomb costs no more than `maxBytes`.
 *
 * @param codings in the order in which they were applied: the last is removed first
 * @param until on the clock of `performance.now()`
 * @returns what was read, also of a body that was cut off
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
      // The later stages may hold data that is still to be read: they are ended, not destroyed.
      const breakOff = (reason: Error) => {
        // The body is empty: that a decoder does not find its format is expected.
        if (isEmpty && error === null && stage !== source) return finish(false);
        error ??= reason;
        if (stage === last) finish(true);
        else (stages[index + 1] as Transform).end();
      };
      stage.on('error', breakOff);
      stage.on('close', () => {
        if (!stage.readableEnded) breakOff(new NetworkFailure('connection_reset'));
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
