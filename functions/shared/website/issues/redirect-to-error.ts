import { isRedirect } from '../site/redirect-ends.ts';
import type { Issue } from './issue.ts';
import { isBroken } from './parts/answers.ts';
import { pagesWithLink } from './parts/links.ts';
import { redirectEnd } from './parts/redirects.ts';

/** A link to a redirect at whose end there is no page. */
export const redirectToError: Issue = {
  id: 'redirect-to-error',
  severity: 'error',
  scope: 'page',
  title: 'The page links to redirects that end in an error',
  howToFix: 'Link to a page that answers, and let the redirect lead to such a page or remove it.',
  learnMore: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  find(site) {
    return pagesWithLink(site, (target) => {
      const end = isRedirect(target) ? redirectEnd(site, target) : undefined;
      return end !== undefined && isBroken(end);
    });
  },
};
