import type { Issue } from './issue.ts';
import { isServerError } from './parts/answers.ts';

/** The page itself answered 5xx. */
export const serverError: Issue = {
  id: 'server-error',
  severity: 'error',
  scope: 'page',
  title: 'The server fails to answer with the page (5xx)',
  howToFix: "Look into the server's log for the cause. Pages that fail for days are dropped by search engines.",
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  find(site) {
    return site.pages.filter((page) => isServerError(page));
  },
};
