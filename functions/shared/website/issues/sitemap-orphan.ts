import type { Issue } from './issue.ts';
import { htmlPages } from './parts/answers.ts';
import { linkedPages } from './parts/linked-pages.ts';

/**
 * No link leads to the page, not even by a redirect. What only a sitemap names is crawled last, so that pages that a
 * limit kept from being read are no reason for it.
 */
export const sitemapOrphan: Issue = {
  id: 'sitemap-orphan',
  severity: 'warning',
  scope: 'site',
  title: 'A sitemap lists the page, but no page links to it',
  howToFix: 'Link to the page from the pages that it belongs to, or take it out of the sitemap if it is not needed.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  find(site) {
    const linked = linkedPages(site);
    return htmlPages(site).filter((page) => page.in_sitemap && !linked.has(page));
  },
};
