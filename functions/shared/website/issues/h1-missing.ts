import type { Issue } from './issue.ts';
import { indexablePages } from './parts/answers.ts';

/** An indexable page without an `<h1>`. An `<h1>` without text counts: it may hold an image. */
export const h1Missing: Issue = {
  id: 'h1-missing',
  severity: 'warning',
  scope: 'page',
  title: 'The page has no main heading (h1)',
  howToFix: 'Give the page one <h1> that says what it is about.',
  learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/Heading_Elements',
  find(site) {
    return indexablePages(site).filter(({ facts }) => facts.h1_total === 0);
  },
};
