import type { IssueRow, LinkRow } from '../../../functions/core/record/site-evidence-schema.ts';
import type { SiteAnswer, SiteRow } from '../../../functions/core/record/site-schema.ts';
import { ISSUES } from '../../../functions/core/sites/issues/index.ts';
import { readCases } from '../../support/cases.ts';
import { siteRow } from '../../support/site-audit.ts';

type Issue = NonNullable<SiteAnswer['issues']>[number];

const HOSTILE = '<img src=x onerror=alert(1)> \u202Eegap';
const PRODUCTS = 240;

const addressOf = (path: string) => `https://measured.example${path}`;

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
    issues: isUntitled ? ['title-missing', 'content-thin'] : ['content-thin'],
  });
}

/** Returns the occurrences of an issue on these pages. */
export function sampleOccurrences(rows: readonly SiteRow[], id: string): IssueRow[] {
  const { severity } = ISSUES.find((issue) => issue.id === id)!;
  return rows
    .filter(({ issues }) => issues.includes(id))
    .map(({ url, http_status: status }) => ({
      ...{ issue: id, severity, url, target: null, status, element: null, value: null, expected: null, related: [] },
      ...DETAILS[id],
    }));
}

const DETAILS: Record<string, Partial<IssueRow>> = {
  'broken-link': { target: addressOf('/gone'), status: 404, element: `<a href="/gone">${HOSTILE}` },
  'content-thin': { value: 1_200, expected: 2_000, related: [addressOf('/'), addressOf('/old')] },
};

/** Returns links from or to a page. */
export function sampleLinks(from: string | null, to: string | null): LinkRow[] {
  const link = { kind: 'link' as const, internal: true, rel: [], final_url: null, hops: 0, error: null };
  const shown = from ?? to ?? '';
  if (to !== null) return [{ ...link, from: addressOf('/'), to, anchor: 'All shoes', status: 200 }];
  return [
    { ...link, from: shown, to: addressOf('/'), anchor: 'Home', status: 200 },
    { ...link, from: shown, to: addressOf('/gone'), anchor: HOSTILE, status: 404 },
  ];
}

/** Returns the audit of a site with issues of each severity, crawler traps, and an earlier crawl. */
export function sampleSite(domain: string): SiteAnswer {
  const { issues, ...site } = readCases<SiteAnswer>('page/site');
  return { ...site, domain, issues: issues!.map(withWords) };
}

/** Returns the audit of a site whose pages could not be read. */
export function unreachableSite(domain: string): SiteAnswer {
  return { ...readCases<SiteAnswer>('page/unreachable'), domain };
}

function withWords({ id, count, examples }: Pick<Issue, 'id' | 'count' | 'examples'>): Issue {
  const { severity, scope, title, impact, howToFix, learnMore } = ISSUES.find((issue) => issue.id === id)!;
  return { id, severity, scope, count, title, impact, how_to_fix: howToFix, learn_more: learnMore, examples };
}
