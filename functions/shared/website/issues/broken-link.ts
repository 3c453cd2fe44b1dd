import type { Issue } from './issue.ts';
import { isBroken } from './parts/answers.ts';
import { pagesWithLink } from './parts/links.ts';

/**
 * A link, followed or not, to an address of the site that answered 4xx or 5xx, or whose host has no address. A
 * redirect that ends there is `redirect-to-error`.
 */
export const brokenLink: Issue = {
  id: 'broken-link',
  severity: 'error',
  scope: 'page',
  title: 'The page links to pages that do not exist or answer with an error',
  howToFix:
    'Correct the address of the link, or remove it. If the page has moved, redirect its old address to the new one.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  find(site) {
    return pagesWithLink(site, (target) => isBroken(target));
  },
};
