import type { Issue } from './issue.ts';

/** What a sitemap lists should be indexable. */
export const sitemapNoindex: Issue = {
  id: 'sitemap-noindex',
  severity: 'warning',
  scope: 'site',
  title: 'A sitemap lists the page although it has noindex',
  howToFix: 'Take the page out of the sitemap, or remove noindex if it should be found.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  find(site) {
    return site.pages.filter((page) => page.in_sitemap && page.reason === 'noindex');
  },
};
