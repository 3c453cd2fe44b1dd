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
    title: 'The address answers that there is no such page (4xx)',
    howToFix:
      'Restore the page, or redirect the address to the page that replaces it. Where it is gone for good, remove the links to it.',
    learnMore: ABOUT_ERRORS,
    find: ({ pages }) => pages.filter(isClientError),
  },
  /** The page itself responded with 5xx. */
  {
    id: 'server-error',
    severity: 'error',
    scope: 'page',
    title: 'The server fails to answer with the page (5xx)',
    howToFix: "Look into the server's log for the cause. Pages that fail for days are dropped by search engines.",
    learnMore: ABOUT_ERRORS,
    find: ({ pages }) => pages.filter(isServerError),
  },
  {
    id: 'slow-page',
    severity: 'warning',
    scope: 'page',
    title: 'The server is slow to answer',
    howToFix: 'Answer from a cache, or find what takes the time on the server. Up to 800 ms are good.',
    learnMore: 'https://web.dev/articles/ttfb',
    find: (site) => htmlPages(site).filter(({ ttfb_ms }) => ttfb_ms !== null && ttfb_ms > TTFB_MS.poor),
    evidence: () => (page) => [{ value: page.ttfb_ms, expected: TTFB_MS.poor }],
  },
  /** The HTML is larger than the part that Google Search reads. */
  {
    id: 'large-page',
    severity: 'warning',
    scope: 'page',
    title: 'The HTML of the page is very large',
    howToFix:
      'Move styles, scripts, data and images that are part of the HTML to files of their own, and split long lists into several pages.',
    learnMore: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
    find: (site) => htmlPages(site).filter(({ html_bytes }) => html_bytes !== null && html_bytes > HTML_BYTES.max),
    evidence: () => (page) => [{ value: page.html_bytes, expected: HTML_BYTES.max }],
  },
];
