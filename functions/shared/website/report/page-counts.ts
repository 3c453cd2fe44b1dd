import type { SiteResult } from '../../record/site-audit.ts';
import { htmlPages } from '../issues/issue.ts';
import type { Site, SitePage } from '../site/site.ts';

/** @returns how many pages there are, by what search engines make of them */
export function pageCounts({ pages }: Site): SiteResult['pages'] {
  const because = (reason: SitePage['reason']) => pages.filter((page) => page.reason === reason).length;
  return {
    total: pages.length,
    indexable: because(null),
    noindex: because('noindex'),
    canonicalised: because('canonicalised'),
    redirected: because('redirect'),
    client_errors: because('client_error'),
    server_errors: because('server_error'),
    blocked_by_robots: because('robots'),
  };
}

/** @returns the mean score of the indexable pages, 0 to 100; `null` where there are none */
export function siteScore({ pages }: Site): number | null {
  const scores = pages.flatMap(({ indexable, facts }) => (indexable && facts ? [facts.seo_score] : []));
  return scores.length === 0 ? null : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

/** @returns the number of HTML pages for each number of clicks; what no link leads to is left out */
export function depthCounts(site: Site): SiteResult['depth'] {
  const counts: SiteResult['depth'] = {};
  for (const { depth } of htmlPages(site)) if (depth !== null) counts[depth] = (counts[depth] ?? 0) + 1;
  return counts;
}
