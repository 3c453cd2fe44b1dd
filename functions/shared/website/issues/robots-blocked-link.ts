import type { Issue } from './issue.ts';
import { pagesWithLink } from './parts/links.ts';

/** A followed link to what crawlers must not ask for. Such an address is not broken. */
export const robotsBlockedLink: Issue = {
  id: 'robots-blocked-link',
  severity: 'notice',
  scope: 'page',
  title: 'The page links to addresses that robots.txt forbids',
  howToFix: 'Allow the address in robots.txt if it should be found. Otherwise the link may stay as it is, or go.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
  find(site) {
    return pagesWithLink(site, ({ failure }) => failure === 'robots_disallowed', 'followed');
  },
};
