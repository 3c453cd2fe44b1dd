import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import type { SiteState } from '../../../../contract.ts';
import { type Issue, SEVERITIES, type Severity } from '../../language/issue-texts.ts';

/** Categories of issues, in the order of the filter. */
export const CATEGORIES = [
  ...['links', 'responses', 'indexability', 'titles', 'content', 'structured_data', 'hreflang', 'resources'],
  ...['technical', 'addresses'],
] as const;
type Category = (typeof CATEGORIES)[number];

/** By the beginning of an issue's id; the longest one applies. */
const BY_PREFIX: Record<string, Category> = {
  'broken-link': 'links',
  'redirect-link': 'links',
  'canonicalised-link': 'links',
  'http-link': 'links',
  'single-inlink': 'links',
  'orphan-page': 'links',
  'dead-end': 'links',
  'deep-page': 'links',
  'internal-nofollow': 'links',
  'robots-blocked-link': 'links',
  'nofollow-page': 'links',
  'external-': 'links',
  'link-': 'links',
  redirect: 'responses',
  'client-error': 'responses',
  'server-error': 'responses',
  'soft-404': 'responses',
  'meta-refresh': 'responses',
  canonical: 'indexability',
  sitemap: 'indexability',
  'home-page-not-indexable': 'indexability',
  indexability: 'indexability',
  'not-indexable': 'indexability',
  noindex: 'indexability',
  robots: 'indexability',
  title: 'titles',
  description: 'titles',
  h1: 'titles',
  'heading-level': 'titles',
  content: 'content',
  'lang-missing': 'content',
  'javascript-shell': 'content',
  'structured-data': 'structured_data',
  hreflang: 'hreflang',
  image: 'resources',
  stylesheet: 'resources',
  script: 'resources',
  'mixed-content': 'resources',
  'form-insecure': 'technical',
  'slow-page': 'technical',
  'large-page': 'technical',
  'viewport-missing': 'technical',
  'charset-missing': 'technical',
  'doctype-missing': 'technical',
  'dom-large': 'technical',
  compression: 'technical',
  caching: 'technical',
  url: 'addresses',
};

/** Returns the category of an issue; `technical` for one of a later version of the service. */
export function categoryOf(id: string): Category {
  const known = Object.keys(BY_PREFIX).filter((prefix) => id.startsWith(prefix));
  const [longest] = known.toSorted((one, other) => other.length - one.length);
  return longest === undefined ? 'technical' : BY_PREFIX[longest]!;
}

/** An issue that only earlier crawls had. */
export type PastIssue = SiteState['past_issues'][number];

/** Returns the numbers of kinds of issues, by severity. */
export function countKinds(issues: readonly Pick<Issue, 'severity'>[]) {
  const count = (severity: Severity) => issues.filter((issue) => issue.severity === severity).length;
  return { errors: count('error'), warnings: count('warning'), notices: count('notice') };
}

type Crawled = Pick<SiteAnswer, 'history' | 'crawl_id'>;

/** The complete crawls of the whole site up to this one; none if it is no such crawl: only these are compared. */
function completeCrawls({ history, crawl_id }: Crawled) {
  const complete = history?.filter((crawl) => crawl.complete) ?? [];
  return complete.slice(0, complete.findIndex((crawl) => crawl.crawl_id === crawl_id) + 1);
}

/** The complete crawl before a complete one; `null`: there is nothing to compare with. */
export const previousCrawl = (site: Crawled) => completeCrawls(site).at(-2) ?? null;

/** How the health of a site has changed since the complete crawl before, and its line up to the present one. */
export function healthChange(site: Crawled & Pick<SiteAnswer, 'health'>) {
  const before = previousCrawl(site)?.health ?? null;
  const line = completeCrawls(site).flatMap(({ finished_at, health }) =>
    health === null ? [] : [{ at: Date.parse(finished_at), value: health }],
  );
  return { change: site.health === null || before === null ? 0 : site.health - before, line };
}

/** Issues that are found only with the options `external` and `resources`, which crawls of the history may not have had. */
export const dependsOnOptions = (id: string) => /^(?:external|image|stylesheet|script)-(?:broken|large)/.test(id);

/** By how many pages an issue differs from the complete crawl before; `null`: there is none, or it is not comparable. */
export function pagesChange({ id, count }: Pick<Issue, 'id' | 'count'>, site: Crawled): number | null {
  const previous = previousCrawl(site);
  return previous === null || dependsOnOptions(id) ? null : count - (previous.issues[id] ?? 0);
}

/** An issue whose number of pages differs from that of the crawl before. */
interface IssueChange extends PastIssue {
  pages: number;
  before: number;
}

/**
 * Compares the issues of a complete crawl with those of the complete crawl before.
 *
 * @returns the most severe first, in groups; `null`: there is nothing to compare with
 */
export function issueChanges(site: SiteAnswer, past: readonly PastIssue[]) {
  const { issues } = site;
  const previous = previousCrawl(site);
  if (!previous) return null;
  const counts = new Map(issues?.map(({ id, count }) => [id, count]));
  const compared = [...(issues ?? []), ...past].filter(({ id }) => !dependsOnOptions(id));
  const all = compared.map(({ id, severity, title }): IssueChange => {
    return { id, severity, title, pages: counts.get(id) ?? 0, before: previous.issues[id] ?? 0 };
  });
  const sorted = SEVERITIES.flatMap((severity) => all.filter((issue) => issue.severity === severity));
  return {
    new: sorted.filter(({ pages, before }) => before === 0 && pages > 0),
    more_pages: sorted.filter(({ pages, before }) => before > 0 && pages > before),
    fewer_pages: sorted.filter(({ pages, before }) => pages > 0 && pages < before),
    fixed: sorted.filter(({ pages, before }) => before > 0 && pages === 0),
  };
}
