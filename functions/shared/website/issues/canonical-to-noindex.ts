import type { Issue } from './issue.ts';
import { pagesWithCanonical } from './parts/canonicals.ts';

/** The canonical page has noindex. */
export const canonicalToNoindex: Issue = {
  id: 'canonical-to-noindex',
  severity: 'error',
  scope: 'site',
  title: 'The canonical page is kept from search engines by noindex',
  howToFix: 'Remove noindex from the canonical page, or name another page as the canonical one.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  find(site) {
    return pagesWithCanonical(site, ({ reason }) => reason === 'noindex');
  },
};
