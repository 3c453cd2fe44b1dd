import { isRedirect } from '../site/redirect-ends.ts';
import type { Issue } from './issue.ts';
import { pagesWithLink } from './parts/links.ts';
import { isInCircle, redirectTarget } from './parts/redirects.ts';

/** A link to two redirects or more, one after the other. What leads in a circle is `redirect-loop`. */
export const redirectChain: Issue = {
  id: 'redirect-chain',
  severity: 'warning',
  scope: 'page',
  title: 'The page links to redirects that lead to further redirects',
  howToFix: 'Link to the last address, and let each redirect lead there at once.',
  learnMore: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Redirections',
  find(site) {
    return pagesWithLink(site, (target) => {
      const second = redirectTarget(site, target);
      return second !== undefined && isRedirect(second) && !isInCircle(target);
    });
  },
};
