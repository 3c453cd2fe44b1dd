import type { Issue } from './issue.ts';
import { htmlPages, indexablePages } from './parts/answers.ts';

/**
 * An indexable page with one link to it. While pages that are linked were not read, such as beyond the limit, they may
 * link to it: then nothing is said.
 */
export const singleInlink: Issue = {
  id: 'single-inlink',
  severity: 'notice',
  scope: 'site',
  title: 'Only one page links to the page with a followed link',
  howToFix: 'Link to the page from further pages on the same subject.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  find(site) {
    const isWhole = htmlPages(site).every(({ facts }) =>
      facts.links.every(({ url, nofollow }) => nofollow || site.pageOf(url)),
    );
    return isWhole ? indexablePages(site).filter(({ inlinks }) => inlinks.length === 1) : [];
  },
};
