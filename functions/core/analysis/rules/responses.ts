import type { CrawledPage } from '../../record/crawled-page.ts';
import type { PageAudit } from './audit.ts';
import { MAX_HTML_BYTES, SLOW_TTFB_MS } from './limits.ts';
import { failure } from './messages.ts';
import type { Evidence, PageRule } from './rule.ts';

const ABOUT_ERRORS = 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors';

/** Lighthouse ignores savings below 1,400 bytes (uses-text-compression); compression halves HTML at least. */
const MIN_COMPRESSED_BYTES = 2_800;
/** Response headers that let a browser or a crawler keep a response or ask whether it has changed (RFC 9111, 4 and 4.3). */
const CACHING = ['cache-control', 'expires', 'etag', 'last-modified'];

/**
 * The page answers with a successful HTTP status.
 *
 * Passes below 400. Fails from 400 to 599.
 */
const httpStatusCode: PageAudit = {
  id: 'http-status-code',
  title: 'The page answers with a successful HTTP status',
  failureTitle: 'The page answers with an HTTP error',
  weight: 1,
  judge({ status }) {
    if (status < 400 || status > 599) return { status: 'pass' };
    return failure('page_http_error', { status });
  },
};

/** Rules about responses. */
export const responseRules: readonly PageRule[] = [
  /** The page itself responded with 4xx, except 429. */
  {
    id: 'client-error',
    severity: 'error',
    title: 'Page returns a client error (4xx)',
    impact: 'Visitors see an error, and search engines remove the page from the index.',
    howToFix:
      'Restore the page, or redirect its URL to the replacement with a 301. If the page is permanently gone, remove the links to it.',
    learnMore: ABOUT_ERRORS,
    audit: httpStatusCode,
    findIn: (page) => (isClientError(page) ? [{}] : []),
  },
  /** The page itself responded with 5xx. */
  {
    id: 'server-error',
    severity: 'error',
    title: 'Page returns a server error (5xx)',
    impact:
      'Visitors see an error; search engines reduce the crawl rate and remove pages that keep failing from the index.',
    howToFix:
      'Find the cause in the server log and fix it: timeouts, errors of the application, or an overloaded database.',
    learnMore: ABOUT_ERRORS,
    findIn: (page) => (isServerError(page) ? [{}] : []),
  },
  {
    id: 'slow-page',
    severity: 'warning',
    title: 'Slow server response (TTFB)',
    impact: 'Visitors wait longer for the first content, and search engines crawl fewer pages in the same time.',
    howToFix:
      'Serve the page from a cache or CDN, or optimize slow database queries and backend code. A good time to first byte is at most 800 ms.',
    learnMore: 'https://web.dev/articles/ttfb',
    find: ({ ttfb_ms }) => above(ttfb_ms, SLOW_TTFB_MS),
  },
  /** The HTML is larger than the part that Google Search reads. */
  {
    id: 'large-page',
    severity: 'warning',
    title: 'HTML document over 2 MB',
    impact:
      'Googlebot processes only the first 2 MB of an HTML document: content and links after them are not indexed.',
    howToFix:
      'Move inline styles, scripts, data and images to separate files, and split long lists into several pages.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
    find: ({ html_bytes }) => above(html_bytes, MAX_HTML_BYTES),
  },
  /** Chrome shows "Not secure" (https://developer.chrome.com/docs/lighthouse/pwa/is-on-https/). */
  {
    id: 'page-not-https',
    severity: 'warning',
    title: 'Page served over HTTP',
    impact: 'Browsers mark the page as not secure, and search engines prefer pages over HTTPS.',
    howToFix: 'Serve the page over HTTPS, and redirect its HTTP URL with a 301.',
    learnMore: 'https://web.dev/articles/enable-https',
    since: '0.4.0',
    find: ({ url }) => (url.startsWith('http:') ? [{ expected: url.replace(/^http:/, 'https:') }] : []),
  },
  {
    id: 'compression-missing',
    severity: 'warning',
    title: 'Text compression not enabled',
    impact: 'The HTML is several times larger than with compression, so that the page loads more slowly.',
    howToFix: 'Enable Brotli or gzip for text responses on the server or CDN.',
    learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/uses-text-compression/',
    since: '0.3.0',
    check({ served: { headers }, analysis: { page } }) {
      const coding =
        headers
          .find(([name]) => name === 'content-encoding')?.[1]
          .trim()
          .toLowerCase() ?? '';
      if (!['', 'identity', 'none'].includes(coding) || page.html_bytes < MIN_COMPRESSED_BYTES) return [];
      return [{ value: page.html_bytes, expected: 'Content-Encoding: br, zstd or gzip' }];
    },
  },
  {
    id: 'caching-missing',
    severity: 'notice',
    title: 'Missing cache headers',
    impact: 'Browsers and crawlers download the whole page again although it has not changed.',
    howToFix: 'Send ETag or Last-Modified, and a Cache-Control header that suits the page, for example no-cache.',
    learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Caching',
    since: '0.3.0',
    check: ({ served: { headers } }) =>
      headers.some(([name]) => CACHING.includes(name)) ? [] : [{ expected: 'Cache-Control, ETag or Last-Modified' }],
  },
];

const above = (value: number | null, limit: number): Evidence[] =>
  value !== null && value > limit ? [{ value, expected: limit }] : [];

/** 429 concerns the client, not the page (RFC 6585, section 4). */
const TOO_MANY_REQUESTS = 429;

/** @returns whether the page itself responded with 4xx; a response of a firewall is a failure instead */
export function isClientError({ http_status, failure }: CrawledPage): boolean {
  return failure === null && isBetween(http_status, 400, 499) && http_status !== TOO_MANY_REQUESTS;
}

/** @returns whether the page itself responded with 5xx */
export function isServerError({ http_status, failure }: CrawledPage): boolean {
  return failure === null && isBetween(http_status, 500, 599);
}

function isBetween(status: number | null, least: number, most: number): boolean {
  return status !== null && status >= least && status <= most;
}
