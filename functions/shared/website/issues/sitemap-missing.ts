import type { Issue } from './issue.ts';
import { indexablePages } from './parts/answers.ts';
import { linkedPages } from './parts/linked-pages.ts';

/** An indexable page that is linked and not listed, though there are sitemaps and they could be read. */
export const sitemapMissing: Issue = {
  id: 'sitemap-missing',
  severity: 'notice',
  scope: 'site',
  title: 'The page is in no sitemap',
  howToFix: 'Add the page to a sitemap.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  find(site) {
    if (!site.hasSitemap) return [];
    const linked = linkedPages(site);
    return indexablePages(site).filter((page) => !page.in_sitemap && linked.has(page));
  },
};
