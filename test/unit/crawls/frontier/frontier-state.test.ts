import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { packCheckpoint, unpackCheckpoint } from '../../../../functions/core/crawls/checkpoint.ts';
import type { CrawlProgress } from '../../../../functions/core/crawls/crawl-memory.ts';
import type { CrawlStart, Frontier } from '../../../../functions/core/crawls/frontier/frontier.ts';
import { type CrawlScope, WHOLE_SITE } from '../../../../functions/core/crawls/store/item.ts';
import { at, crawledPage, frontierOf, type GeneratedSite, HOME } from '../../../support/crawled-site.ts';
import { annotatedSites, generatedStarts } from '../../../support/generated-sites.ts';

const scopes = fc.constantFrom<Partial<CrawlScope>>(
  {},
  {},
  { exclude: ['/p1'] },
  { include: ['/p', '/c'], exclude: ['/p2'] },
  { depth: 2 },
);

/** @returns a frontier with the state of another one, after it was stored */
function restored(frontier: Frontier, start: Partial<CrawlStart>): Frontier {
  const progress = { frontier, count: 0, failedInARow: 0, stopReason: null, canonicals: new Set() };
  const text = packCheckpoint(progress as unknown as CrawlProgress);
  return frontierOf(start, unpackCheckpoint(text).frontier);
}

function replayed(pages: readonly CrawledPage[], start: Partial<CrawlStart>): Frontier {
  const frontier = frontierOf(start);
  for (const page of pages) frontier.add(page);
  return frontier;
}

const pageOf = (url: string, site: GeneratedSite) =>
  crawledPage(url, site(url.startsWith(HOME) ? url.slice(HOME.length - 1) : url));

/** Requests what is left, one address at a time. */
function rest(frontier: Frontier, site: GeneratedSite): CrawledPage[] {
  const pages: CrawledPage[] = [];
  for (let url = frontier.next(); url !== null; url = frontier.next()) {
    pages.push(pageOf(url, site));
    frontier.add(pages.at(-1)!);
  }
  return pages;
}

/** All that is known of a frontier, member by member. */
const membersOf = (frontier: Frontier) => ({
  ...frontier.state,
  ...{ next: frontier.next(), isCut: frontier.isCut, found: frontier.found, skipped: frontier.skipped() },
});

describe('the state of a crawl from a checkpoint and the pages since', () => {
  const picks = fc.infiniteStream(fc.nat());

  test('equals that of a replay of all pages, as the further requests do, however many are sent at a time', () => {
    let checkpoints = 0;
    fc.assert(
      fc.property(
        ...[annotatedSites, generatedStarts, scopes, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 2, max: 9 })],
        picks,
        (site, { limit, sitemap }, scope, atOnce, interval, picked) => {
          const start = { limit: 3 * limit, sitemap, scope: { ...WHOLE_SITE, ...scope } };
          const live = frontierOf(start);
          const stored: CrawledPage[] = [];
          const taken: string[] = [];
          let last = frontierOf(start);
          for (;;) {
            const next = taken.length < atOnce ? live.next() : null;
            if (next !== null) {
              live.take();
              taken.push(next);
              continue;
            }
            if (taken.length === 0) break;
            const pick = picked.next().value as number;
            const [url] = taken.splice(pick % taken.length, 1);
            // Some requests have no outcome.
            if (pick % 5 === 0) {
              live.giveBack(url!);
              continue;
            }
            stored.push(pageOf(url!, site));
            live.add(stored.at(-1)!);
            last.add(stored.at(-1)!);
            expect(last.state).toEqual(replayed(stored, start).state);
            if (stored.length % interval !== 0) continue;
            checkpoints++;
            last = restored(live, start);
          }
          const replay = replayed(stored, start);
          expect(membersOf(last)).toEqual(membersOf(replay));
          expect(rest(last, site)).toEqual(rest(replay, site));
          expect(membersOf(last)).toEqual(membersOf(replay));
        },
      ),
      { numRuns: 300 },
    );
    expect(checkpoints).toBeGreaterThan(300);
  });

  const values = Array.from({ length: 30 }, (_, value) => value);
  const manyTraps: GeneratedSite = (path) => {
    const number = [...path].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 1_009, 7);
    if (path === '/') return { links: ['/shop?color=1', '/calendar/2026/11', '/wiki?title=A', '/empty/0', '/a/'] };
    if (path.startsWith('/shop'))
      return {
        links: values.map((value) => `/shop?color=${(number * value) % 11}&size=${value % 7}&sort=${number % 9}`),
      };
    if (path.startsWith('/calendar')) {
      const years = values.map((year) => `/calendar/${1_990 + ((number + year) % 60)}/0${1 + (number % 9)}`);
      return { links: [...years, `/index.php?option=com_${number % 70}&id=${number}`] };
    }
    if (path.startsWith('/wiki')) return { links: values.map((value) => `/wiki?title=Word${number * value}`) };
    if (path.startsWith('/empty')) {
      return { text: 'Nothing was found', links: values.map((value) => `/empty/${(number * value) % 97}/${value}`) };
    }
    if (path.startsWith('/a/')) return { links: [`${path}a/`, `${path}b/`, `/s?PHPSESSID=${number}abc`, '/r0'] };
    if (path.startsWith('/r')) return { redirect: `/r${Number(path.slice(2)) + 1}` };
    return { links: values.map((value) => `/empty/${value}`), canonical: `/canonical/${number}` };
  };

  test.each([3, 7, 100])('decides about the same traps, with a checkpoint after every %d pages', (interval) => {
    const start = { limit: 700, sitemap: values.map((value) => at(`/listed/${value}`)) };
    const whole = frontierOf(start);
    const pages = rest(whole, manyTraps);
    expect(whole.skipped().map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        'calendar',
        'facets',
        'endless_path',
        'session_id',
        'redirect_chain',
        'repeated_content',
      ]),
    );
    let frontier = frontierOf(start);
    for (const [index, page] of pages.entries()) {
      expect(frontier.next()).toBe(page.url);
      frontier.add(page);
      if (index % interval === 0) frontier = restored(frontier, start);
    }
    expect(membersOf(frontier)).toEqual(membersOf(whole));
  });
});
