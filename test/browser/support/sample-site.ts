import type { IssueRow, LinkRow } from '../../../functions/core/record/site-evidence-schema.ts';
import type { SiteAnswer, SiteRow } from '../../../functions/core/record/site-schema.ts';
import type { StoredResult } from '../../../functions/core/crawls/store/item.ts';
import { ISSUES } from '../../../functions/core/site-reports/issues/index.ts';
import { readCases } from '../../support/cases.ts';
import { siteRow } from '../../support/site-audit.ts';

type Issue = NonNullable<SiteAnswer['issues']>[number];

export const HOSTILE = '<img src=x onerror=alert(1)> \u202Eegap';
const PRODUCTS = 240;

export const MEASURED = 'https://measured.example';
const addressOf = (path: string) => MEASURED + path;

/** Returns pages of a site: a home page, products, and faulty pages. */
export function sampleRows(): SiteRow[] {
  const gone = { seo_score: null, title: null, indexable: false, depth: 2, in_sitemap: false };
  return [
    siteRow({
      url: addressOf('/'),
      title: 'Trail running shoes',
      seo_score: 92,
      inlinks: 240,
      issues: ['broken-link'],
    }),
    ...Array.from({ length: PRODUCTS }, (_, index) => sampleProduct(index)),
    siteRow({ ...gone, url: addressOf('/gone'), http_status: 404, reason: 'client_error', issues: ['client-error'] }),
    siteRow({ ...gone, url: addressOf('/old'), http_status: 301, reason: 'redirect', redirects_to: addressOf('/') }),
    siteRow({
      ...{ ...gone, url: addressOf('/private/x'), http_status: null },
      ...{ failure: 'robots_disallowed', reason: 'robots', depth: null },
    }),
    siteRow({ url: addressOf(`/${'long-'.repeat(60)}`), title: HOSTILE, seo_score: 40, depth: 3 }),
  ];
}

function sampleProduct(index: number): SiteRow {
  const number = String(index).padStart(3, '0');
  const isUntitled = index % 80 === 0;
  return siteRow({
    url: addressOf(`/shoes/${number}`),
    title: isUntitled ? null : `Shoe ${number}`,
    seo_score: isUntitled ? 58 : 83,
    depth: 1,
    internal_rank: 3,
    issues: isUntitled ? ['soft-404', 'content-thin'] : ['content-thin'],
  });
}

/** Returns the occurrences of all issues on these pages, in the order of the issues. */
export function sampleOccurrences(rows: readonly SiteRow[]): IssueRow[] {
  return ISSUES.flatMap(({ id, severity }) =>
    rows
      .filter(({ issues }) => issues.includes(id))
      .map(({ url, http_status: status }) => ({
        ...{ issue: id, severity, url, target: null, status, element: null, value: null, expected: null, related: [] },
        ...DETAILS[id],
      })),
  );
}

const DETAILS: Record<string, Partial<IssueRow>> = {
  'broken-link': { target: addressOf('/gone'), status: 404, element: `<a href="/gone">${HOSTILE}` },
  'content-thin': { value: 1_200, expected: 2_000, related: [addressOf('/'), addressOf('/old')] },
};

/** Returns the links of these pages: from the home page to each, and back, and to one that is gone. */
export function sampleLinks(rows: readonly SiteRow[]): LinkRow[] {
  const link = { kind: 'link' as const, internal: true, rel: [], final_url: null, hops: 0, error: null };
  const home = addressOf('/');
  return [
    ...rows.map(({ url }) => ({ ...link, from: home, to: url, anchor: 'All shoes', status: 200 })),
    ...rows.slice(1).flatMap(({ url }) => [
      { ...link, from: url, to: home, anchor: 'Home', status: 200 },
      { ...link, from: url, to: addressOf('/gone'), anchor: HOSTILE, status: 404 },
    ]),
  ];
}

/** Returns the audit of a site with issues of each severity, crawler traps, and an earlier crawl. */
export function sampleSite(domain: string): SiteAnswer {
  const { issues, ...site } = readCases<SiteAnswer>('page/site');
  return { ...site, domain, issues: issues!.map(withWords) };
}

/**
 * Returns the result of that audit, or one that differs from it.
 *
 * @param issues numbers of affected pages by id; `null`: no page could be read
 */
export function resultOf(
  issues?: Record<string, number> | null,
  total?: number,
  health?: number | null,
  site_score?: number | null,
): StoredResult {
  const site = issues === null ? unreachableSite() : sampleSite('measured.example');
  const result = Object.fromEntries(RESULT.map((name) => [name, site[name]])) as unknown as StoredResult;
  if (!issues) return result;
  const found = Object.entries(issues).map(([id, count]) => withWords({ id, count, examples: [] }));
  return {
    ...result,
    issues: found,
    pages: { ...result.pages, total: total! },
    health: health!,
    site_score: site_score!,
  };
}

const RESULT = [
  ...(['health', 'site_score', 'pages', 'issues', 'links', 'external', 'resources', 'depth', 'sitemap'] as const),
  ...(['duplicates', 'most_linked', 'skipped', 'changes'] as const),
];

/** Returns the audit of a site whose pages could not be read. */
const unreachableSite = () => readCases<SiteAnswer>('page/unreachable');

function withWords({ id, count, examples }: Pick<Issue, 'id' | 'count' | 'examples'>): Issue {
  const { severity, scope, title, impact, howToFix, learnMore } = ISSUES.find((issue) => issue.id === id)!;
  return { id, severity, scope, count, title, impact, how_to_fix: howToFix, learn_more: learnMore, examples };
}
