import type { Issue } from './issue.ts';
import { htmlPages } from './parts/answers.ts';

/** In milliseconds: web.dev calls a time to first byte above it poor (https://web.dev/articles/ttfb). */
const POOR_TTFB_MS = 1_800;

/** The first byte of a page arrived late. */
export const slowPage: Issue = {
  id: 'slow-page',
  severity: 'warning',
  scope: 'page',
  title: 'The server is slow to answer',
  howToFix: 'Answer from a cache, or find what takes the time on the server. Up to 800 ms are good.',
  learnMore: 'https://web.dev/articles/ttfb',
  find(site) {
    return htmlPages(site).filter(({ ttfb_ms }) => ttfb_ms !== null && ttfb_ms > POOR_TTFB_MS);
  },
};
