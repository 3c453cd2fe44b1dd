import { describe, expect, test } from '@jest/globals';
import { MAX_COMBINATIONS, MAX_WORDS } from '../../../../functions/core/crawls/frontier/traps/facets.ts';
import { AddressTraps } from '../../../../functions/core/crawls/frontier/traps/traps.ts';
import {
  MAX_EQUAL,
  MAX_EQUAL_IN_DIRECTORY,
  RepeatedContent,
} from '../../../../functions/core/crawls/frontier/repeated-content.ts';
import { DAY_MS } from '../../../../functions/core/platform/time/day.ts';
import { at, crawledPage, frontierOf, HOME } from '../../../support/crawled-site.ts';

const STARTED = new Date('2026-11-21T12:00:00Z');

/** @returns how many of the addresses are followed */
function followed(limit: number, paths: Iterable<string>): number {
  const traps = new AddressTraps({ startedAt: STARTED, limit });
  let count = 0;
  for (const path of paths) {
    if (traps.trapOf(at(path))) continue;
    traps.add(at(path));
    count++;
  }
  return count;
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe.each([
  [5_000, 1],
  [20_000, 4],
  [50_000, 10],
])('a crawl of up to %d pages', (limit, factor) => {
  test('knows ten addresses for each page, and 200,000 at most', () => {
    const frontier = frontierOf({ limit });
    for (let page = 0; page < (limit * 10) / 1_000 + 10; page++) {
      const links = numbers(1_000).map((link) => `/${page}-${link}`);
      frontier.add(crawledPage(frontier.next()!, { links }));
    }
    expect(frontier.found).toBe(Math.min(10 * limit, 200_000));
  });

  test('finds repeated content after a part of its pages', () => {
    const [inSite, inDirectory] = [new RepeatedContent(limit), new RepeatedContent(limit)];
    const ofSite = numbers(600).map((page) => inSite.add(inSite.textOf('a', `/${page}/`)));
    const ofDirectory = numbers(600).map(() => inDirectory.add(inDirectory.textOf('a', '/')));
    expect(ofSite.indexOf(true) + 1).toBe(factor * MAX_EQUAL);
    expect(ofDirectory.indexOf(true) + 1).toBe(factor * MAX_EQUAL_IN_DIRECTORY);
  });

  test('follows the titles of a wiki, and the dates of a publication', () => {
    const titles = numbers(21_000).map((title) => `/index.php?title=Word${title}`);
    expect(followed(limit, titles)).toBe(factor * MAX_WORDS);
    const days = numbers(26_000).map((day) => new Date(STARTED.getTime() - day * DAY_MS).toISOString().slice(0, 10));
    expect(
      followed(
        limit,
        days.map((day) => `/strip/${day}`),
      ),
    ).toBe(factor * 2_500);
  });

  test('follows the same number of dates of a calendar, and of combinations of filters', () => {
    const days = numbers(3_000).map((day) => new Date(STARTED.getTime() - day * DAY_MS).toISOString().slice(0, 10));
    expect(
      followed(
        limit,
        days.map((day) => `/events/${day}`),
      ),
    ).toBe(400);
    const values = numbers(20);
    const single = values.flatMap((value) => [`/shop?color=${value}`, `/shop?size=${value}`]);
    const combined = values.flatMap((color) => values.map((size) => `/shop?color=${color}&size=${size}`));
    expect(followed(limit, [...single, ...combined])).toBe(single.length + MAX_COMBINATIONS);
  });
});

test('the frontier of a small crawl has the limits of its pages', () => {
  const frontier = frontierOf({ limit: 3 });
  frontier.add(crawledPage(HOME, { links: numbers(100).map((link) => `/${link}`) }));
  expect(frontier.found).toBe(30);
});
