import type { Issue } from './issue.ts';
import { indexablePages } from './parts/answers.ts';

/** An indexable page with more than one `<h1>`. */
export const h1Several: Issue = {
  id: 'h1-several',
  severity: 'notice',
  scope: 'page',
  title: 'The page has several main headings (h1)',
  howToFix: 'Keep the <h1> that says what the page is about, and make the others <h2>.',
  learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/Heading_Elements',
  find(site) {
    return indexablePages(site).filter(({ facts }) => facts.h1_total > 1);
  },
};
