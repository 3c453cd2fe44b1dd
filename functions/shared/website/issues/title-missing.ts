import { collapse } from '../../text/text.ts';
import type { Issue } from './issue.ts';
import { indexablePages } from './parts/answers.ts';

/** An indexable page without a title, or with an empty one. */
export const titleMissing: Issue = {
  id: 'title-missing',
  severity: 'error',
  scope: 'page',
  title: 'The page has no title',
  howToFix: 'Give the page a <title> that says what it is about.',
  learnMore: 'https://developers.google.com/search/docs/appearance/title-link',
  find(site) {
    return indexablePages(site).filter(({ facts }) => collapse(facts.title ?? '') === '');
  },
};
