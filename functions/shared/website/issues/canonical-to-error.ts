import type { Issue } from './issue.ts';
import { isBroken } from './parts/answers.ts';
import { pagesWithCanonical } from './parts/canonicals.ts';

/** The canonical address is broken. */
export const canonicalToError: Issue = {
  id: 'canonical-to-error',
  severity: 'error',
  scope: 'site',
  title: 'The canonical address of the page answers with an error',
  howToFix: 'Name a page that answers as the canonical one, or the page itself.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  find(site) {
    return pagesWithCanonical(site, (canonical) => isBroken(canonical));
  },
};
