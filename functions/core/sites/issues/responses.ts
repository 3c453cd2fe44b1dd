import { HTML_BYTES, TTFB_MS } from '../../analysis/audit/limits.ts';
import { htmlPages, type Issue, isClientError, isServerError } from './issue.ts';

const ABOUT_ERRORS = 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors';

/** Issues of responses. */
export const responseIssues: readonly Issue[] = [
  /** The page itself responded with 4xx, except 429. */
  {
    id: 'client-error',
    severity: 'error',
    scope: 'page',
    title: 'Page returns a client error (4xx)',
    impact: 'Visitors see an error, and search engines remove the page from the index.',
    howToFix:
      'Restore the page, or redirect its URL to the replacement with a 301. If the page is permanently gone, remove the links to it.',
    learnMore: ABOUT_ERRORS,
    find: ({ pages }) => pages.filter(isClientError),
  },
  /** The page itself responded with 5xx. */
  {
    id: 'server-error',
    severity: 'error',
    scope: 'page',
    title: 'Page returns a server error (5xx)',
    impact:
      'Visitors see an error; search engines reduce the crawl rate and remove pages that keep failing from the index.',
    howToFix:
      'Find the cause in the server log and fix it: timeouts, errors of the application, or an overloaded database.',
    learnMore: ABOUT_ERRORS,
    find: ({ pages }) => pages.filter(isServerError),
  },
  {
    id: 'slow-page',
    severity: 'warning',
    scope: 'page',
    title: 'Slow server response (TTFB)',
    impact: 'Visitors wait longer for the first content, and search engines crawl fewer pages in the same time.',
    howToFix:
      'Serve the page from a cache or CDN, or optimize slow database queries and backend code. A good time to first byte is at most 800 ms.',
    learnMore: 'https://web.dev/articles/ttfb',
    find: (site) => htmlPages(site).filter(({ ttfb_ms }) => ttfb_ms !== null && ttfb_ms > TTFB_MS.poor),
    evidence: () => (page) => [{ value: page.ttfb_ms, expected: TTFB_MS.poor }],
  },
  /** The HTML is larger than the part that Google Search reads. */
  {
    id: 'large-page',
    severity: 'warning',
    scope: 'page',
    title: 'HTML document over 2 MB',
    impact:
      'Googlebot processes only the first 2 MB of an HTML document: content and links after them are not indexed.',
    howToFix:
      'Move inline styles, scripts, data and images to separate files, and split long lists into several pages.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
    find: (site) => htmlPages(site).filter(({ html_bytes }) => html_bytes !== null && html_bytes > HTML_BYTES.max),
    evidence: () => (page) => [{ value: page.html_bytes, expected: HTML_BYTES.max }],
  },
];
