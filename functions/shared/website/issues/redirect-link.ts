import { isRedirect } from '../site/redirect-ends.ts';
import type { Issue } from './issue.ts';
import { pagesWithLink } from './parts/links.ts';

/** A link to an address that redirects, wherever the redirect ends. */
export const redirectLink: Issue = {
  id: 'redirect-link',
  severity: 'notice',
  scope: 'page',
  title: 'The page links to addresses that redirect',
  howToFix: 'Link to the address at which the redirect ends.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  find(site) {
    return pagesWithLink(site, (target) => isRedirect(target));
  },
};
