import { describe, expect, test } from '@jest/globals';
import { cutLists, isWholeSite, scopeKey, shownScope, WHOLE_SITE } from '../../../functions/core/crawls/store/item.ts';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import { admittedLists, defaultPageLimit } from '../../../functions/core/site-reports/listed-scope.ts';

const DOMAIN = 'shop.example';
const listsOf = (lists: { urls?: string[]; sitemaps?: string[] }, others = {}) =>
  admittedLists(DOMAIN, { ...WHOLE_SITE, pages: 500, ...lists, ...others });

function refusalOf(...given: Parameters<typeof listsOf>) {
  try {
    listsOf(...given);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
}

describe('the lists of a scope', () => {
  test('have each address once, in normal form', () => {
    const urls = ['HTTPS://Shop.Example:443/a#part', 'https://shop.example/a', ' http://www.shop.example/%7Eb '];
    expect(listsOf({ urls }).urls).toEqual(['https://shop.example/a', 'http://www.shop.example/~b']);
    expect(listsOf({ sitemaps: ['https://shop.example/sitemap.xml'] })).toEqual({
      urls: [],
      sitemaps: ['https://shop.example/sitemap.xml'],
    });
  });

  test('of a domain with www. have addresses of both hosts', () => {
    const urls = ['https://shop.example/', 'https://www.shop.example/'];
    expect(admittedLists('www.shop.example', { ...WHOLE_SITE, pages: 500, urls }).urls).toEqual(urls);
  });

  test('refuse each address that is not of the site, with its position and reason', () => {
    const urls = [
      ...['https://other.example/a', 'https://sub.shop.example/a', 'https://shop.example.other.example/'],
      ...[
        'https://shop.example:8443/',
        'ftp://shop.example/',
        '/a',
        'https://user@shop.example/',
        'https://shop.example/ok',
      ],
    ];
    const { status, details } = refusalOf({ urls });
    expect(status).toBe(422);
    expect(details).toMatchObject([
      {
        param: 'urls.0',
        rule: 'other_host',
        message: 'is not an address of shop.example or www.shop.example: https://other.example/a',
      },
      { param: 'urls.1', rule: 'other_host' },
      { param: 'urls.2', rule: 'other_host' },
      { param: 'urls.3', rule: 'other_port' },
      { param: 'urls.4', rule: 'absolute_url' },
      { param: 'urls.5', rule: 'absolute_url' },
      { param: 'urls.6', rule: 'user_information' },
    ]);
    expect(refusalOf({ sitemaps: ['https://other.example/s.xml'] }).details).toMatchObject([{ param: 'sitemaps.0' }]);
  });

  test('name twenty refused addresses, and the number of the others', () => {
    const urls = Array.from({ length: 5_000 }, (_, number) => `https://other.example/${'x'.repeat(1_000)}${number}`);
    const { details, message } = refusalOf({ urls });
    expect(details).toHaveLength(21);
    expect(details!.at(-1)).toMatchObject({
      param: 'urls',
      message: 'has 4,980 more addresses that are refused',
    });
    expect(message.length).toBeLessThan(10_000);
  });

  test('have at most ten addresses for each page of the limit', () => {
    const urls = Array.from({ length: 11 }, (_, number) => `https://shop.example/${number}`);
    expect(listsOf({ urls: urls.slice(1) }, { pages: 1 }).urls).toHaveLength(10);
    expect(refusalOf({ urls }, { pages: 1 }).details).toMatchObject([
      { param: 'urls', rule: 'addresses_for_pages', message: expect.stringContaining('at most 10 addresses') },
    ]);
  });

  test.each([
    ['urls', { include: ['/a'] }, 'include'],
    ['urls', { exclude: ['/a'] }, 'exclude'],
    ['urls', { depth: 0 }, 'depth'],
    ['urls', { sitemaps: ['https://shop.example/s.xml'] }, 'sitemaps'],
    ['sitemaps', { depth: 3 }, 'depth'],
  ] as const)('%s cannot be given together with %j', (name, others, param) => {
    const { details } = refusalOf({ [name]: ['https://shop.example/a'] }, others);
    expect(details).toEqual([
      { param, rule: 'not_with', message: `cannot be given together with ${name}`, values: { other: name } },
    ]);
  });

  test('sitemaps can be given together with patterns', () => {
    const sitemaps = ['https://shop.example/s.xml'];
    expect(listsOf({ sitemaps }, { include: ['/a'], exclude: ['/a/b'] })).toEqual({ urls: [], sitemaps });
  });
});

describe('the key of a scope', () => {
  const urls = Array.from({ length: 30 }, (_, number) => `https://shop.example/${number}`);
  const keyOf = (scope: object) => scopeKey({ ...WHOLE_SITE, ...scope });

  test('is the same for a scope whose lists were cut, in whatever order they were given', () => {
    const cut = cutLists({ ...WHOLE_SITE, urls });
    expect(cut.urls).toEqual(urls.slice(0, 10));
    expect(scopeKey(cut)).toBe(keyOf({ urls: urls.toReversed() }));
    expect(scopeKey(cutLists(cut))).toBe(scopeKey(cut));
    expect(shownScope(cut)).toMatchObject({ urls: urls.slice(0, 10), urls_total: 30, sitemaps: [], sitemaps_total: 0 });
    expect(shownScope(cut)).not.toHaveProperty('cut');
  });

  test('differs for lists that begin with the same addresses, and for urls and sitemaps', () => {
    const keys = [urls, urls.slice(0, 29), urls.slice(0, 10)].map((list) =>
      scopeKey(cutLists({ ...WHOLE_SITE, urls: list })),
    );
    const other = scopeKey(cutLists({ ...WHOLE_SITE, sitemaps: urls }));
    expect(new Set([...keys, other, scopeKey(WHOLE_SITE)]).size).toBe(5);
    expect(isWholeSite(cutLists({ ...WHOLE_SITE, urls }))).toBe(false);
  });

  test('of a scope without lists is that of earlier versions', () => {
    expect(scopeKey(WHOLE_SITE)).toBe('KHEnysh8nU33VTEgfGOZwA_jBSObn66TuaN7XG3-3oU');
  });
});

test.each([
  [0, 500],
  [10, 20],
  [5_000, 5_000],
])('the page limit of a crawl of %d addresses is %d by default', (count, limit) => {
  const urls = Array.from({ length: count }, String);
  expect(defaultPageLimit({ urls }, 500, 20_000)).toBe(limit);
  expect(defaultPageLimit({ urls }, 500, 15)).toBe(Math.min(limit, 15));
});
