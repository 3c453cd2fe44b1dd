import { isRedirect } from '../site/redirect-ends.ts';
import type { Issue } from './issue.ts';

/** What a sitemap lists should be the address of a page. */
export const sitemapRedirect: Issue = {
  id: 'sitemap-redirect',
  severity: 'warning',
  scope: 'site',
  title: 'A sitemap lists an address that redirects',
  howToFix: 'List the address at which the redirect ends.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  find(site) {
    return site.pages.filter((page) => page.in_sitemap && isRedirect(page));
  },
};
