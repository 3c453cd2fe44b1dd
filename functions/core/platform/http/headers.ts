import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

interface WithHeaders {
  multiValueHeaders: Record<string, string[] | undefined> | null;
}

/**
 * Returns a header of a request; its name is case-insensitive.
 *
 * @param name in lower case
 * @returns all its values, joined by commas as one list (RFC 9110, 5.3); '' if there is none
 */
export function requestHeader({ multiValueHeaders }: WithHeaders, name: string): string {
  const named = Object.entries(multiValueHeaders ?? {}).filter(([given]) => given.toLowerCase() === name);
  return named.flatMap(([, values]) => values ?? []).join(',');
}

/**
 * Returns a weak ETag: responses with the same ETag have the same content, but not always the same bytes (compression,
 * request id).
 *
 * @param parts content of the response, each part of any length
 */
export function weakEtag(...parts: string[]): string {
  const hash = createHash('sha256');
  // The length before each part separates it from the next one.
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return `W/"${hash.digest('base64url')}"`;
}

/**
 * Returns the response with its ETag, or 304 without a body if `If-None-Match` of the request contains the ETag (RFC
 * 9110, 13.1.2).
 *
 * @param answer with status 200 to a GET or HEAD request, with single headers
 */
export function unlessKnown(
  event: APIGatewayProxyEvent,
  etag: string,
  answer: APIGatewayProxyResult,
): APIGatewayProxyResult {
  const headers = { ...answer.headers, ETag: etag };
  if (!containsEtag(requestHeader(event, 'if-none-match'), etag)) return { ...answer, headers };
  const kept = Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith('content-'));
  return { statusCode: 304, headers: Object.fromEntries(kept), body: '' };
}

/** One tag of a list. A comma may be part of it (RFC 9110, 8.8.3). */
const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** `If-None-Match` compares weakly: `W/` makes no difference (RFC 9110, 13.1.2 and 8.8.3.2). */
function containsEtag(ifNoneMatch: string, etag: string): boolean {
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
 * Returns the security headers of a page and its files: nothing is loaded from other origins, inline scripts are not
 * allowed. The referrer policy is in the page itself, because with the header Lighthouse's own navigation is aborted.
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
