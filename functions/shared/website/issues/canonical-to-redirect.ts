import { isRedirect } from '../site/redirect-ends.ts';
import type { Issue } from './issue.ts';
import { pagesWithCanonical } from './parts/canonicals.ts';

/** The canonical address is a redirect. */
export const canonicalToRedirect: Issue = {
  id: 'canonical-to-redirect',
  severity: 'warning',
  scope: 'site',
  title: 'The canonical address of the page redirects',
  howToFix: 'Name the address at which the redirect ends as the canonical one.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  find(site) {
    return pagesWithCanonical(site, (canonical) => isRedirect(canonical));
  },
};
