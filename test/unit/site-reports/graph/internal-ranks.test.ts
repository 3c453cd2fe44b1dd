import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { internalRanks } from '../../../../functions/core/site-reports/graph/build-site.ts';
import { answered, page, redirect, siteOf } from './crawled.ts';

const ranks = (pages: CrawledPage[]) => siteOf(pages).pages.map(({ internal_rank }) => internal_rank);

/**
 * Returns the ranks by the definition: the matrix of transitions, applied until the ranks converge.
 *
 * @param links for each page the numbers of those that it links to
 */
function plainRanks(links: number[][]): number[] {
  const count = links.length;
  const steps = links.map((targets) =>
    links.map((_, to) => {
      const followed = targets.length === 0 ? 1 / count : targets.includes(to) ? 1 / targets.length : 0;
      return 0.85 * followed + 0.15 / count;
    }),
  );
  let shares = links.map(() => 1 / count);
  for (let round = 0; round < 500; round++) {
    shares = links.map((_, to) => shares.reduce((sum, share, from) => sum + share * steps[from]![to]!, 0));
  }
  return shares.map((share) => (100 * share) / Math.max(...shares));
}

/** For each page the numbers of others that it links to. */
const anyLinks = fc
  .integer({ min: 1, max: 20 })
  .chain((count) =>
    fc
      .array(fc.uniqueArray(fc.nat(count - 1), { maxLength: 6 }), { minLength: count, maxLength: count })
      .map((links) => links.map((targets, from) => targets.filter((to) => to !== from))),
  );

describe('the internal rank', () => {
  test('equals PageRank relative to the highest', () => {
    fc.assert(
      fc.property(anyLinks, (links) => {
        const pages = links.map((targets, from) =>
          page(
            `/${from}`,
            targets.map((to) => `/${to}`),
          ),
        );
        const expected = plainRanks(links);
        // After fifty rounds, the error is at most 0.85 to the power of fifty.
        for (const [index, rank] of ranks(pages).entries()) expect(Math.abs(rank - expected[index]!)).toBeLessThan(0.1);
      }),
      { numRuns: 300 },
    );
  });

  test('equals the values of a published example', () => {
    // https://en.wikipedia.org/wiki/PageRank, example of eleven pages: A 3.3 %, B 38.4 %, C 34.3 %, D 3.9 %, E 8.1 %,
    // F 3.9 %, others 1.6 %.
    const links: Record<string, string> = {
      A: '',
      B: 'C',
      C: 'B',
      D: 'AB',
      E: 'BDF',
      F: 'BE',
      G: 'BE',
      H: 'BE',
      I: 'BE',
      J: 'E',
      K: 'E',
    };
    const pages = Object.entries(links).map(([name, targets]) =>
      page(
        `/${name}`,
        [...targets].map((target) => `/${target}`),
      ),
    );
    const percent = [3.3, 38.4, 34.3, 3.9, 8.1, 3.9, 1.6, 1.6, 1.6, 1.6, 1.6];
    const found = ranks(pages);
    for (const [index, share] of percent.entries()) expect((found[index]! * 38.4) / 100).toBeCloseTo(share, 1);
    expect(found[1]).toBe(100);
  });

  test('of a redirect is passed to its final target once', () => {
    const straight = [page('/', ['/a', '/b']), page('/a', ['/']), page('/b', ['/'])];
    const crooked = [
      page('/', ['/r', '/a', '/b']),
      page('/a', ['/']),
      page('/b', ['/s']),
      redirect('/r', '/s2'),
      redirect('/s2', '/a'),
      redirect('/s', '/'),
    ];
    expect(ranks(crooked)).toEqual([...ranks(straight), 0, 0, 0]);
  });

  test('is not passed to redirect loops or to addresses that were not crawled', () => {
    const lost = [redirect('/x', '/y'), redirect('/y', '/z'), redirect('/z', '/y'), redirect('/out', '/far')];
    const pages = [page('/', ['/x', '/out', '/a']), page('/a', ['/'])];
    expect(ranks([...pages, ...lost])).toEqual([100, 100, 0, 0, 0, 0]);
  });

  test('is passed only by followed links, and only to pages that responded', () => {
    const missing = answered('/b', { http_status: null, failure: 'robots_disallowed' });
    const pages = [page('/', ['/a', '/b'], {}, ['/c']), page('/a', ['/']), missing, page('/c')];
    const [home, a, b, c] = ranks(pages);
    expect([home, b]).toEqual([100, 0]);
    expect(c).toBeGreaterThan(0);
    expect(c).toBeLessThan(a!);
    expect(ranks([page('/', ['/a']), page('/a', ['/']), page('/c')])).toEqual([home, a, c]);
  });

  test('of an error page is distributed like that of a page without links', () => {
    expect(ranks([page('/', ['/gone']), answered('/gone', { http_status: 404 })])).toEqual(
      ranks([page('/', ['/gone']), page('/gone')]),
    );
  });

  test('of a single page is 100, and an empty site has none', () => {
    expect(ranks([page('/', ['/'])])).toEqual([100]);
    expect(ranks([answered('/', { http_status: null, failure: 'timeout' })])).toEqual([0]);
  });

  test('reads the links of each page once for any number of rounds', () => {
    let read = 0;
    // The rank oscillates between two groups, so that all rounds are needed.
    const pages = Array.from({ length: 100 }, (_, number) => ({
      http_status: 200,
      get outlinks() {
        read++;
        return Uint32Array.from(number === 0 ? Array.from({ length: 99 }, (__, index) => index + 1) : [0]);
      },
    }));
    internalRanks(pages, Int32Array.from(pages.keys()));
    expect(read).toBe(100);
  });
});
