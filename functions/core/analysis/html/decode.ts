import sniffEncoding from 'html-encoding-sniffer';
import type { ServedPage } from '../../platform/network/http-client.ts';
import { charsetsInHead } from './head-charset.ts';

/** Encoding of a page. */
export interface Charset {
  /** WHATWG name, lower case. */
  name: string;
  /** Whether a byte order mark, the Content-Type header or a meta element in the first 1,024 bytes declares it. */
  declared: boolean;
}

/** Maximum number of bytes in which a meta element is searched that comes after the first 1,024. */
const MAX_HEAD = 100_000;

/**
 * Determines the encoding of a page: byte order mark, Content-Type, meta in the first 1,024 bytes (HTML standard,
 * encoding sniffing algorithm), a later meta in the head (changing the encoding while parsing); without any of these,
 * valid UTF-8 is utf-8, anything else windows-1252.
 *
 * @param body the page in pieces
 * @param contentType the Content-Type header, or null
 */
export function sniffCharset(body: readonly Uint8Array[], contentType: string | null): Charset {
  const label = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))/i.exec(contentType ?? '');
  const transport = label?.[1] ?? label?.[2] ?? label?.[3];
  const options = transport === undefined ? {} : { transportLayerEncodingLabel: transport.trim() };
  const head = start(body, 1024);
  const sniffed = sniffEncoding(head, { ...options, defaultEncoding: UNDECLARED });
  if (sniffed !== UNDECLARED) return { name: decodable(sniffed), declared: true };
  const later = charsetInHead(body);
  if (later !== null) return { name: decodable(later), declared: false };
  return { name: isUtf8(body) ? 'utf-8' : 'windows-1252', declared: false };
}

/** Decodes a page. */
export function decode(body: readonly Uint8Array[], charset: string): string {
  const whole = body.length === 1 ? body[0] : Buffer.concat(body);
  return new TextDecoder(charset).decode(whole);
}

const UNDECLARED = 'undeclared';
const NO_BYTES = new Uint8Array();

/** @returns the WHATWG name of the first known encoding; `null` without one */
function charsetInHead(body: readonly Uint8Array[]): string | null {
  const head = Buffer.from(start(body, MAX_HEAD)).toString('latin1');
  for (const label of charsetsInHead(head)) {
    const name = sniffEncoding(NO_BYTES, { transportLayerEncodingLabel: label, defaultEncoding: UNDECLARED });
    // A page whose meta element could be read is not in UTF-16.
    if (name !== UNDECLARED) return name.startsWith('UTF-16') ? 'UTF-8' : name;
  }
  return null;
}

/** TextDecoder does not support `x-user-defined` and rejects `replacement`. */
function decodable(encoding: string): string {
  try {
    return new TextDecoder(encoding).encoding;
  } catch {
    return 'windows-1252';
  }
}

function isUtf8(body: readonly Uint8Array[]): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const piece of body) decoder.decode(piece, { stream: true });
    return true; // an unfinished character at the end is the cut of a truncated page
  } catch {
    return false;
  }
}

function start(body: readonly Uint8Array[], bytes: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  let length = 0;
  for (const piece of body) {
    if (length >= bytes) break;
    const part = piece.subarray(0, bytes - length);
    copy.set(part, length);
    length += part.length;
  }
  return copy.subarray(0, length);
}

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
/** Beginnings of HTML by the WHATWG MIME Sniffing Standard (7.1), after white space and a byte order mark. */
const HTML_START =
  /^\uFEFF?[\t\n\f\r ]*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >])/i;
const SNIFFED_BYTES = 1_445;

/** @returns whether a response is HTML, by its Content-Type, or without one by its first bytes */
export function looksLikeHtml({ headers, body }: Pick<ServedPage, 'headers' | 'body'>): boolean {
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  return HTML_TYPES.includes(type) || HTML_START.test(startOf(body));
}

function startOf(body: Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let start = '';
  for (const chunk of body) {
    start += decoder.decode(chunk.subarray(0, SNIFFED_BYTES), { stream: true });
    if (start.length >= SNIFFED_BYTES) break;
  }
  return start;
}
