import { brotliCompress, constants } from 'node:zlib';
import { promisify } from 'node:util';

const compress = promisify(brotliCompress);

/** Brotli quality of records, which are stored for good. */
const PERMANENT_QUALITY = 9;
/** Brotli quality of items that expire: a fifth of the time, for a few per cent more bytes. */
const TEMPORARY_QUALITY = 5;

/** Compresses the JSON text of a record for its item. */
export function compressRecord(json: string): Promise<Buffer> {
  return compressText(json, PERMANENT_QUALITY);
}

/** Compresses JSON text for an item that expires, in the same format and in less time. */
export function compressPassing(json: string): Promise<Buffer> {
  return compressText(json, TEMPORARY_QUALITY);
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
