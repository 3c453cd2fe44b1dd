import { type CheckedTarget, type CrawledPage, isRedirect, isRequested } from '../../record/crawled-page.ts';
import type { IssueRow, LinkRow } from '../../record/site-evidence-schema.ts';
import type { Site, SitePage } from '../graph/site.ts';
import type { Evidence } from '../../analysis/rules/rule.ts';
import { type HtmlPage, MAX_RELATED } from '../issues/issue.ts';
import { withTargetFindings } from '../issues/targets.ts';
import type { CrawledTargets } from '../../crawls/check-targets.ts';
import type { FoundIssue } from './site-rows.ts';

/** The rows of one page. */
interface PageEvidence {
  /** Occurrences of issues on the page, in the order of the issues. */
  issues: IssueRow[];
  /** Its links, in the order of the page. */
  links: LinkRow[];
}

/** Lists the evidence of a site page by page, since all pages with their anchors do not fit into memory. */
export interface SiteEvidence {
  /** @param page with its anchors */
  ofPage: (page: CrawledPage) => PageEvidence;
  /** @returns links of sitemaps to the pages that they list, requested or not */
  ofSitemaps: (sitemaps: ReadonlyMap<string, string>) => LinkRow[];
}

/**
 * Prepares the lists of a site's evidence.
 *
 * @param issues issues that were found, with their pages
 * @param hosts hosts of the site
 * @param targets external targets and resources
 */
export function createSiteEvidence(
  site: Site,
  issues: readonly FoundIssue[],
  hosts: readonly string[],
  { list, outcomes }: CrawledTargets = { list: null, outcomes: new Map() },
): SiteEvidence {
  const external = new Set(list?.external);
  const statusOf = (url: string) => {
    const { end, http_status = null } = outcomes.get(url) ?? {};
    return site.pageOf(url)?.http_status ?? end?.status ?? http_status;
  };
  const issuesOf = issuesByPage(site, issues, statusOf);
  const row = linkRows(site, hosts, outcomes);
  return {
    ofPage(crawled) {
      const page: SitePage = { ...site.pageOf(crawled.url)!, ...withTargetFindings(crawled, outcomes, external) };
      return { issues: issuesOf(page), links: linksOf(page, row) };
    },
    ofSitemaps: (sitemaps) => Array.from(sitemaps, ([to, from]) => row(from, to, 'sitemap')),
  };
}

type Outcomes = ReadonlyMap<string, CheckedTarget>;
type StatusOf = (url: string) => number | null;

function issuesByPage(site: Site, issues: readonly FoundIssue[], statusOf: StatusOf): (page: SitePage) => IssueRow[] {
  const byPage = site.pages.map((): { found: FoundIssue; evidence: (page: HtmlPage) => Evidence[] }[] => []);
  for (const found of issues) {
    const shared = { found, evidence: found.issue.evidence?.(site) ?? (() => [{}]) };
    for (const { index } of found.pages) byPage[index]!.push(shared);
  }
  return (page) =>
    byPage[page.index]!.flatMap(({ found: { issue }, evidence }) => {
      const shown = evidence(page as HtmlPage);
      // If none of the elements is stored, the page is still listed.
      return (shown.length > 0 ? shown : [{}]).map((each) => issueRow(issue, page, each, statusOf));
    });
}

function issueRow(
  { id, severity }: FoundIssue['issue'],
  { url, http_status }: SitePage,
  { target, element = null, value = null, expected = null, related = [] }: Evidence,
  statusOf: StatusOf,
): IssueRow {
  return {
    issue: id,
    severity,
    url,
    target: target ?? null,
    status: target === undefined ? http_status : statusOf(target),
    element,
    value,
    expected,
    related: related.slice(0, MAX_RELATED),
  };
}

type Target = Pick<LinkRow, 'internal' | 'status' | 'final_url' | 'hops' | 'error'>;

type MakeLinkRow = (
  from: string,
  to: string,
  kind: LinkRow['kind'],
  element?: Pick<LinkRow, 'anchor' | 'rel'>,
) => LinkRow;

function linkRows(site: Site, hosts: readonly string[], outcomes: Outcomes): MakeLinkRow {
  const targetOf = targets(site, hosts, outcomes);
  return (from, to, kind, { anchor, rel } = { anchor: null, rel: [] }) => {
    const { internal, ...answer } = targetOf(to);
    return { from, to, kind, internal, anchor, rel, ...answer };
  };
}

function linksOf(page: SitePage, row: MakeLinkRow): LinkRow[] {
  const { url, facts, anchors, resources = [] } = page;
  if (isRedirect(page)) return [row(url, page.location!, 'redirect')];
  if (!facts) return [];
  return [
    ...anchors.map(({ to, text, rel }) =>
      row(url, to, 'link', { anchor: text, rel: rel.split(/\s+/).filter(Boolean) }),
    ),
    ...(facts.canonical === null ? [] : [row(url, facts.canonical, 'canonical')]),
    ...facts.hreflang.map((alternate) => row(url, alternate.url, 'hreflang')),
    ...resources.map(({ kind, to }) => row(url, to, kind)),
  ];
}

/** @returns a function that returns the members of a link's row that depend on its target */
function targets(site: Site, hosts: readonly string[], outcomes: Outcomes): (url: string) => Target {
  const siteHosts = new Set(hosts);
  const known = new Map<string, Target>();
  return (url) => {
    const cached = known.get(url);
    if (cached) return cached;
    const page = site.pageOf(url);
    if (!page) {
      const internal = siteHosts.has(URL.parse(url)?.hostname ?? '');
      const { http_status = null, end, failure = null } = outcomes.get(url) ?? {};
      return { internal, status: http_status, final_url: end?.url ?? null, hops: end?.hops ?? 0, error: failure };
    }
    const target = targetAt(page, site);
    known.set(page.url, target);
    return target;
  };
}

function targetAt(page: SitePage, { pages }: Site): Target {
  const end = isRedirect(page) ? pages[page.redirect_end] : undefined;
  return {
    internal: true,
    status: page.http_status,
    final_url: end?.url ?? null,
    hops: page.redirect_hops,
    error: isRequested(page) ? page.failure : null,
  };
}
