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

describe('when it pays to ask for a crawl again', () => {
  test('is soon as long as nothing is known of the site', () => {
    expect(after(0, crawl(0, 0))).toBe(3);
  });

  test('is when the addresses that are known are asked for, as fast as so far', () => {
    expect(after(100, crawl(60, 40))).toBe(50);
    expect(after(100, crawl(400, 40, 60))).toBe(50);
  });

  test('is a second an address before the first one', () => {
    expect(after(0, crawl(40, 0))).toBe(40);
  });

  test('is not told by a few addresses of a crawl that began late', () => {
    expect(after(6, crawl(75, 2))).toBe(73);
    expect(after(60, crawl(75, 2))).toBe(73);
    expect(after(200, crawl(75, 25))).toBe(200);
  });

  test('is never the next moment where the last pages are slow', () => {
    expect(after(900, crawl(40, 40))).toBe(90);
  });

  test('is between three seconds and five minutes, whatever the crawl', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.nat(5_000), fc.integer({ min: -60, max: 90_000 }), (...given) => {
        const [found, fetched, admitted, seconds] = given;
        const waits = after(seconds, crawl(found, fetched, admitted));
        expect(Number.isInteger(waits) && waits >= 3 && waits <= 300).toBe(true);
      }),
    );
  });
});
