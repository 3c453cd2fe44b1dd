import { type Readable, Transform, type TransformCallback } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Inflate,
  type InflateRaw,
} from 'node:zlib';
import { NetworkFailure } from './failures.ts';

export type ContentCoding = 'gzip' | 'br' | 'deflate';

const DECODERS: Record<ContentCoding, () => Transform> = {
  gzip: () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: () => new InflateEither(),
};

interface UnpackedBody {
  body: Uint8Array[];
  /** The body was, or may have been, longer than the part that was read. */
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
 * @returns the part that was read, even if the body ended early
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
    let remainingBytes = maxBytes;
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
      // The later stages may contain data that has not been read, so they are ended and not destroyed.
      const stop = (reason: Error) => {
        // The body is empty, so the error of a decoder is expected.
        if (isEmpty && error === null && stage !== source) return finish(false);
        error ??= reason;
        if (stage === last) finish(true);
        else (stages[index + 1] as Transform).end();
      };
      stage.on('error', stop);
      stage.on('close', () => {
        if (!stage.readableEnded) stop(new NetworkFailure('connection_reset'));
      });
    });
    last.on('data', (chunk: Uint8Array) => {
      // A copy: the chunk is a view of a buffer of 64 KB, all of which would stay in memory and be sent to other threads.
      body.push(new Uint8Array(chunk.subarray(0, remainingBytes)));
      if (chunk.length > remainingBytes) finish(true);
      remainingBytes -= chunk.length;
    });
    last.on('end', () => finish(error !== null));
    if (source.destroyed) source.emit('close');
  });
}

/**
 * Decompresses the coding `deflate`: the zlib format (RFC 1950), as RFC 9110 requires, or raw deflate data (RFC 1951),
 * as some servers send.
 */
class InflateEither extends Transform {
  #inflate: Inflate | InflateRaw | undefined;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.#inflate ??= this.#start(chunk);
    this.#inflate.write(chunk, callback);
  }

  override _flush(callback: TransformCallback): void {
    if (!this.#inflate) return callback();
    this.#inflate.once('end', callback);
    this.#inflate.resume().end();
  }

  override _read(size: number): void {
    this.#inflate?.resume();
    super._read(size);
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#inflate?.destroy();
    callback(error);
  }

  #start(chunk: Buffer): Inflate | InflateRaw {
    const inflate = isZlib(chunk) ? createInflate() : createInflateRaw();
    inflate.on('data', (data: Buffer) => {
      if (!this.push(data)) inflate.pause();
    });
    inflate.on('error', (error) => this.destroy(error));
    return inflate;
  }
}

/** RFC 1950: method 8 in the low bits, and a header divisible by 31. */
function isZlib(chunk: Buffer): boolean {
  const [method = 0, flags = 0] = chunk;
  return (method & 0x0f) === 8 && (chunk.length < 2 || (method * 256 + flags) % 31 === 0);
}
