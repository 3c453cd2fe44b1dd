import type { Issue } from './issue.ts';
import { pagesWithLink } from './parts/links.ts';
import { isInCircle } from './parts/redirects.ts';

/** A link to a redirect from which visitors never arrive at a page. */
export const redirectLoop: Issue = {
  id: 'redirect-loop',
  severity: 'error',
  scope: 'page',
  title: 'The page links to redirects that lead in a circle',
  howToFix:
    'Let the redirect end at a page that answers. Rules for the host, for https and for the slash at the end often contradict each other.',
  learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Redirections',
  find(site) {
    return pagesWithLink(site, (target) => isInCircle(target));
  },
};
