import type { Issue } from './issue.ts';
import { pagesWithCanonical } from './parts/canonicals.ts';

/** The canonical page is canonicalised itself; two pages that name each other are such a chain too. */
export const canonicalChain: Issue = {
  id: 'canonical-chain',
  severity: 'warning',
  scope: 'site',
  title: 'The canonical page names yet another page as the canonical one',
  howToFix: 'Name the last of these pages as the canonical one on each of them.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  find(site) {
    return pagesWithCanonical(site, ({ url, facts }) => (facts?.canonical ?? url) !== url);
  },
};
