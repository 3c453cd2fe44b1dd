import type { Issue } from './issue.ts';
import { isClientError } from './parts/answers.ts';

/** The page itself answered 4xx, apart from 429. */
export const clientError: Issue = {
  id: 'client-error',
  severity: 'error',
  scope: 'page',
  title: 'The address answers that there is no such page (4xx)',
  howToFix:
    'Restore the page, or redirect the address to the page that replaces it. Where it is gone for good, remove the links to it.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  find(site) {
    return site.pages.filter((page) => isClientError(page));
  },
};
