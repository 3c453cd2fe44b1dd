import type { Issue } from './issue.ts';
import { htmlPages, isBroken } from './parts/answers.ts';

/** An alternate of the site is broken. */
export const hreflangToError: Issue = {
  id: 'hreflang-to-error',
  severity: 'error',
  scope: 'site',
  title: 'An hreflang alternate of the page answers with an error',
  howToFix: 'Correct the address of the alternate, or remove it.',
  learnMore: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  find(site) {
    return htmlPages(site).filter(({ facts }) =>
      facts.hreflang.some(({ url }) => {
        const alternate = site.pageOf(url);
        return alternate !== undefined && isBroken(alternate);
      }),
    );
  },
};
