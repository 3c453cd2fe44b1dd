import { Transform, type TransformCallback } from 'node:stream';
import { createInflate, createInflateRaw, type Inflate, type InflateRaw } from 'node:zlib';

/**
 * Decompresses the coding `deflate`: the zlib format (RFC 1950), as RFC 9110 requires, or raw deflate data (RFC 1951),
 * as some servers send.
 */
export class InflateEither extends Transform {
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
