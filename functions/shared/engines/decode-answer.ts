/** Characters that UTF-8 writes in three bytes or more: other encodings' text hardly ever has that form by accident. */
const BEYOND_TWO_BYTES = /[\u0800-\u{10ffff}]/u;
const UNICODE = ['utf-8', 'utf8'];

/**
 * Decodes an answer from its bytes. Labels may be wrong: what is UTF-8 beyond doubt is read so, then the label counts,
 * then UTF-8, then GBK.
 *
 * @param label what the answer, or what is known of the engine, says of the encoding
 * @returns null where the bytes fit none of them
 */
export function decodeAnswer(body: Uint8Array, label: string | null): string | null {
  const unicode = decode(body, 'utf-8');
  if (unicode !== null && (label === null || UNICODE.includes(label) || BEYOND_TWO_BYTES.test(unicode))) return unicode;
  return (label === null ? null : decode(body, label)) ?? unicode ?? decode(body, 'gbk');
}

/** @returns what a Content-Type header says of the encoding, lower case; null where it says nothing */
export function charsetOf(contentType: string): string | null {
  const label = /;\s*charset\s*=\s*["']?([^"'\s;]+)/i.exec(contentType);
  return label ? label[1]!.toLowerCase() : null;
}

/** @returns null where a byte does not fit, or there is no such encoding */
function decode(body: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
