import { type ExtractRule, noValues } from '../../record/extracted.ts';
import type { SiteResult, SiteRow } from '../../record/site-schema.ts';
import type { Site, SitePage } from '../graph/site.ts';
import type { Severity } from '../../analysis/rules/rule.ts';
import { ISSUES } from '../issues/index.ts';
import type { Issue } from '../issues/issue.ts';

/**
 * @param extract values that the crawl extracts
 * @returns the rows of all pages, in order, each with its issues in the order of `found`
 */
export function siteRows(
  { pages }: Site,
  found: readonly FoundIssue[],
  extract: readonly ExtractRule[] = [],
): SiteRow[] {
  const issues = pages.map((): string[] => []);
  for (const { issue, pages: shown } of found) for (const { index } of shown) issues[index]!.push(issue.id);
  const home = pages.find(({ isHome }) => isHome)?.facts ?? null;
  return pages.map((page) => ({
    ...rowOf(page),
    ai_policy: differingPolicy(page, home),
    issues: issues[page.index]!,
    ...(extract.length > 0 && valuesOf(page, extract)),
  }));
}

/** Returns what a page declares to machines, if it is not what the home page declares. */
function differingPolicy(
  { facts, ai_policy: others, isHome }: SitePage,
  home: SitePage['facts'],
): SiteRow['ai_policy'] {
  const own = facts ? (facts.ai_policy ?? []) : others;
  if (!own || !home || isHome) return null;
  return JSON.stringify(own) === JSON.stringify(home.ai_policy ?? []) ? null : own;
}

function rowOf(page: SitePage): Omit<SiteRow, 'issues' | 'ai_policy'> {
  const { url, facts } = page;
  return {
    url,
    http_status: page.http_status,
    failure: page.failure,
    redirects_to: page.location,
    depth: page.depth,
    indexable: page.indexable,
    reason: page.reason,
    last_indexable_at: page.last_indexable_at,
    in_sitemap: page.sitemap !== null,
    ...contentOf(facts),
    content_type: page.content_type,
    html_bytes: page.html_bytes,
    ttfb_ms: page.ttfb_ms,
    inlinks: page.inlinks,
    outlinks: page.followed_links,
    external_links: facts?.external_links ?? null,
    internal_rank: page.internal_rank,
  };
}

function valuesOf(
  { extracted }: SitePage,
  extract: readonly ExtractRule[],
): Pick<SiteRow, 'extracted' | 'extract_failure'> {
  return { extracted: extracted?.values ?? noValues(extract), extract_failure: extracted?.failure ?? null };
}

/** Returns the members of a row that describe the content; all are `null` if there is no HTML page. */
function contentOf(facts: SitePage['facts']) {
  return {
    seo_score: facts?.seo_score ?? null,
    title: facts?.title ?? null,
    title_length: facts?.title_length ?? null,
    meta_description: facts?.meta_description ?? null,
    meta_description_length: facts?.meta_description_length ?? null,
    first_h1: facts?.first_h1 ?? null,
    canonical: facts?.canonical ?? null,
    meta_robots: facts?.meta_robots ?? null,
    x_robots_tag: facts?.x_robots_tag ?? null,
    lang: facts?.lang ?? null,
    word_count: facts?.word_count ?? null,
    content_hash: facts?.content_hash ?? null,
  };
}

/** Number of addresses in the summary of an issue. */
const EXAMPLES = 5;

/** An issue with the pages that have it, in the order of the site. */
export interface FoundIssue {
  issue: Issue;
  pages: SitePage[];
}

const RANKS: Record<Severity, number> = { error: 0, warning: 1, notice: 2 };

/** @returns the issues of a site by severity, then by number of pages, then by subject */
export function findIssues(site: Site): FoundIssue[] {
  const found = ISSUES.map((issue) => ({ issue, pages: [...issue.find(site)].sort((a, b) => a.index - b.index) }));
  return found
    .filter(({ pages }) => pages.length > 0)
    .sort((a, b) => RANKS[a.issue.severity] - RANKS[b.issue.severity] || b.pages.length - a.pages.length);
}

/** @returns an issue as a member of the result */
export function issueSummary({ issue, pages }: FoundIssue): SiteResult['issues'][number] {
  const { id, severity, scope, title, impact, howToFix, learnMore } = issue;
  return {
    id,
    severity,
    scope,
    count: pages.length,
    title,
    impact,
    how_to_fix: howToFix,
    learn_more: learnMore,
    examples: pages.slice(0, EXAMPLES).map(({ url }) => url),
  };
}
