import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

interface WithHeaders {
  multiValueHeaders: Record<string, string[] | undefined> | null;
}

/**
 * A header of a request, whatever the case of its name.
 *
 * @param name in lower case
 * @returns all its lines, joined by commas as one list (RFC 9110, 5.3); '' where there is none
 */
export function requestHeader({ multiValueHeaders }: WithHeaders, name: string): string {
  const named = Object.entries(multiValueHeaders ?? {}).filter(([given]) => given.toLowerCase() === name);
  return named.flatMap(([, values]) => values ?? []).join(',');
}

/**
 * A weak ETag: answers with the same ETag say the same, though not always in the same bytes (compression, request id).
 *
 * @param parts what the answer is made of, each of any length
 */
export function weakEtag(...parts: string[]): string {
  const hash = createHash('sha256');
  // With its length before it, a part cannot run on into the next one.
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return `W/"${hash.digest('base64url')}"`;
}

/**
 * A 200 answer with its ETag; or 304 without a body, where `If-None-Match` of the request names the ETag: the caller has
 * this answer already.
 *
 * @param answer to a GET or HEAD request, with single headers
 */
export function unlessKnown(
  event: APIGatewayProxyEvent,
  etag: string,
  answer: APIGatewayProxyResult,
): APIGatewayProxyResult {
  const headers = { ...answer.headers, ETag: etag };
  if (!names(requestHeader(event, 'if-none-match'), etag)) return { ...answer, headers };
  const kept = Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith('content-'));
  return { statusCode: 304, headers: Object.fromEntries(kept), body: '' };
}

/** One tag of a list. A comma may be part of it (RFC 9110, 8.8.3). */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** `If-None-Match` compares weakly: `W/` makes no difference (RFC 9110, 13.1.2 and 8.8.3.2). */
function names(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return Array.from(ifNoneMatch.matchAll(TAG), ([, tag]) => tag).includes(opaque);
}

const POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  // Icons are in the style sheets.
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
};

/**
 * Security headers of a page and its files: nothing is loaded from other origins, inline scripts are not allowed. The
 * referrer policy stands in the page itself: with the header, Lighthouse's own navigation is aborted.
 *
 * @param policy directives of the Content-Security-Policy that differ
 */
export function pageHeaders(policy: Record<string, string[]> = {}): Record<string, string> {
  return {
    'Content-Security-Policy': Object.entries({ ...POLICY, ...policy })
      .map(([name, sources]) => [name, ...sources].join(' '))
      .join('; '),
    'Strict-Transport-Security': 'max-age=31536000',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // The gateway compresses.
    Vary: 'Accept-Encoding',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
}
