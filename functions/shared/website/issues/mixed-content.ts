import type { Issue } from './issue.ts';
import { htmlPages } from './parts/answers.ts';

/** A page over https that includes something over http. */
export const mixedContent: Issue = {
  id: 'mixed-content',
  severity: 'error',
  scope: 'page',
  title: 'The page includes files over http',
  howToFix: 'Load images, scripts and styles over https. Browsers block some of them otherwise.',
  learnMore: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
  find(site) {
    return htmlPages(site).filter(({ facts }) => facts.mixed_content > 0);
  },
};
