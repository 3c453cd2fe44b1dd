import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sectionOf } from '../../../functions/back-office/page/src/app/sections.ts';
import { pageSearchOf, resultsOf } from '../../../functions/back-office/page/src/app/search/results.ts';
import {
  comparisonOfQuery,
  queryOfComparison,
  ranges,
} from '../../../functions/back-office/page/src/compare/compare-address.ts';
import {
  bestOf,
  comparedMetrics,
  firstMetrics,
  isLowestHealth,
} from '../../../functions/back-office/page/src/compare/metrics.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import english from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };
import { hrefOf, parseRoute, type Route, viewKey } from '../../../functions/back-office/page/src/routing/route.ts';
import { viewAddresses } from '../../browser/support/views.ts';

const name = fc.string({ minLength: 1 });
const tab = fc.option(name, { nil: undefined }).map((open) => (open === undefined ? {} : { tab: open }));

const parameters = fc
  .option(fc.tuple(name, name), { nil: undefined })
  .map((one) => (one === undefined ? {} : { query: new URLSearchParams([[`x${one[0]}`, one[1]]]).toString() }));

const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constantFrom<Route>(
    { view: 'keys' },
    { view: 'domains' },
    { view: 'issues' },
    { view: 'batches' },
    { view: 'queue' },
  ),
  fc.record({ view: fc.constant('key' as const), id: name }),
  fc.record({ view: fc.constant('issue' as const), id: name }),
  fc
    .tuple(name, tab, parameters)
    .map(([domain, open, query]): Route => ({ view: 'domain' as const, domain, ...open, ...query })),
  fc
    .tuple(name, name, tab, parameters)
    .map(([domain, url, open, query]): Route => ({ view: 'page' as const, domain, url, ...open, ...query })),
  fc.record({ view: fc.constant('batch' as const), ids: fc.array(name, { minLength: 1 }) }),
  fc.constantFrom<Route>({ view: 'batch', ids: ['a', 'b'], query: 'status=failed&name=x' }),
);

test('the link of any view restores its name, tab and parameters', () => {
  fc.assert(fc.property(route, (one) => expect(parseRoute(hrefOf(one))).toEqual(one)));
});

test('another tab has the same view key, another name does not', () => {
  const key = (one: Route) => viewKey(one);
  expect(key({ view: 'domain', domain: 'a.example', tab: 'site.list' })).toBe(
    key({ view: 'domain', domain: 'a.example' }),
  );
  expect(key({ view: 'domain', domain: 'b.example' })).not.toBe(key({ view: 'domain', domain: 'a.example' }));
});

test('an address without a fragment opens the overview', () => {
  for (const hash of ['', '#', '#/', '#/overview']) expect(parseRoute(hash)).toEqual({ view: 'overview' });
  for (const hash of ['#/keys', '#/keys/']) expect(parseRoute(hash)).toEqual({ view: 'keys' });
});

test('a fragment without a view is unknown', () => {
  for (const hash of ['#/elsewhere', '#content', '#/queue/k1', '#/keys/k1/usage', '#/domains/a.example/b/c']) {
    expect(parseRoute(hash)).toEqual({ view: 'unknown' });
  }
});

test('a fragment with an invalid encoding is parsed verbatim', () => {
  expect(parseRoute('#/domains/%E0%A4')).toEqual({ view: 'domain', domain: '%E0%A4' });
});

test.each([
  ['seo_score', [10, 90, null], [false, true, false]],
  ['site_health', [8, 94, null], [false, true, false]],
  ['tranco_rank', [10, 90, null], [true, false, false]],
  // Nearly equal values count as equal, and equal values have no best one.
  ['seo_score', [90, 89, 50], [false, false, false]],
  ['seo_score', [90, 89], [false, false]],
  ['lcp_p75_ms', [2_000, 2_050, 3_000], [false, false, false]],
  ['lcp_p75_ms', [2_000, 2_500, 3_000], [true, false, false]],
  ['seo_score', [90, 90], [false, false]],
  ['seo_score', [90, null], [false, false]],
  // More words are not better.
  ['word_count', [10, 90], [false, false]],
  // A small site has fewer broken links than a large one.
  ['site_broken_links', [0, 250], [false, false]],
] as const)('the best of %s %j is %j', (name, values, best) => {
  expect(bestOf(name, values)).toEqual(best);
});

test.each([
  [
    [94, 64, 8],
    [false, false, true],
  ],
  [
    [94, null, 8],
    [false, false, true],
  ],
  [
    [94, 9, 8],
    [false, false, false],
  ],
  [
    [8, null],
    [false, false],
  ],
  [
    [8, 8],
    [false, false],
  ],
])('of the healths %j the lowest is marked as %j', (values, marked) => {
  expect(values.map((value) => isLowestHealth(value, values))).toEqual(marked);
});

test('the address of any comparison restores it', () => {
  const view = fc.record({
    domains: fc.uniqueArray(fc.domain(), { maxLength: 10 }),
    metrics: fc.option(fc.subarray([...comparedMetrics], { minLength: 1 })),
    metric: fc.constantFrom(...comparedMetrics),
    range: fc.constantFrom(...ranges),
  });
  fc.assert(
    fc.property(view, (chosen) => {
      expect(comparisonOfQuery(queryOfComparison(chosen))).toEqual(chosen);
    }),
  );
});

test('an address with unknown parts compares nothing', () => {
  const none = { domains: [], metrics: null, metric: 'seo_score', range: '90d' };
  expect(comparisonOfQuery('')).toEqual(none);
  expect(comparisonOfQuery('metric=later&range=2w&domains=,,')).toEqual(none);
  expect(comparisonOfQuery('figure=tranco_rank')).toEqual({ ...none, metric: 'tranco_rank' });
});

test('the default metrics are a subset of the compared metrics', () => {
  expect(comparedMetrics).toEqual(expect.arrayContaining([...firstMetrics]));
  expect(firstMetrics.length).toBeLessThan(comparedMetrics.length);
});

const t = createTranslate(english, 'en');

const domains = [
  ...['blog.shop.example', 'my-shop.example', 'other.example', 'shop.example'].map((domain) => ({
    domain,
    domain_unicode: domain,
    blocked: domain === 'other.example',
  })),
  { domain: 'xn--bcher-kva.example', domain_unicode: 'bücher.example', blocked: false },
];

const lists = [{ id: 'l1', name: 'Spring campaign' }];

const issues = [
  { id: 'broken-link', name: 'Broken internal links (4xx or 5xx)' },
  { id: 'title-missing', name: 'Missing title' },
];

const views = [
  { section: 'overview' as const, text: 'Overview' },
  { section: 'keys' as const, text: 'Keys' },
];

const searched = { domains, pages: [], issues, lists, views, shown: null, mayAct: true, t };

function found(
  query: string,
  more: Partial<Parameters<typeof resultsOf>[1]> = {},
): Record<string, [text: string, to: unknown][]> {
  const groups = resultsOf(query, { ...searched, ...more });
  return Object.fromEntries(
    groups.map(({ id, results }) => [id, results.map(({ text, href, command }) => [text, href ?? command])]),
  );
}
const actionsWith = (query: string, more: Parameters<typeof found>[1] = {}) =>
  found(query, more).actions?.map(([text]) => text) ?? [];

describe('resultsOf', () => {
  test('offers views and actions without a query', () => {
    expect(found(' ')).toEqual({
      views: [
        ['Overview', '#/overview'],
        ['Keys', '#/keys'],
      ],
      actions: [
        ['Add a domain', { name: 'add' }],
        ['Crawl all followed sites', { name: 'crawl-all' }],
        ['Start a bulk fetch', '#/batches'],
        ['Create a key', '#/keys'],
      ],
    });
  });

  test('returns domains that contain the query, those that begin with it first', () => {
    expect(found('Shop').domains!.map(([text]) => text)).toEqual([
      'shop.example',
      'blog.shop.example',
      'my-shop.example',
    ]);
    expect(found('shop.example').domains![0]).toEqual(['shop.example', '#/domains/shop.example']);
  });

  test.each(['büch', 'Bücher.example', 'xn--bch'])(
    'returns the domain with an internationalized name for %j',
    (query) => {
      expect(found(query).domains).toEqual([['bücher.example', '#/domains/xn--bcher-kva.example']]);
      expect(actionsWith(query).join()).not.toMatch(/Open|Add/);
    },
  );

  test('opens a domain with an internationalized name by its ASCII form', () => {
    expect(found('café.example').actions![0]).toEqual(['Open café.example', '#/domains/xn--caf-dma.example']);
  });

  test('offers to search keywords, and to open a domain that is not stored', () => {
    expect(found('running shoes').actions).toEqual([
      ['Search keywords for “running shoes”', '#/keywords?q=running+shoes'],
    ]);
    expect(found('new.example').actions![0]).toEqual(['Open new.example', '#/domains/new.example']);
    expect(actionsWith('other.example').join()).not.toMatch(/Open|Add/);
  });

  test('opens the page of an address below its stored domain', () => {
    expect(found('https://www.shop.example/a?b=1').actions).toEqual([
      [
        'Open the page https://www.shop.example/a?b=1',
        '#/domains/shop.example/https%3A%2F%2Fwww.shop.example%2Fa%3Fb%3D1',
      ],
    ]);
    expect(found('https://unknown.example/a').actions![0]![1]).toMatch(/^#\/domains\/unknown\.example\//);
  });

  test('returns pages of a domain by their titles, and lists of keywords by their names', () => {
    const pages = [
      { domain: 'shop.example', url: 'https://shop.example/prices', title: 'Prices' },
      { domain: 'shop.example', url: 'https://shop.example/a', title: null },
    ];
    const [first, ...others] = resultsOf('shop.example pr', { ...searched, pages });
    expect(first).toMatchObject({
      id: 'pages',
      results: [
        {
          text: 'Prices',
          detail: 'https://shop.example/prices',
          href: '#/domains/shop.example/https%3A%2F%2Fshop.example%2Fprices',
        },
        { text: 'https://shop.example/a' },
      ],
    });
    expect(others.map(({ id }) => id)).toEqual(['actions']);
    expect(found('spring').lists).toEqual([['Spring campaign', '#/keyword-lists/l1']]);
    expect(found('').lists).toBeUndefined();
  });

  test('offers actions on the domains that a word finds, whose texts contain every word', () => {
    expect(found('crawl shop').actions?.slice(0, -1)).toEqual([
      ['Crawl shop.example', { name: 'crawl', domain: 'shop.example' }],
      ['Crawl blog.shop.example', { name: 'crawl', domain: 'blog.shop.example' }],
      ['Crawl my-shop.example', { name: 'crawl', domain: 'my-shop.example' }],
    ]);
    expect(actionsWith('my-shop')).toEqual([
      ...['Crawl', 'Watch', 'Refresh', 'Compare'].map((verb) => `${verb} my-shop.example`),
      'Search keywords for “my-shop”',
    ]);
    expect(actionsWith('bücher watch')).toContain('Watch bücher.example');
    expect(actionsWith('', { shown: 'my-shop.example' })).toContain('Watch my-shop.example');
  });

  test('offers to add a domain that is not stored', () => {
    expect(found('new.example').actions).toContainEqual(['Add new.example', { name: 'add', domain: 'new.example' }]);
    expect(actionsWith('shop.example')).not.toContain('Add shop.example');
  });

  test('offers no action on a blocked domain, and none that changes something to a viewer', () => {
    expect(actionsWith('other')).toEqual(['Compare other.example', 'Search keywords for “other”']);
    const mayAct = false;
    expect(actionsWith('', { mayAct })).toEqual([]);
    expect(actionsWith('my-shop', { mayAct })).toEqual(['Compare my-shop.example', 'Search keywords for “my-shop”']);
    expect(actionsWith('new.example', { mayAct })).not.toContain('Add new.example');
  });

  test('returns issues by their names, from two letters on', () => {
    expect(found('broken').issues).toEqual([['Broken internal links (4xx or 5xx)', '#/issues/broken-link']]);
    expect(found('b').issues).toBeUndefined();
    expect(found('').issues).toBeUndefined();
  });
});

test.each([
  ['shop.example/prices', { domain: 'shop.example', search: 'prices' }],
  ['https://www.Shop.example/a?b=1', { domain: 'shop.example', search: 'a?b=1' }],
  ['shop.example winter shoes ', { domain: 'shop.example', search: 'winter shoes' }],
  ['bücher.example/prices', { domain: 'xn--bcher-kva.example', search: 'prices' }],
  ['shop.example/p', null],
  ['shop.example', null],
  ['unknown.example/prices', null],
])('the search for pages of %j is %j', (query, search) => {
  expect(pageSearchOf(query, domains)).toEqual(search);
});

test('the browser tests that visit all views have an address of each view with sign-in', () => {
  const visited = new Set(viewAddresses.map((address) => parseRoute(address).view));
  expect(Object.keys(sectionOf).filter((view) => !visited.has(view as Route['view']))).toEqual(['report']);
});
