import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Of Brotli. */
const KEPT_QUALITY = 9;
/** A fifth of the work, for a few per cent more bytes. */
const PASSING_QUALITY = 5;

/** @returns a record's JSON text, compressed for its item */
export function compressRecord(json: string): Promise<Buffer> {
  return compressText(json, KEPT_QUALITY);
}

/** @returns the same of what is deleted soon, and is read by the same means */
export function compressPassing(json: string): Promise<Buffer> {
  return compressText(json, PASSING_QUALITY);
}

function compressText(json: string, quality: number): Promise<Buffer> {
  const text = Buffer.from(json);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return compress(text, { params });
}
