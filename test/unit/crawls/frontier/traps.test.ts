import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AddressTraps } from '../../../../functions/core/crawls/frontier/traps/traps.ts';
import { at } from '../../../support/crawled-site.ts';

const STARTED = new Date('2026-11-21T12:00:00Z');

/** @returns which of the addresses in this order are followed, and the skipped ones by reason */
function follow(paths: Iterable<string>) {
  const traps = new AddressTraps({ startedAt: STARTED, limit: 500 });
  const followed: string[] = [];
  const skipped: Record<string, string[]> = {};
  for (const path of paths) {
    const reason = traps.trapOf(at(path));
    if (reason) (skipped[reason] ??= []).push(path);
    else {
      traps.add(at(path));
      followed.push(path);
    }
  }
  return { followed, skipped };
}

/** @returns why an address is a trap by itself */
const trapOf = (path: string) => new AddressTraps({ startedAt: STARTED, limit: 500 }).trapOf(at(path));

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const two = (n: number) => String(n).padStart(2, '0');

describe('session_id', () => {
  it.each([
    '/a?PHPSESSID=6f1ed002ab5595859014ebf0951522d9',
    '/a.jsp;jsessionid=1A530637289A03B07199A44E8D531427?x=1',
    '/a;JSESSIONID=node01.x',
    '/(S(lit3py55t21z5v55vlm25s55))/orders.aspx',
    '/viewtopic.php?t=5&sid=0d4b1c2e3f4a5b6c7d8e9f0a1b2c3d4e',
    '/showthread.php?s=0d4b1c2e3f4a5b6c7d8e9f0a1b2c3d4e&t=9',
    '/?session_id=8c7f1e2a-0b1c-4d2e-8f3a-4b5c6d7e8f90',
    '/shop?osCsid=abc',
    '/shop?ASPSESSIONIDQQBACTDR=x',
  ])('%s has one', (path) => {
    expect(trapOf(path)).toBe('session_id');
  });

  it.each([
    '/?s=garden+chairs',
    '/?s=deadbeef',
    '/talks?session=keynote-on-crawlers',
    '/talks?session_id=12',
    '/store?sid=789',
    '/list?sid=1234567890123456',
    '/commit/6f1ed002ab5595859014ebf0951522d9',
    '/image?hash=6f1ed002ab5595859014ebf0951522d9',
    '/a?PHPSESSID=',
    '/phpsessid/what-is-it',
  ])('%s has none', (path) => {
    expect(trapOf(path)).toBeNull();
  });
});

describe('endless_path', () => {
  it.each([
    '/a/b/a/b/a',
    '/shop/shop/shop',
    `/${upTo(16)
      .map((n) => `d${n}`)
      .join('/')}`,
    `/${'x'.repeat(1_600)}`,
  ])('%s is one', (path) => {
    expect(trapOf(path)).toBe('endless_path');
  });

  it.each([
    '/docs/api/v1/docs/api',
    '/bible/genesis/1/1/1',
    `/${upTo(15)
      .map((n) => `d${n}`)
      .join('/')}`,
    `/${'漢'.repeat(100)}/`,
    '//',
  ])('%s is none', (path) => {
    expect(trapOf(path)).toBeNull();
  });
});

describe('calendar', () => {
  it.each([
    '/calendar/2029/01',
    '/events/2031-05/',
    '/events/2031-05-12/list',
    '/kalender/2031/5',
    '/en/agenda/20310512',
    '/plan/2031-05-12',
    '/plan/2031/05/12',
    '/plan/9999/05',
    '/2031/05/',
    '/2031/10/',
    '/x?date=2031-05',
    '/x?month=203105',
    '/x?from=2031-05-12&view=week',
    '/x?month=5&year=2031',
    '/index.php?view=calendar&day=9999-12-31',
  ])('%s is more than two years ahead', (path) => {
    expect(trapOf(path)).toBe('calendar');
  });

  it.each([
    '/calendar/2028/12',
    '/2011/03/04/a-title',
    '/archive/1851/09/18/a-title.html',
    '/topic/2031/10',
    '/topic/4521/2',
    '/product/2031',
    '/events/4521',
    '/events/4521/2',
    '/parts/2040-10',
    '/parts/2040-10-v',
    '/olympics/2032',
    '/?id=2031',
    '/item?p=9999-12',
    '/films?year=1950',
    '/docs/4.2.2031/',
    '/tel/+49-2031-0512',
  ])('%s is not', (path) => {
    expect(trapOf(path)).toBeNull();
  });

  it('depends on the day on which the crawl started', () => {
    const traps = new AddressTraps({ startedAt: new Date('2030-01-01T00:00:00Z'), limit: 500 });
    expect([traps.trapOf(at('/calendar/2032/05')), traps.trapOf(at('/calendar/2033/05'))]).toEqual([null, 'calendar']);
  });

  it('follows 400 dates of one view of a calendar at any position', () => {
    const days = upTo(2_000).map((n) => new Date(Date.UTC(2026, 10, 21 - n)).toISOString().slice(0, 10));
    for (const view of ['/events/#/list', '/cal?calendar=1&day=#', '/booking/#?room=3']) {
      const { followed, skipped } = follow(days.map((day) => view.replace('#', day)));
      expect([followed.length, skipped['calendar']?.length]).toEqual([400, 1_600]);
    }
  });

  it('counts a followed date once', () => {
    const full = upTo(400).map((n) => `/events/${new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10)}`);
    expect(follow([...full, '/events/2024-01-01', ...full]).skipped).toEqual({ calendar: ['/events/2024-01-01'] });
  });
});

describe('facets', () => {
  it('follows 50 combinations of values in addition to the single values', () => {
    const paths: string[] = [];
    for (const color of upTo(6))
      for (const size of upTo(6))
        for (const brand of upTo(6))
          for (const price of upTo(6))
            for (const sort of upTo(6))
              paths.push(`/shop?color=c${color}&size=${size}&brand=b${brand}&price=${price}&sort=s${sort}`);
    const { followed, skipped } = follow(paths);
    expect(followed.length).toBeLessThanOrEqual(5 * 6 + 50);
    expect(followed.length + skipped['facets']!.length).toBe(6 ** 5);
  });

  it('counts a list of values and another order of values as a combination', () => {
    const colors = ['red', 'blue', 'green', 'black', 'white', 'pink', 'grey'];
    const subsets = upTo(127).map((n) => colors.filter((_, i) => (n >> i) & 1));
    for (const separator of [',', '%2C', '|']) {
      const { followed } = follow(subsets.map((some) => `/shop?filter=${some.join(separator)}`));
      expect(followed).toHaveLength(50 + 7);
    }
    const { followed } = follow(subsets.map((some) => `/shop?${some.map((one) => `color%5B%5D=${one}`).join('&')}`));
    expect(followed).toHaveLength(50 + 7);
    const orders = upTo(200).map((n) => colors.map((_, i) => `p${(i * n) % 7}=1`).join('&'));
    expect(follow(new Set(orders.map((order) => `/x?${order}`))).followed.length).toBeLessThanOrEqual(51);
  });

  it('follows all pages of the followed lists', () => {
    const lists = upTo(40).flatMap((color) => upTo(40).map((size) => `/shop?color=${color}&size=${size}`));
    const { followed } = follow(lists);
    const pages = followed.flatMap((list) => upTo(9).map((page) => `${list}&page=${page}`));
    expect(follow([...lists, ...pages]).followed).toEqual([...followed, ...pages]);
  });

  it('stops at an endless number of kinds of pages', () => {
    expect(follow(upTo(3_000).map((n) => `/x?do=kind-${n}`)).followed).toHaveLength(50 + 2_000);
  });

  it('counts by path', () => {
    const paths = upTo(30).flatMap((shop) => ['', '?a=1', '?b=1', '?a=1&b=1'].map((query) => `/shop${shop}${query}`));
    expect(follow(paths).followed).toEqual(paths);
  });

  it('stops at searches and prices with endless values', () => {
    const { followed, skipped } = follow(upTo(9_000).map((n) => `/search?q=words-${n}&sort=new`));
    expect([followed.length, skipped['facets']?.length]).toEqual([2_000, 7_000]);
  });

  it('rejects a query with more than 30 values', () => {
    expect(
      trapOf(
        `/x?${upTo(31)
          .map((n) => `p${n}=${n}`)
          .join('&')}`,
      ),
    ).toBe('facets');
    expect(trapOf(`/x?ids=${upTo(31).join(',')}`)).toBe('facets');
    expect(
      trapOf(
        `/x?${upTo(30)
          .map((n) => `p${n}=${n}`)
          .join('&')}`,
      ),
    ).toBeNull();
  });
});

describe('addresses of typical sites', () => {
  const blog = () => {
    const months = upTo(15 * 12).map((n) =>
      new Date(Date.UTC(2011, 11 + n, 1)).toISOString().slice(0, 7).replace('-', '/'),
    );
    const posts = months.flatMap((month) => upTo(20).map((n) => `/${month}/${two(n)}/post-${n}/`));
    return ['/', ...months.map((month) => `/${month}/`), ...posts];
  };
  const comic = () =>
    upTo(2_400).map((n) => `/strip/${new Date(Date.UTC(2026, 10, 21 - n)).toISOString().slice(0, 10)}`);
  const events = () => upTo(24 * 12).map((n) => `/events/${new Date(Date.UTC(2003, n, 1)).toISOString().slice(0, 7)}/`);
  const shop = () => upTo(100).flatMap((c) => [`/c${c}`, ...upTo(40).map((page) => `/c${c}?page=${page}`)]);
  const shopOfOneScript = () =>
    upTo(40).flatMap((category) => [
      `/index.php?route=product/category&path=${category}`,
      ...upTo(40).map((page) => `/index.php?route=product/category&path=${category}&page=${page}`),
      ...upTo(50).map((n) => `/index.php?route=product/product&product_id=${category * 50 + n}`),
    ]);
  const joomla = () =>
    ['article', 'category', 'contact'].flatMap((view) =>
      upTo(500).map((id) => `/index.php?option=com_content&view=${view}&id=${id}&Itemid=3`),
    );
  const forum = () => upTo(5_000).map((id) => `/topic?id=${id}`);
  const bulletinBoard = () =>
    upTo(40).flatMap((f) => [
      `/viewforum.php?f=${f}`,
      ...upTo(50).map((t) => `/viewtopic.php?f=${f}&t=${f * 50 + t}`),
      ...upTo(50).map((t) => `/viewtopic.php?f=${f}&t=${f * 50 + t}&start=20`),
    ]);
  const documentation = () =>
    ['latest', 'stable', ...upTo(30).map((n) => `v${n}.0`), ...upTo(30).map((n) => `2.${n}`)].flatMap((version) =>
      ['en', 'fr'].flatMap((lang) => upTo(30).map((n) => `/${lang}/${version}/guide/api/page-${n}.html`)),
    );
  const wiki = () => upTo(2_000).map((n) => `/w/index.php?title=Article_${n}`);
  const newspaper = () =>
    upTo(3_000).map((n) => `/${1851 + (n % 150)}/${two((n % 12) + 1)}/18/archives/title-${n}.html`);

  it.each([
    ['a blog with dates in its paths over fifteen years', blog()],
    ['a comic with a page a day', comic()],
    ['months of events over 24 years', events()],
    ['a shop with 40 pages of each category', shop()],
    ['a shop of one script', shopOfOneScript()],
    ['a content system of one script', joomla()],
    ['a forum with 5,000 topics by number', forum()],
    ['a bulletin board with forum, topic and place in it', bulletinBoard()],
    ['a documentation with versions', documentation()],
    ['a wiki of one script', wiki()],
    ['a newspaper from 1851 on', newspaper()],
  ])('of %s are all followed', (_, paths) => {
    expect(follow(paths)).toEqual({ followed: paths, skipped: {} });
  });
});

describe('random addresses', () => {
  const part = fc.oneof(
    fc.constantFrom('a', 'calendar', '2031', '05', '2031-05-12', 's', 'id=1', 'a=b,c'),
    fc.webSegment(),
  );
  const paths = fc
    .tuple(fc.array(part, { maxLength: 5 }), fc.array(part, { maxLength: 4 }))
    .map(([path, query]) => `/${path.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`);

  it('checking has no side effect, and a followed address stays followed', () => {
    fc.assert(
      fc.property(fc.array(paths, { maxLength: 60 }), (some) => {
        const traps = new AddressTraps({ startedAt: STARTED, limit: 500 });
        for (const path of some) {
          const before = traps.trapOf(at(path));
          expect(traps.trapOf(at(path))).toBe(before);
          if (before) continue;
          traps.add(at(path));
          expect(traps.trapOf(at(path))).toBeNull();
        }
      }),
    );
  });
});
