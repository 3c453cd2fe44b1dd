import type { Issue } from './issue.ts';
import { htmlPages } from './parts/answers.ts';

/**
 * Decompressed: Googlebot reads 2 MB of a file for Google Search, and nothing of what comes after.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/googlebot
 */
const LARGE_HTML_BYTES = 2_000_000;

/** The HTML is larger than what Google Search reads of it. */
export const largePage: Issue = {
  id: 'large-page',
  severity: 'warning',
  scope: 'page',
  title: 'The HTML of the page is very large',
  howToFix:
    'Move styles, scripts, data and images that are part of the HTML to files of their own, and split long lists into several pages.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
  find(site) {
    return htmlPages(site).filter(({ html_bytes }) => html_bytes !== null && html_bytes > LARGE_HTML_BYTES);
  },
};
