import { describe, expect, test } from '@jest/globals';
import { pageSearchOf, resultsOf } from '../../../functions/back-office/page/src/app/search/results.ts';
import { createTranslate } from '../../../functions/back-office/page/src/language/messages.ts';
import english from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };

const t = createTranslate(english, 'en');
const domains = [
  ...['blog.shop.example', 'my-shop.example', 'other.example', 'shop.example'].map((domain) => ({
    domain,
    domain_unicode: domain,
  })),
  { domain: 'xn--bcher-kva.example', domain_unicode: 'bücher.example' },
];
const lists = [{ id: 'l1', name: 'Spring campaign' }];
const views = [
  { section: 'overview' as const, text: 'Overview' },
  { section: 'keys' as const, text: 'Keys' },
];

function found(query: string): Record<string, [text: string, href: string][]> {
  const groups = resultsOf(query, { domains, pages: [], lists, views, t });
  return Object.fromEntries(groups.map(({ id, results }) => [id, results.map(({ text, href }) => [text, href])]));
}

describe('resultsOf', () => {
  test('offers views and actions without a query', () => {
    expect(found(' ')).toEqual({
      views: [
        ['Overview', '#/overview'],
        ['Keys', '#/keys'],
      ],
      actions: [
        ['Start a batch', '#/batches'],
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
      expect(found(query).actions).toHaveLength(1);
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
    expect(found('other.example').actions).toHaveLength(1);
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
    const [first, ...others] = resultsOf('shop.example pr', { domains, pages, lists, views, t });
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
