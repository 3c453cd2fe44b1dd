import type { Issue } from './issue.ts';
import { isBroken } from './parts/answers.ts';

/** What a sitemap lists should answer. */
export const sitemapError: Issue = {
  id: 'sitemap-error',
  severity: 'error',
  scope: 'site',
  title: 'A sitemap lists an address that answers with an error',
  howToFix: 'Take the address out of the sitemap, or restore the page.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  find(site) {
    return site.pages.filter((page) => page.in_sitemap && isBroken(page));
  },
};
