import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { EndedCrawl } from '../../../../functions/core/crawls/store/site-crawls.ts';
import { isWholeSite, scopeKey, type StopReason, WHOLE_SITE } from '../../../../functions/core/crawls/store/item.ts';
import { auditRank, keptCrawls } from '../../../../functions/core/crawls/store/kept-crawls.ts';
import { endedCrawl } from '../../../support/site-audit.ts';
import { incomplete, partOf } from './store-crawl.ts';

type Differs = Partial<EndedCrawl>;

const reading = (read: number): Differs => ({ summary: { ...endedCrawl().summary, read } });
const complete: Differs = {};
const part: Differs = { scope: partOf('/blog/') };
const cut = (limit: number): Differs => ({ ...incomplete('page_limit'), limit, ...reading(limit) });
const stopped = (read: number, reason: StopReason = 'cancelled'): Differs => ({
  ...incomplete(reason),
  ...reading(read),
});

const START = Date.parse('2026-07-01T10:00:00Z');
/** Returns crawls of which each started a day after the one before; their ids are their numbers. */
const inOrder = (crawls: readonly Differs[]) =>
  crawls.map((differs, day) => {
    const startedAt = new Date(START + day * 86_400_000).toISOString();
    return endedCrawl({ id: String(day).padStart(3, '0'), startedAt, ...differs });
  });

/** Returns the number of the crawl that is the audit after all have ended; `null`: there is none. */
function auditOf(crawls: readonly EndedCrawl[]): number | null {
  let best: { rank: string; number: number } | null = null;
  for (const [number, crawl] of crawls.entries()) {
    const rank = auditRank(crawl);
    if (rank !== null && (!best || best.rank <= rank)) best = { rank, number };
  }
  return best && best.number;
}

describe('the audit', () => {
  test.each<[string, Differs[], number | null]>([
    ['the newest complete crawl of the whole site', [complete, complete], 1],
    ['a complete crawl after one that failed', [stopped(900, 'unreachable'), complete], 1],
    ['a complete crawl after one that reached its limit', [cut(5_000), complete], 1],
    ['a complete crawl with fewer pages than one before', [reading(900), reading(3)], 1],
    ['the complete crawl, not a later one that failed', [complete, stopped(0, 'unreachable')], 0],
    ['the complete crawl, not a later one that reached a higher limit', [complete, cut(50_000)], 0],
    ['the newest of the highest limit', [cut(500), cut(5_000), cut(5_000), cut(40)], 2],
    ['the crawl that reached its limit, not a stopped one with more pages', [cut(40), stopped(5_000)], 0],
    ['the crawl that read the most pages', [stopped(3), stopped(20), stopped(9)], 1],
    ['the newest of those that read the most pages', [stopped(20), stopped(20, 'allowance')], 1],
    ['a crawl that read no page, if there is no other', [stopped(0, 'robots')], 0],
    ['the crawl of the whole site, not a later complete one of a part', [stopped(0), part], 0],
    ['none, if only parts were crawled', [part, { ...part, ...cut(5_000) }], null],
  ])('is %s', (_, crawls, expected) => {
    expect(auditOf(inOrder(crawls))).toBe(expected);
  });

  test('is, for any crawls, the newest complete one, else the one of the highest limit, else of the most pages', () => {
    const crawl = fc.oneof(
      fc.constantFrom(complete, part),
      fc.constantFrom(1, 40, 5_000, 50_000).map(cut),
      fc.tuple(fc.nat(60_000), fc.constantFrom<StopReason>('cancelled', 'unreachable', 'work_limit')),
    );
    const kinds = crawl.map((kind) => (Array.isArray(kind) ? stopped(...kind) : kind));
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 12 }), (given) => {
        const crawls = inOrder(given);
        const whole = crawls.filter(({ scope }) => isWholeSite(scope));
        const newestOf = (some: EndedCrawl[], most: (crawl: EndedCrawl) => number) => {
          const highest = Math.max(...some.map(most));
          return some.findLast((one) => most(one) === highest);
        };
        const expected =
          whole.findLast(({ isComplete }) => isComplete) ??
          newestOf(
            whole.filter(({ stopReason }) => stopReason === 'page_limit'),
            ({ limit }) => limit,
          ) ??
          newestOf(whole, ({ summary }) => summary.read);
        expect(auditOf(crawls)).toBe(expected ? crawls.indexOf(expected) : null);
      }),
    );
  });
});

const many = (count: number, differs: Differs) => Array<Differs>(count).fill(differs);
const scopes = (...paths: string[]) => paths.map((path): Differs => ({ scope: partOf(path) }));
const numbers = (ids: ReadonlySet<string>) => [...ids].map(Number).toSorted((one, other) => one - other);
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('the stored crawls', () => {
  test.each<[string, Differs[], number | null, number[], number[]]>([
    ['none of a domain without crawls', [], null, [], []],
    ['the last ten complete ones of the whole site', many(12, complete), 11, range(2, 11), [11]],
    ['the last two of a part of the site', many(4, part), null, [2, 3], [3]],
    [
      'those of the last five parts of the site',
      scopes('/a', '/a', '/b', '/c', '/d', '/e', '/f', '/f', '/b'),
      null,
      [2, 3, 4, 5, 6, 7, 8],
      [8],
    ],
    [
      'the last incomplete one, of whatever scope',
      [stopped(0), { ...part, ...cut(9) }, stopped(0), complete],
      3,
      [2, 3],
      [3],
    ],
    ['the audit, though it is neither complete nor the last', [stopped(90), stopped(1), stopped(1)], 0, [0, 2], [0, 2]],
    [
      'those of each owner, the schedule included',
      [...many(11, { owner: 'a' }), ...many(11, { owner: null }), { owner: 'b' }],
      22,
      [...range(1, 10), ...range(12, 21), 22],
      [10, 21, 22],
    ],
    [
      'one scope, in whatever order its patterns were given',
      [
        ['/a', '/b'],
        ['/b', '/a'],
        ['/a', '/b'],
      ].map((include) => ({ scope: { ...WHOLE_SITE, include } })),
      null,
      [1, 2],
      [2],
    ],
  ])('are %s', (_, crawls, audit, kept, links) => {
    const ended = inOrder(crawls);
    const result = keptCrawls(ended.toReversed(), audit === null ? null : ended[audit]!.id);
    expect([numbers(result.crawls), numbers(result.links)]).toEqual([kept, links]);
  });

  test('are, for any crawls, the audit, the newest of each owner and a limited number of others', () => {
    const crawl = fc.record({
      owner: fc.constantFrom('a', 'b', null),
      scope: fc.constantFrom(WHOLE_SITE, WHOLE_SITE, ...['/1', '/2', '/3', '/4', '/5', '/6', '/7'].map(partOf)),
      isComplete: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(crawl, { maxLength: 100 }), fc.option(fc.nat(), { nil: null }), (given, chosen) => {
        const ended = inOrder(given).toReversed();
        const audit = chosen === null || ended.length === 0 ? null : ended[chosen % ended.length]!.id;
        const { crawls, links } = keptCrawls(ended, audit);
        const newest = [...Map.groupBy(ended, ({ owner }) => owner).values()].map(([first]) => first!.id);

        expect(links).toEqual(new Set([...(audit === null ? [] : [audit]), ...newest]));
        for (const id of links) expect(crawls).toContain(id);
        for (const ofOwner of Map.groupBy(ended, ({ owner }) => owner).values()) {
          const kept = ofOwner.filter(({ id }) => crawls.has(id) && id !== audit);
          expect(kept.length).toBeLessThanOrEqual(10 + 5 * 2 + 1);
          expect(kept.filter(({ isComplete }) => !isComplete).length).toBeLessThanOrEqual(1);
          const complete = Map.groupBy(
            kept.filter(({ isComplete }) => isComplete),
            ({ scope }) => scopeKey(scope),
          );
          for (const [key, ofScope] of complete) {
            expect(ofScope.length).toBeLessThanOrEqual(key === scopeKey(WHOLE_SITE) ? 10 : 2);
          }
          // Of two crawls of the same kind, the newer one stays longer.
          for (const [index, older] of ofOwner.entries()) {
            if (!crawls.has(older.id) || older.id === audit) continue;
            const newer = ofOwner.slice(0, index).filter(({ scope, isComplete }) => {
              return isComplete === older.isComplete && (!isComplete || scopeKey(scope) === scopeKey(older.scope));
            });
            for (const { id } of newer) expect(crawls).toContain(id);
          }
        }
      }),
    );
  });
});
