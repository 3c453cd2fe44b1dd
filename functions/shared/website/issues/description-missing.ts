import { collapse } from '../../text/text.ts';
import type { Issue } from './issue.ts';
import { indexablePages } from './parts/answers.ts';

/** An indexable page without a meta description, or with an empty one. */
export const descriptionMissing: Issue = {
  id: 'description-missing',
  severity: 'warning',
  scope: 'page',
  title: 'The page has no meta description',
  howToFix: 'Give the page a meta description that says in a sentence or two what visitors find there.',
  learnMore: 'https://developers.google.com/search/docs/appearance/snippet',
  find(site) {
    return indexablePages(site).filter(({ facts }) => collapse(facts.meta_description ?? '') === '');
  },
};
