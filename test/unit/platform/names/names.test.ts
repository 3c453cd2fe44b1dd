import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { uncheckedName } from '../../../../functions/core/platform/names/ascii-host.ts';
import { domainName, NotADomain } from '../../../../functions/core/platform/names/domain-name.ts';
import {
  firstSnapshotAt,
  nextSnapshotAt,
  shardOf,
  SHARDS,
} from '../../../../functions/core/platform/names/snapshot-cadence.ts';
import { dayOf } from '../../../../functions/core/platform/time/day.ts';
import { readCases } from '../../../support/cases.ts';

const cases = readCases<{ accepted: [string, string][]; refused: [string, string][] }>('domain/domain-name');

describe('domainName accepts a host name or URL in any form', () => {
  test.each(cases.accepted)('%s → %s', (text, domain) => {
    expect(domainName(text)).toBe(domain);
  });
});

describe('domainName rejects a name that cannot have a record', () => {
  test.each([...cases.refused, [`${'a'.repeat(64)}.com`, 'label'], [`${'a.'.repeat(126)}com`, 'longer than 253']])(
    '%j: %s',
    (text, reason) => {
      expect(() => domainName(text)).toThrow(NotADomain);
      expect(() => domainName(text)).toThrow(reason);
    },
  );
});

test('uncheckedName returns the name of no rejected text', () => {
  for (const text of ['http://example.com:8080/x', 'example.com:8080', 'a@example.com', 'http://u:p@example.com/']) {
    expect(uncheckedName(text)).toBeNull();
  }
  for (const text of ['https://www.example.com:443/', 'example.com:80', 'example.com/@x:1']) {
    expect(uncheckedName(text)).toBe('example.com');
  }
});

test('domainName accepts a reserved name that the deployment can reach', () => {
  expect(domainName('www.shop.example', (host) => host === 'shop.example')).toBe('shop.example');
});

test('domainName returns a fixed point or throws NotADomain for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.domain(), fc.webUrl(), fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
      try {
        const domain = domainName(text);
        expect(domainName(domain)).toBe(domain);
        expect(domain).toMatch(/^[a-z0-9_.-]{3,253}$/);
      } catch (error) {
        expect(error).toBeInstanceOf(NotADomain);
      }
    }),
    { numRuns: 2_000 },
  );
});

const DAY = 86_400_000;
const NOW = Date.parse('2026-06-15T12:00:00Z');
const daysAgo = (days: number) => dayOf(NOW - days * DAY);

const daysUntilNext = (lastRequestedOn: string) =>
  (Date.parse(dayOf(Date.parse(nextSnapshotAt('a.com', lastRequestedOn, NOW)))) - Date.parse(dayOf(NOW))) / DAY;

describe('the next snapshot of a domain is', () => {
  test.each([
    [0, 1],
    [30, 1],
    [31, 7],
    [180, 7],
    [181, 30],
    [3_000, 30],
  ])('after a last request %i days ago due in %i days', (requestedDaysAgo, days) => {
    expect(daysUntilNext(daysAgo(requestedDaysAgo))).toBe(days);
  });

  test('on a later day at the same minute of the day for any current time', () => {
    fc.assert(
      fc.property(fc.domain(), fc.integer({ min: NOW, max: NOW + 400 * DAY }), (domain, now) => {
        const next = nextSnapshotAt(domain, dayOf(now), now);
        expect(dayOf(Date.parse(next))).toBe(dayOf(now + DAY));
        expect(next.slice(11)).toBe(nextSnapshotAt(domain, dayOf(now), now + DAY).slice(11));
      }),
    );
  });

  test('at first within a day, at the minute of the domain', () => {
    fc.assert(
      fc.property(fc.domain(), fc.integer({ min: NOW, max: NOW + DAY }), (domain, now) => {
        const first = Date.parse(firstSnapshotAt(domain, now));
        expect(first).toBeGreaterThan(now);
        expect(first - now).toBeLessThanOrEqual(DAY);
      }),
    );
  });
});

test('domains are distributed over the shards and over the day except its last two hours', () => {
  const domains = Array.from({ length: 8_000 }, (_, index) => `site-${index}.com`);
  const counts = (keys: string[]) => [...Map.groupBy(keys, (key) => key).values()].map((group) => group.length);
  const shards = counts(domains.map(shardOf));
  expect(shards).toHaveLength(SHARDS);
  for (const count of shards) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  const hours = counts(domains.map((domain) => firstSnapshotAt(domain, NOW).slice(11, 13)));
  expect(hours).toHaveLength(22);
  for (const count of hours) expect(Math.abs(count - 364)).toBeLessThan(95);
});
