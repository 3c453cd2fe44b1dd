import type { IssueCatalogue } from '../../record/site-evidence-schema.ts';
import type { SiteIssueCounts } from '../../crawls/store/issue-counts.ts';

/** An issue of the last crawls of all sites. */
export interface TopIssue {
  id: string;
  severity: IssueCatalogue['items'][number]['severity'];
  title: string;
  /** Number of affected pages of all sites, and of sites that have any. */
  pages: number;
  domains: number;
  /** Up to five sites, those with the most affected pages first. */
  examples: { domain: string; pages: number }[];
}

const MAX_EXAMPLES = 5;
const SEVERITIES = ['error', 'warning', 'notice'];

/**
 * Adds up the issues of sites.
 *
 * @param catalogue definitions of the issues; counts of an issue that it does not contain are left out
 * @returns the most severe first, those of the same severity by the number of pages
 */
export function topIssues(sites: readonly SiteIssueCounts[], catalogue: IssueCatalogue['items']): TopIssue[] {
  const found = new Map<string, { domain: string; pages: number }[]>();
  for (const { domain, pages: counts } of sites) {
    for (const [id, pages] of Object.entries(counts)) {
      if (pages === 0) continue;
      const affected = found.get(id) ?? [];
      affected.push({ domain, pages });
      found.set(id, affected);
    }
  }
  return catalogue
    .flatMap(({ id, severity, title }): TopIssue[] => {
      const affected = found.get(id);
      if (!affected) return [];
      const examples = affected
        .toSorted((one, other) => other.pages - one.pages || (one.domain < other.domain ? -1 : 1))
        .slice(0, MAX_EXAMPLES);
      const pages = affected.reduce((sum, each) => sum + each.pages, 0);
      return [{ id, severity, title, pages, domains: affected.length, examples }];
    })
    .toSorted(
      (one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) || other.pages - one.pages,
    );
}
