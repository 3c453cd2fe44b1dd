import type { Issue } from './issue.ts';
import { htmlPages } from './parts/answers.ts';

/** A link to another page of the site that is not followed. */
export const internalNofollow: Issue = {
  id: 'internal-nofollow',
  severity: 'notice',
  scope: 'page',
  title: 'The page has nofollow on links to pages of the site',
  howToFix: 'Remove nofollow from links to pages that search engines may read; robots.txt keeps them from the others.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
  find(site) {
    return htmlPages(site).filter(({ url, facts }) => facts.links.some((link) => link.nofollow && link.url !== url));
  },
};
