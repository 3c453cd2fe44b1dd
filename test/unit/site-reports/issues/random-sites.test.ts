import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AUDITED_RULES } from '../../../../functions/core/analysis/rules/audits.ts';
import { indexabilityIssues } from '../../../../functions/core/site-reports/issues/indexability.ts';
import { ISSUES } from '../../../../functions/core/site-reports/issues/index.ts';
import { duplicates } from '../../../../functions/core/site-reports/issues/duplicates.ts';
import { pathsOf, siteOf, type PageSpec } from './site-of.ts';

const FAILURES = ['robots_disallowed', 'challenge', 'timeout', 'host_blocked', 'limit'];
/** Issues of broken addresses. */
const BROKEN = ['broken-link', 'redirect-to-error', 'canonical-to-error', 'sitemap-error', 'hreflang-to-error'];

/** Issues that robots.txt causes. */
const OF_ROBOTS = ['sitemap-blocked', 'home-page-not-indexable', 'robots-disallows-all'];

const auditedIds = AUDITED_RULES.map(({ id }) => id);
const anyPath = fc.integer({ min: 0, max: 12 }).map((number) => (number === 0 ? '/' : `/${number}`));
const paths = fc.array(anyPath, { maxLength: 5 });
const text = fc.constantFrom(null, '', ' ', 'Boots', 'x'.repeat(200));

const facts: fc.Arbitrary<NonNullable<PageSpec['facts']>> = fc.record({
  title: text,
  meta_description: text,
  h1: text,
  h1_total: fc.nat(2),
  lang: text,
  findings: fc.subarray(auditedIds).map((ids) => ids.map((id) => ({ id, items: [] }))),
  text_hash: fc.constantFrom('', 'a', 'b'),
  word_count: fc.nat(400),
});
const canonical = fc.option(anyPath, { nil: null });
/** Rules of robots.txt for Googlebot, and whether an earlier crawl found the page indexable. */
const known = {
  googlebot: fc.constantFrom(
    undefined,
    { disallowedBy: null, disallowsAll: false },
    { disallowedBy: 'Disallow: /1', disallowsAll: false },
    { disallowedBy: 'Disallow: /', disallowsAll: true },
  ),
  last_indexable_at: fc.constantFrom(undefined, '2026-11-20T10:00:00.000Z'),
};
const shared = { links: paths, nofollowed: paths, canonical, hreflang: paths, facts, ...known };
const page = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ ...shared, noindex: fc.boolean(), in_sitemap: fc.boolean() }),
  },
  fc.record({ location: anyPath, ...known }),
  fc.record({ http_status: fc.constantFrom(204, 403, 404, 429, 500), ...known }),
  fc.record({ failure: fc.constantFrom(...FAILURES, 'name_not_found'), ...known }),
);
const refused = fc.oneof(
  fc.record(shared),
  fc.record({ location: anyPath, ...known }),
  fc.record({ http_status: fc.constantFrom(null, 403, 503), failure: fc.constantFrom(...FAILURES), ...known }),
);
const sitesOf = (of: fc.Arbitrary<PageSpec>) =>
  fc
    .tuple(fc.array(of, { minLength: 1, maxLength: 10 }), fc.boolean())
    .map(([pages, hasSitemap]) =>
      siteOf(Object.fromEntries(pages.map((one, index) => [index === 0 ? '/' : `/${index}`, one])), { hasSitemap }),
    );

test('each issue has pages of the site, each once, on random sites', () => {
  fc.assert(
    fc.property(sitesOf(page), (site) => {
      for (const { find } of ISSUES) {
        const shown = [...find(site)];
        expect(new Set(shown).size).toBe(shown.length);
        for (const one of shown) expect(site.pages[one.index]).toBe(one);
      }
    }),
  );
});

test('refused, challenged or disallowed pages are not reported as broken', () => {
  fc.assert(
    fc.property(sitesOf(refused), (site) => {
      const errors = ISSUES.filter(({ id }) => [...BROKEN, 'client-error', 'server-error'].includes(id));
      expect(errors.flatMap(({ id, find }) => [...find(site)].map(({ url }) => `${id} ${url}`))).toEqual([]);
    }),
  );
});

test('pages that could not be read have only the issues that robots.txt causes', () => {
  const others = ISSUES.filter(({ id }) => ![...OF_ROBOTS, ...indexabilityIssues.map((one) => one.id)].includes(id));
  fc.assert(
    fc.property(sitesOf(page), (site) => {
      const shown = others.flatMap(({ find }) => [...find(site)]);
      expect(shown.filter(({ failure }) => failure !== null && failure !== 'name_not_found')).toEqual([]);
    }),
  );
});

test('only pages that are known not to be indexable have an issue of their indexability', () => {
  fc.assert(
    fc.property(sitesOf(page), (site) => {
      const shown = indexabilityIssues.flatMap(({ find }) => [...find(site)]);
      expect(shown.filter(({ indexable }) => indexable !== false)).toEqual([]);
    }),
  );
});

test('a site that responds with 403 everywhere has only the issues of that status', () => {
  const pages = Object.fromEntries(['/', '/a', '/b'].map((path) => [path, { http_status: 403, in_sitemap: false }]));
  const shown = ISSUES.filter(({ find }) => [...find(siteOf(pages))].length > 0);
  expect(shown.map(({ id }) => id)).toEqual(['client-error']);
});

test('long redirect chains are not followed again for each page that links to them', () => {
  const count = 5_000;
  const pages: Record<string, PageSpec> = { '/': { links: [] } };
  for (let index = 0; index < count; index++) {
    pages[`/r${index}`] = { location: index + 1 === count ? '/gone' : `/r${index + 1}` };
    pages['/']!.links!.push(`/r${index}`);
    pages[`/p${index}`] = { links: [`/r${index}`] };
  }
  pages['/gone'] = { http_status: 404 };
  const site = siteOf(pages);
  let lookups = 0;
  const counted = { ...site, pageOf: (url: string) => (lookups++, site.pageOf(url)) };
  const found = [...ISSUES.find(({ id }) => id === 'redirect-to-error')!.find(counted)];
  expect(found).toHaveLength(count + 1);
  expect(lookups).toBeLessThan(5 * count);
});

test('the duplicates are exactly the pages with another page of the same title that they do not name', () => {
  const path = fc.nat(5).map((number) => `/${number}`);
  const spec = fc.tuple(fc.constantFrom('a', ' a ', 'b', '', null), fc.uniqueArray(path, { maxLength: 4 }));
  fc.assert(
    fc.property(fc.array(spec, { maxLength: 6 }), (specs) => {
      const pages = specs.map(([title, hreflang], index) => [`/${index}`, { hreflang, facts: { title } }] as const);
      const words = (index: number) => specs[index]![0]?.trim() ?? '';
      const isDuplicate = (index: number) =>
        words(index) !== '' &&
        specs.some(
          (_, other) => other !== index && words(other) === words(index) && !specs[index]![1].includes(`/${other}`),
        );
      const expected = specs.flatMap((_, index) => (isDuplicate(index) ? [`/${index}`] : []));
      expect(pathsOf(duplicates(siteOf(Object.fromEntries(pages)), 'title').flat()).sort()).toEqual(expected);
    }),
  );
});
