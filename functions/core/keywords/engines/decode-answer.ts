/** Characters of three or more bytes in UTF-8: text in other encodings hardly ever matches that form by chance. */
const BEYOND_TWO_BYTES = /[\u0800-\u{10ffff}]/u;
const UNICODE = ['utf-8', 'utf8'];

/**
 * Decodes a response. Labels may be wrong, so the order is: text that is certainly UTF-8, the labelled encoding, UTF-8,
 * GBK.
 *
 * @param label encoding that the response declares, or that the engine is known to use
 * @returns null where the bytes are valid in none of them
 */
export function decodeAnswer(body: Uint8Array, label: string | null): string | null {
  const unicode = decode(body, 'utf-8');
  if (unicode !== null && (label === null || UNICODE.includes(label) || BEYOND_TWO_BYTES.test(unicode))) return unicode;
  return (label === null ? null : decode(body, label)) ?? unicode ?? decode(body, 'gbk');
}

/** @returns the charset of a Content-Type header, lower case; null where it has none */
export function charsetOf(contentType: string): string | null {
  const label = /;\s*charset\s*=\s*["']?([^"'\s;]+)/i.exec(contentType);
  return label ? label[1]!.toLowerCase() : null;
}

/** @returns null where a byte is invalid, or the encoding does not exist */
function decode(body: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
