import type { Issue } from './issue.ts';
import { htmlPages } from './parts/answers.ts';

/** The root element has no `lang`, or an empty one: screen readers need it. */
export const langMissing: Issue = {
  id: 'lang-missing',
  severity: 'warning',
  scope: 'page',
  title: 'The page does not say in which language it is',
  howToFix: 'Name the language in the lang attribute of <html>, such as lang="en".',
  learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Global_attributes/lang',
  find(site) {
    return htmlPages(site).filter(({ facts }) => (facts.lang ?? '').trim() === '');
  },
};
