import type { ServedPage } from '../../platform/network/served-page.ts';

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
/** How HTML begins, by the WHATWG MIME Sniffing Standard (7.1), after white space and a byte order mark. */
const HTML_START =
  /^\uFEFF?[\t\n\f\r ]*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >])/i;
const SNIFFED_BYTES = 1_445;

/** @returns whether a response is HTML, by its Content-Type, else by its first bytes */
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
