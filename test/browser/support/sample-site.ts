import type { SiteAnswer, SiteRow } from '../../../functions/shared/record/site-audit.ts';
import { ISSUES } from '../../../functions/shared/website/issues/index.ts';
import { siteResult, siteRow } from '../../support/site-audit.ts';

const ENDED = '2026-11-22T09:30:00.000Z';
const HOSTILE = '<img src=x onerror=alert(1)> \u202Eegap';
const PRODUCTS = 240;

const addressOf = (path: string) => `https://measured.example${path}`;

/** Pages of a site: a home page, products, and what goes wrong. */
export function sampleRows(): SiteRow[] {
  const gone = { seo_score: null, title: null, indexable: false, depth: 2, in_sitemap: false };
  return [
    siteRow({ url: addressOf('/'), title: 'Trail running shoes', seo_score: 92, inlinks: 240 }),
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

/** The audit of a site with issues of each severity, traps, and an earlier crawl. */
export function sampleSite(domain: string): SiteAnswer {
  const examples = ['/shoes/000', '/shoes/080', '/shoes/160'].map(addressOf);
  return {
    domain,
    status: 'done',
    stop_reason: 'page_limit',
    started_at: '2026-11-22T09:25:00.000Z',
    finished_at: ENDED,
    updated_at: ENDED,
    poll_after_seconds: null,
    progress: { found: 900, fetched: 245, limit: 245 },
    ...siteResult({
      site_score: 82,
      pages: {
        ...{ total: 245, indexable: 242, noindex: 0, canonicalised: 0, redirected: 1 },
        ...{ client_errors: 1, server_errors: 0, blocked_by_robots: 1 },
      },
      issues: [
        issueOf('client-error', 1, [addressOf('/gone')]),
        issueOf('title-missing', 3, examples),
        issueOf('content-thin', 240, examples),
      ],
      links: { internal: 1_210, external: 17, broken_internal: 1 },
      depth: { 0: 1, 1: 240, 3: 1 },
      sitemap: { listed: 300, crawled: 241, not_linked: 2, not_indexable: 1 },
      duplicates: { titles: 0, descriptions: 1, contents: 4 },
      most_linked: [{ url: addressOf('/'), internal_rank: 100 }],
      skipped: [
        { reason: 'calendar', count: 5_000, examples: [addressOf('/events/2051/01')] },
        { reason: 'later_reason', count: 2, examples: [addressOf(`/?${HOSTILE}`)] },
      ],
      changes: {
        ...{ since: '2026-11-15T09:30:00.000Z', added: 1, removed: 1, changed: 30 },
        examples: [
          { url: addressOf('/shoes/239'), change: 'added', fields: [] },
          { url: addressOf('/shoes/sold'), change: 'removed', fields: [] },
          ...Array.from({ length: 28 }, (_, index) => ({
            url: addressOf(`/shoes/${String(index).padStart(3, '0')}`),
            change: 'changed' as const,
            fields: ['title', 'content_hash', 'later_field'],
          })),
        ],
      },
    }),
    sources: [],
  };
}

/** The audit of a site of which no page could be read. */
export function unreachableSite(domain: string): SiteAnswer {
  return {
    ...sampleSite(domain),
    status: 'stopped',
    stop_reason: 'unreachable',
    progress: { found: 1, fetched: 1, limit: 500 },
    ...siteResult({
      site_score: null,
      pages: {
        ...{ total: 0, indexable: 0, noindex: 0, canonicalised: 0, redirected: 0 },
        ...{ client_errors: 0, server_errors: 0, blocked_by_robots: 0 },
      },
      depth: {},
      most_linked: [],
    }),
  };
}

function issueOf(id: string, count: number, examples: string[]) {
  const { severity, scope, title, howToFix, learnMore } = ISSUES.find((issue) => issue.id === id)!;
  return { id, severity, scope, count, title, how_to_fix: howToFix, learn_more: learnMore, examples };
}
