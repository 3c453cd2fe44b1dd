import type { SiteResult } from '../../record/site-audit.ts';
import type { Site } from '../site/site.ts';

const MOST = 10;

/** @returns the pages of the highest internal rank, the highest first; none that has none, such as redirects */
export function mostLinked({ pages }: Site): SiteResult['most_linked'] {
  return pages
    .filter(({ internal_rank }) => internal_rank > 0)
    .sort((a, b) => b.internal_rank - a.internal_rank)
    .slice(0, MOST)
    .map(({ url, internal_rank }) => ({ url, internal_rank }));
}
