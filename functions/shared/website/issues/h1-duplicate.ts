import type { Issue } from './issue.ts';
import { duplicates } from './parts/duplicates.ts';

/** Another indexable page has the same first `<h1>`. */
export const h1Duplicate: Issue = {
  id: 'h1-duplicate',
  severity: 'notice',
  scope: 'site',
  title: 'The main heading (h1) is used by several pages',
  howToFix: 'Give each page a heading of its own that says what sets it apart.',
  learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/Heading_Elements',
  find(site) {
    return duplicates(site, 'h1').flat();
  },
};
