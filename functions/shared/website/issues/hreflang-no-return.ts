import type { Issue } from './issue.ts';
import { htmlPages } from './parts/answers.ts';

/**
 * An alternate that was read names neither the page nor its canonical address. Of alternates on other sites, and of
 * what is no page, nothing is known here.
 */
export const hreflangNoReturn: Issue = {
  id: 'hreflang-no-return',
  severity: 'warning',
  scope: 'site',
  title: 'An hreflang alternate of the page does not name the page in return',
  howToFix: 'Let all versions of the page name each other, and themselves, with hreflang.',
  learnMore: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  find(site) {
    const named = new Map(htmlPages(site).map(({ url, facts }) => [url, new Set(facts.hreflang.map((to) => to.url))]));
    return htmlPages(site).filter((page) =>
      page.facts.hreflang.some(({ url }) => {
        const back = url === page.url ? undefined : named.get(url);
        return back !== undefined && !back.has(page.url) && !back.has(page.facts.canonical ?? page.url);
      }),
    );
  },
};
