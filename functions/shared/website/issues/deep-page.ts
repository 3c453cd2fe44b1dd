import type { Issue } from './issue.ts';
import { htmlPages } from './parts/answers.ts';

/** Three clicks are the usual advice, and Semrush reports more than three; one more is left for large sites. */
const MOST_CLICKS = 4;

/** A page that visitors reach late. */
export const deepPage: Issue = {
  id: 'deep-page',
  severity: 'notice',
  scope: 'site',
  title: 'The page is more than four clicks away from the home page',
  howToFix: 'Link to the page from a page that is nearer to the home page.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  find(site) {
    return htmlPages(site).filter(({ depth }) => depth !== null && depth > MOST_CLICKS);
  },
};
