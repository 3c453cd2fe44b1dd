import type { Issue } from './issue.ts';
import { indexablePages } from './parts/answers.ts';

/** As of the check `word-count` of single pages; Yoast SEO asks for 300, Ahrefs reports less than 50. */
const LEAST_WORDS = 200;

/** An indexable page with few words. */
export const contentThin: Issue = {
  id: 'content-thin',
  severity: 'notice',
  scope: 'page',
  title: 'The page has little text',
  howToFix:
    'Say on the page what visitors look for there, or join it with another page. Pages that no one should find by search may have noindex.',
  learnMore: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  find(site) {
    return indexablePages(site).filter(({ facts }) => facts.word_count < LEAST_WORDS);
  },
};
