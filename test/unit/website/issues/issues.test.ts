import { expect, test } from '@jest/globals';
import { ISSUES } from '../../../../functions/shared/website/issues/index.ts';
import { pathsOf, siteOf, urlOf, type PageSpec } from './site-of.ts';

/** Sites of one issue: in the order of the site, exactly the pages of `shown` show it. */
interface Case {
  pages: Record<string, PageSpec>;
  shown: string[];
  hasSitemap?: boolean;
}

const facts = (of: PageSpec['facts']): PageSpec => ({ facts: of! });
const to = (...links: string[]): PageSpec => ({ links });
const status = (http_status: number): PageSpec => ({ http_status });
const failed = (failure: string): PageSpec => ({ failure });
const canonical = (path: string): PageSpec => facts({ canonical: urlOf(path) });
const alternates = (...paths: string[]): PageSpec =>
  facts({ hreflang: paths.map((path) => ({ hreflang: 'en', url: urlOf(path) })) });
const unknown = Object.fromEntries(
  ['robots_disallowed', 'challenge', 'timeout', 'host_blocked', 'limit'].map((failure) => [
    `/${failure}`,
    failed(failure),
  ]),
);
const BROKEN = { '/gone': status(404), '/down': status(503), '/nameless': failed('name_not_found') };

/** Pages of which `of` tells what is compared; those that nobody finds in results are no duplicates. */
const duplicates = (of: PageSpec['facts']): Case => ({
  pages: {
    '/': {},
    '/one': facts(of),
    '/two': facts(of),
    '/noindex': { noindex: true, ...facts(of) },
    '/variant': facts({ ...of, canonical: urlOf('/one') }),
    '/error': { ...status(404), ...facts(of) },
  },
  shown: ['/one', '/two'],
});
/** Alternates of each other may say the same; a third page may not. */
const regions = (of: PageSpec['facts'], third: PageSpec['facts'] | null): Record<string, PageSpec> => ({
  '/': {},
  '/us': facts({ ...of, ...alternates('/us', '/gb').facts }),
  '/gb': facts({ ...of, ...alternates('/us', '/gb').facts }),
  ...(third && { '/third': facts(third) }),
});
/** `bad` shows the issue, `good` does not; nor does `bad` where no result shows it. */
const content = (bad: PageSpec['facts'][], good: PageSpec['facts'][]): Case => ({
  pages: {
    '/': {},
    ...Object.fromEntries(bad.map((of, index) => [`/bad${index}`, facts(of)])),
    ...Object.fromEntries(good.map((of, index) => [`/good${index}`, facts(of)])),
    '/noindex': { noindex: true, ...facts(bad[0]) },
    '/variant': facts({ ...bad[0], canonical: urlOf('/') }),
    '/gone': { ...status(404), ...facts(bad[0]) },
    '/file': { content_type: 'application/pdf' },
  },
  shown: bad.map((_, index) => `/bad${index}`),
});

const CASES: Record<string, Case[]> = {
  'broken-link': [
    {
      pages: {
        '/': to('/a', '/b', '/c', '/d'),
        '/a': to('/gone'),
        '/b': { nofollowed: ['/gone'] },
        '/c': to('/down'),
        '/d': to('/nameless'),
        ...BROKEN,
      },
      shown: ['/a', '/b', '/c', '/d'],
    },
    {
      pages: {
        '/': to('/301', '/429', '/not-crawled', ...Object.keys(unknown)),
        '/301': { location: '/gone' },
        '/429': status(429),
        ...BROKEN,
        ...unknown,
      },
      shown: [],
    },
    { pages: { '/': to('/loop'), '/loop': { location: '/loop' } }, shown: [] },
  ],
  'redirect-link': [
    {
      pages: {
        '/': to('/a'),
        '/a': to('/old'),
        '/b': { nofollowed: ['/old'] },
        '/c': to('/new'),
        '/old': { location: '/new' },
        '/new': {},
      },
      shown: ['/a', '/b'],
    },
  ],
  'redirect-chain': [
    {
      pages: { '/': to('/1'), '/a': to('/2'), '/1': { location: '/2' }, '/2': { location: '/3' }, '/3': {} },
      shown: ['/'],
    },
    { pages: { '/': to('/1'), '/1': { location: '/2' }, '/2': { location: '/1' } }, shown: [] },
    { pages: { '/': to('/1'), '/1': { location: 'https://elsewhere.example/' } }, shown: [] },
  ],
  'redirect-loop': [
    {
      pages: {
        '/': to('/1'),
        '/a': to('/into'),
        '/b': to('/self'),
        '/c': to('/3'),
        '/1': { location: '/2' },
        '/2': { location: '/1' },
        '/into': { location: '/1' },
        '/self': { location: '/self' },
        '/3': { location: '/c' },
      },
      shown: ['/', '/a', '/b'],
    },
  ],
  'redirect-to-error': [
    {
      pages: {
        '/': to('/1', '/gone'),
        '/a': to('/2'),
        '/b': to('/gone'),
        '/c': to('/3', '/4'),
        '/1': { location: '/2' },
        '/2': { location: '/gone' },
        '/3': { location: '/timeout' },
        '/4': { location: 'https://elsewhere.example/' },
        '/timeout': failed('timeout'),
        ...BROKEN,
      },
      shown: ['/', '/a'],
    },
  ],
  'client-error': [
    {
      pages: {
        '/': {},
        '/410': status(410),
        '/429': status(429),
        '/firewall': { http_status: 403, failure: 'challenge' },
        ...BROKEN,
        ...unknown,
      },
      shown: ['/410', '/gone'],
    },
  ],
  'server-error': [
    {
      pages: {
        '/': {},
        '/500': status(500),
        '/firewall': { http_status: 503, failure: 'challenge' },
        ...BROKEN,
        ...unknown,
      },
      shown: ['/500', '/down'],
    },
  ],
  'slow-page': [
    {
      pages: {
        '/': { ttfb_ms: 1_800 },
        '/a': { ttfb_ms: 1_801 },
        '/gone': { http_status: 404, ttfb_ms: 9_000 },
        '/b': { ttfb_ms: null },
      },
      shown: ['/a'],
    },
  ],
  'large-page': [
    {
      pages: {
        '/': { html_bytes: 2_000_000 },
        '/a': { html_bytes: 2_000_001 },
        '/file': { content_type: 'application/pdf', html_bytes: 9_000_000 },
      },
      shown: ['/a'],
    },
  ],
  'title-missing': [content([{ title: null }, { title: ' ' }], [{ title: 'Boots' }])],
  'title-short': [
    content([{ title: 'x'.repeat(29) }], [{ title: 'x'.repeat(30) }, { title: null }, { title: '靴'.repeat(15) }]),
  ],
  'title-long': [
    content([{ title: 'x'.repeat(61) }, { title: '靴'.repeat(31) }], [{ title: 'x'.repeat(60) }, { title: null }]),
  ],
  'title-duplicate': [
    duplicates({ title: 'Boots' }),
    {
      pages: { '/': {}, '/a': facts({ title: ' ' }), '/b': facts({ title: null }), '/c': facts({ title: '' }) },
      shown: [],
    },
    { pages: regions({ title: 'Boots' }, null), shown: [] },
    { pages: regions({ title: 'Boots' }, { title: 'Boots' }), shown: ['/us', '/gb', '/third'] },
  ],
  'description-missing': [
    content([{ meta_description: null }, { meta_description: '' }], [{ meta_description: 'Boots' }]),
  ],
  'description-short': [
    content([{ meta_description: 'x'.repeat(69) }], [{ meta_description: 'x'.repeat(70) }, { meta_description: null }]),
  ],
  'description-long': [
    content(
      [{ meta_description: 'x'.repeat(161) }],
      [{ meta_description: 'x'.repeat(160) }, { meta_description: null }],
    ),
  ],
  'description-duplicate': [duplicates({ meta_description: 'All boots of the shop' })],
  'h1-missing': [content([{ h1: null, h1_total: 0 }], [{ h1: '', h1_total: 1 }])],
  'h1-duplicate': [duplicates({ h1: 'Boots' })],
  'h1-several': [content([{ h1_total: 2 }], [{ h1_total: 1 }, { h1_total: 0 }])],
  'content-duplicate': [
    duplicates({ text_hash: 'the same' }),
    { pages: { '/': {}, '/a': facts({ text_hash: '' }), '/b': facts({ text_hash: '' }) }, shown: [] },
    { pages: regions({ text_hash: 'the same' }, null), shown: [] },
  ],
  'content-thin': [content([{ word_count: 199 }, { word_count: 0 }], [{ word_count: 200 }])],
  'canonical-to-redirect': [
    {
      pages: {
        '/': canonical('/'),
        '/a': canonical('/old'),
        '/b': canonical('/'),
        '/c': canonical('/not-crawled'),
        '/old': { location: '/' },
      },
      shown: ['/a'],
    },
  ],
  'canonical-to-error': [
    {
      pages: {
        '/': {},
        '/a': canonical('/gone'),
        '/b': canonical('/timeout'),
        '/c': canonical('/down'),
        ...BROKEN,
        ...unknown,
      },
      shown: ['/a', '/c'],
    },
  ],
  'canonical-to-noindex': [
    {
      pages: {
        '/': {},
        '/a': canonical('/hidden'),
        '/b': canonical('/'),
        '/hidden': { noindex: true },
        '/self': { noindex: true, ...canonical('/self') },
      },
      shown: ['/a'],
    },
  ],
  'canonical-chain': [
    {
      pages: {
        '/': {},
        '/a': canonical('/b'),
        '/b': canonical('/c'),
        '/c': canonical('/c'),
        '/x': canonical('/y'),
        '/y': canonical('/x'),
      },
      shown: ['/a', '/x', '/y'],
    },
  ],
  'sitemap-noindex': [
    { pages: { '/': {}, '/a': { noindex: true }, '/b': { noindex: true, in_sitemap: false } }, shown: ['/a'] },
  ],
  'sitemap-redirect': [
    { pages: { '/': {}, '/a': { location: '/' }, '/b': { location: '/', in_sitemap: false } }, shown: ['/a'] },
  ],
  'sitemap-error': [
    {
      pages: { '/': {}, '/b': { ...status(404), in_sitemap: false }, ...BROKEN, ...unknown },
      shown: ['/gone', '/down', '/nameless'],
    },
  ],
  'sitemap-orphan': [
    {
      pages: {
        '/': to('/a', '/old'),
        '/a': { nofollowed: ['/unfollowed'] },
        '/old': { location: '/new' },
        '/new': {},
        '/unfollowed': {},
        '/orphan': {},
        '/self': to('/self'),
        '/unlisted': { in_sitemap: false },
        '/gone': status(404),
        '/timeout': failed('timeout'),
      },
      shown: ['/orphan', '/self'],
    },
    { pages: { '/': { location: '/en' }, '/en': to('/en/a'), '/en/a': {}, '/orphan': {} }, shown: ['/orphan'] },
  ],
  'sitemap-missing': [
    {
      pages: {
        '/': to('/a', '/b', '/c'),
        '/a': { in_sitemap: false },
        '/b': { in_sitemap: false, noindex: true },
        '/c': {},
        '/d': { in_sitemap: false },
      },
      shown: ['/a'],
    },
    { pages: { '/': to('/a'), '/a': { in_sitemap: false } }, hasSitemap: false, shown: [] },
  ],
  'hreflang-no-return': [
    {
      pages: {
        '/': alternates('/', '/de', '/fr', '/gone', '/timeout', 'https://elsewhere.example/'),
        '/de': alternates('/'),
        '/fr': {},
        '/es': alternates('/de', '/es'),
        '/shown': facts({ ...alternates('/de').facts, canonical: urlOf('/') }),
        ...BROKEN,
        ...unknown,
      },
      shown: ['/', '/es'],
    },
    {
      pages: { '/': alternates('/', '/gone', '/timeout', 'https://elsewhere.example/'), ...BROKEN, ...unknown },
      shown: [],
    },
  ],
  'hreflang-to-error': [
    {
      pages: {
        '/': alternates('/', '/gone'),
        '/a': alternates('/timeout', '/not-crawled', '/'),
        ...BROKEN,
        ...unknown,
      },
      shown: ['/'],
    },
  ],
  'http-link': [{ pages: { '/': facts({ http_links: 0 }), '/a': facts({ http_links: 1 }) }, shown: ['/a'] }],
  'mixed-content': [{ pages: { '/': facts({ mixed_content: 0 }), '/a': facts({ mixed_content: 2 }) }, shown: ['/a'] }],
  'deep-page': [
    {
      pages: {
        '/': to('/1'),
        '/1': to('/2'),
        '/2': to('/r'),
        '/r': { location: '/3' },
        '/3': to('/4'),
        '/4': to('/5', '/gone'),
        '/5': {},
        '/orphan': {},
        '/gone': status(404),
      },
      shown: ['/5'],
    },
  ],
  'single-inlink': [
    {
      pages: {
        '/': to('/a', '/b'),
        '/a': to('/', '/b', '/c', '/gone'),
        '/b': to('/'),
        '/c': { noindex: true },
        '/d': { nofollowed: ['/a', '/elsewhere'] },
        '/gone': status(404),
      },
      shown: ['/a'],
    },
    { pages: { '/': to('/a', '/not-crawled'), '/a': {} }, shown: [] },
  ],
  'internal-nofollow': [
    { pages: { '/': to('/a'), '/a': { nofollowed: ['/not-crawled'] }, '/b': { nofollowed: ['/b'] } }, shown: ['/a'] },
  ],
  'robots-blocked-link': [
    {
      pages: {
        '/': to('/robots_disallowed'),
        '/a': to('/timeout', '/challenge'),
        '/b': { nofollowed: ['/robots_disallowed'] },
        ...unknown,
      },
      shown: ['/'],
    },
  ],
  'lang-missing': [
    {
      pages: {
        '/': {},
        '/a': facts({ lang: null }),
        '/b': facts({ lang: ' ' }),
        '/challenge': { http_status: 200, failure: 'challenge', ...facts({ lang: null }) },
        '/gone': status(404),
      },
      shown: ['/a', '/b'],
    },
  ],
  'structured-data-invalid': [{ pages: { '/': {}, '/a': facts({ structured_data_errors: 1 }) }, shown: ['/a'] }],
  // Pages that answered 200 are read; of all others the answer itself is the error.
  'http-status-code': [
    {
      pages: { '/': {}, '/429': status(429), '/old': { location: '/gone' }, ...unknown, ...BROKEN },
      shown: ['/gone', '/down'],
    },
  ],
  // It is one file, though each page's audit fails for it.
  'robots-txt': [
    {
      pages: {
        '/': facts({ failed_audits: ['robots-txt'] }),
        '/a': facts({ failed_audits: ['robots-txt'] }),
      },
      shown: ['/'],
    },
    {
      pages: { '/': { location: '/en' }, '/en': facts({ failed_audits: ['robots-txt'] }) },
      shown: ['/en'],
    },
  ],
};
for (const id of [
  'is-crawlable',
  'document-title',
  'meta-description',
  'link-text',
  'crawlable-anchors',
  'image-alt',
  'hreflang',
  'canonical',
]) {
  CASES[id] = [
    {
      pages: { '/': {}, '/a': facts({ failed_audits: ['other', id] }), '/b': facts({ failed_audits: ['other'] }) },
      shown: ['/a'],
    },
  ];
}

const byId = new Map(ISSUES.map((issue) => [issue.id, issue]));

test.each(
  Object.entries(CASES).flatMap(([id, cases]) => cases.map((one, index) => ({ id, number: index + 1, ...one }))),
)('$id is shown by exactly the pages that have it (site $number)', ({ id, pages, shown, hasSitemap = true }) => {
  expect(pathsOf(byId.get(id)!.find(siteOf(pages, { hasSitemap }))).sort()).toEqual([...shown].sort());
});

test('each issue has such a site', () => {
  expect(Object.keys(CASES).sort()).toEqual([...byId.keys()].sort());
  for (const cases of Object.values(CASES)) expect(cases.some(({ shown }) => shown.length > 0)).toBe(true);
});

test('a sound site shows no issue', () => {
  const pages = { '/': to('/a', '/b'), '/a': to('/', '/b'), '/b': to('/', '/a') };
  for (const { id, find } of ISSUES) expect([id, pathsOf(find(siteOf(pages)))]).toEqual([id, []]);
});
