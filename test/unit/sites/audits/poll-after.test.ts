import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pollAfter } from '../../../../functions/core/sites/audits/audit-data.ts';
import type { OpenCrawl } from '../../../../functions/core/sites/store/site-crawls.ts';

const started = Date.parse('2026-11-22T10:00:00.000Z');

const crawl = (found: number, fetched: number, admitted = 500): OpenCrawl => ({
  ...{ domain: 'a.com', id: '1', slices: 0, owner: null, pageLimit: 500, admitted, status: 'crawling' },
  ...{ stopReason: null, found, fetched },
  ...{ startedAt: new Date(started).toISOString(), updatedAt: new Date(started).toISOString(), dueAt: '' },
});

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
    expect(after(0, crawl(40, 0))).toBe(40);
  });

  test('does not depend on a few addresses of a crawl that started late', () => {
    expect(after(6, crawl(75, 2))).toBe(73);
    expect(after(60, crawl(75, 2))).toBe(73);
    expect(after(200, crawl(75, 25))).toBe(200);
  });

  test('grows with the age of a crawl whose last pages are slow', () => {
    expect(after(900, crawl(40, 40))).toBe(90);
  });

  test('is between three seconds and five minutes for any crawl', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.nat(5_000), fc.integer({ min: -60, max: 90_000 }), (...given) => {
        const [found, fetched, admitted, seconds] = given;
        const waits = after(seconds, crawl(found, fetched, admitted));
        expect(Number.isInteger(waits) && waits >= 3 && waits <= 300).toBe(true);
      }),
    );
  });
});
