import type { Issue } from './issue.ts';
import { duplicates } from './parts/duplicates.ts';

/** Another indexable page says the same, word for word. */
export const contentDuplicate: Issue = {
  id: 'content-duplicate',
  severity: 'error',
  scope: 'site',
  title: 'The text of the page is the same as that of other pages',
  howToFix: 'Name one of the pages as the canonical one, or redirect the others to it.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  find(site) {
    return duplicates(site, 'text_hash').flat();
  },
};
