import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pollAfter } from '../../../../functions/core/sites/audits/audit-data.ts';
import type { OpenCrawl } from '../../../../functions/core/sites/store/site-crawls.ts';
import { openCrawl } from '../../../support/site-audit.ts';

const started = Date.parse('2026-11-22T10:00:00.000Z');

const crawl = (found: number, fetched: number, admitted = 500) =>
  openCrawl({ startedAt: new Date(started).toISOString(), admitted, found, fetched });

const after = (seconds: number, of: OpenCrawl) => pollAfter(of, started + seconds * 1000);

describe('the poll interval of a crawl', () => {
  test('is short before the first response of the site', () => {
    expect(after(0, crawl(0, 0))).toBe(3);
  });

  test('covers the known addresses at the rate so far', () => {
    expect(after(100, crawl(60, 40))).toBe(50);
    expect(after(100, crawl(400, 40, 60))).toBe(50);
  });

  test('is one second per address before the first response', () => {
    expect([after(0, crawl(4, 0)), after(30, crawl(40, 0))]).toEqual([4, 40]);
  });

  test('is at most five seconds during the first 30 seconds, and a minute later', () => {
    const seconds = [1, 6, 29, 30, 60, 90_000];
    expect(seconds.map((age) => after(age, crawl(75, 2)))).toEqual([5, 5, 5, 60, 60, 60]);
  });

  test('grows with the age of a crawl whose last pages are slow', () => {
    expect([after(300, crawl(40, 40)), after(900, crawl(40, 40))]).toEqual([30, 60]);
  });

  test('is a whole number within these limits for any crawl', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.nat(5_000), fc.integer({ min: -60, max: 90_000 }), (...given) => {
        const [found, fetched, admitted, seconds] = given;
        const waits = after(seconds, crawl(found, fetched, admitted));
        expect(Number.isInteger(waits) && waits >= 3 && waits <= (seconds < 30 ? 5 : 60)).toBe(true);
      }),
    );
  });
});
