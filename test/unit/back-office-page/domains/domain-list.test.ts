import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DomainRow, PastMetrics } from '../../../../functions/back-office/contract.ts';
import { changeInParts } from '../../../../functions/back-office/page/src/domains/use-bulk-actions.ts';
import { filtered, named } from '../../../../functions/back-office/page/src/domains/domain-filter.ts';
import { domainsCsv } from '../../../../functions/back-office/page/src/domains/domains-csv.ts';
import { queryOf, viewOfQuery } from '../../../../functions/back-office/page/src/domains/domains-address.ts';
import { nextExpiry, portfolioRow } from '../../../../functions/back-office/page/src/domains/portfolio-row.ts';
import { neededColumns, readColumns } from '../../../../functions/back-office/page/src/domains/shown-columns.ts';
import { parseRoute, viewKey } from '../../../../functions/back-office/page/src/routing/route.ts';
import { parseCsv } from '../../../support/csv.ts';
import { sampleRow } from '../sample-row.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

const row = (name: string, values?: Partial<DomainRow>, days?: number) =>
  portfolioRow(sampleRow(name, values), NOW, days);

describe('the change of a metric', () => {
  const past: PastMetrics[] = [
    ['2026-09-20', 10, null],
    ['2026-10-20', 70, 900],
    ['2026-10-27', 72, null],
    ['2026-11-17', 80, 100],
  ];

  test('is measured from the day nearest to 30 days before the last fetch', () => {
    const { score_before, rank_before } = row('a.com', { seo_score: 90, past });
    expect([score_before, rank_before]).toEqual([{ date: '2026-10-27', value: 72 }, null]);
  });

  test('is measured from another day when another period is chosen', () => {
    expect(row('a.com', { past }, 7).score_before).toEqual({ date: '2026-11-17', value: 80 });
    expect(row('a.com', { past: [['2026-08-26', 50, null], ...past] }, 90).score_before).toEqual({
      date: '2026-08-26',
      value: 50,
    });
  });

  test('of a year is measured from a score within two weeks of the day, and its rank is unknown', () => {
    const year = { from: '2025-11-10', scores: [40, 41] };
    const { score_before, rank_before } = row('a.com', { past, year }, 365);
    expect([score_before, rank_before]).toEqual([{ date: '2025-11-10', value: 40 }, null]);
    expect(row('a.com', { past, year: { from: '2026-01-05', scores: [40] } }, 365).score_before).toBe(null);
  });

  test('is unknown when no day is near enough, or the history is unknown', () => {
    expect(row('a.com', { past: [past[0]!, past[3]!] }).score_before).toBe(null);
    expect(row('a.com', { past: null }).score_before).toBe(null);
    expect(row('a.com', { past, updated_at: null }).score_before).toBe(null);
  });
});

describe('nextExpiry', () => {
  const certificate = { tls_valid_to: '2026-12-10T12:00:00Z' };
  test.each([
    [
      'the nearest one',
      { ...certificate, registration_expires_at: '2027-03-01T12:00:00Z' },
      ['certificate', 17, false],
    ],
    [
      'one with a warning first',
      { ...certificate, registration_expires_at: '2026-12-20T12:00:00Z' },
      ['registration', 27, true],
    ],
    ['an expired one', { tls_valid_to: '2026-11-22T12:00:00Z' }, ['certificate', -1, true]],
  ])('returns %s', (_, values, expected) => {
    const { of, days, isSoon } = nextExpiry(row('a.com', values))!;
    expect([of, days, isSoon]).toEqual(expected);
  });

  test('returns null when none is known', () => {
    expect(nextExpiry(row('a.com'))).toBe(null);
  });
});

describe('the columns', () => {
  test('of the filter, the sort and the name are required', () => {
    const { filter, sorting } = viewOfQuery('where=rank_change>0&where=tag=client&where=later=1&sort=-visits');
    expect(neededColumns({ filter, sorting })).toEqual(['domain', 'rank', 'visits']);
  });

  test('are at most seven at first', () => {
    expect(readColumns(null)).toHaveLength(7);
  });

  test.each([
    ['["tags","rank","later"]', ['domain', 'rank', 'tags']],
    ['[]', ['domain']],
    ['{', readColumns(null)],
    ['{"pageSize":25}', readColumns(null)],
  ])('stored as %s are %j', (stored, ids) => {
    expect(readColumns(stored)).toEqual(ids);
  });
});

describe('the filter', () => {
  const rows = [
    row('shop.example', { seo_score: 40, tags: ['client', 'a'], followed: true, tls_valid_to: '2026-11-30T00:00:00Z' }),
    row('xn--bcher-kva.example', { domain_unicode: 'bücher.example', seo_score: 90, blocked: true, excluded: true }),
    row('unknown.example'),
  ];
  const namesFor = (query: string) => {
    const { filter, name } = viewOfQuery(query);
    return filtered(named(rows, name), filter).map(({ domain_unicode }) => domain_unicode);
  };

  test.each([
    ['', ['shop.example', 'bücher.example', 'unknown.example']],
    ['name=B%C3%9C', ['bücher.example']],
    ['name=xn--', ['bücher.example']],
    ['where=score<50', ['shop.example']],
    // An unknown value is neither less than another one nor unequal to it.
    ['where=score!=40', ['bücher.example']],
    ['where=score>=0', ['shop.example', 'bücher.example']],
    ['where=score>much', []],
    ['where=certificate<=7', ['shop.example']],
    ['where=tag=client', ['shop.example']],
    ['where=tag!=client', ['bücher.example', 'unknown.example']],
    ['where=state=not_followed&where=score>0', ['bücher.example']],
    ['where=state=excluded', ['bücher.example']],
    ['where=state=followed&where=state=blocked&any=1', ['shop.example', 'bücher.example']],
    // An address of a later version.
    ['where=later=1', []],
    ['where=nonsense&sort=later&period=8d', ['shop.example', 'bücher.example', 'unknown.example']],
  ])('%s selects %j', (query, names) => {
    expect(namesFor(query)).toEqual(names);
  });

  test('is restored from its address for any selection', () => {
    const condition = fc.record({
      property: fc.constantFrom('score', 'tag', 'state', 'rank_change'),
      operator: fc.constantFrom('=' as const, '!=' as const, '<' as const, '<=' as const, '>' as const, '>=' as const),
      // A leading equals sign would be read as part of the operator.
      value: fc.string({ unit: 'grapheme' }).filter((text) => !text.startsWith('=')),
    });
    const view = fc.record({
      name: fc.string({ unit: 'grapheme' }),
      filter: fc.record({ conditions: fc.array(condition), isAny: fc.constant(false) }),
      sorting: fc.option(fc.record({ column: fc.stringMatching(/^[a-z]+$/), isDescending: fc.boolean() })),
      period: fc.constantFrom(7 as const, 30 as const, 90 as const),
    });
    fc.assert(
      fc.property(view, (chosen) => {
        expect(viewOfQuery(queryOf(chosen))).toEqual(chosen);
      }),
    );
  });

  test('does not change the key of the view', () => {
    const route = parseRoute('#/domains?where=score%3C50');
    expect(route).toEqual({ view: 'domains', query: 'where=score%3C50' });
    expect(viewKey(route)).toBe(viewKey({ view: 'domains' }));
  });
});

test('the CSV has a row for each domain, empty cells for unknown values, and no formula', () => {
  const rowsOfCsv = [
    row('a.com', {
      seo_score: 0,
      tags: ['=cmd()', 'b'],
      site: { ended_at: '', complete: true, health: 90, errors: 0, warnings: 3, before: null },
    }),
    row('b.com'),
  ];
  const csv = domainsCsv(rowsOfCsv, 90);
  expect(csv.startsWith('\uFEFFdomain,')).toBe(true);
  const [header, ...rows] = parseCsv(csv.slice(1));
  const cell = (index: number, name: string) => rows[index]![header!.indexOf(name)];
  const first = ['seo_score', 'site_errors', 'site_warnings', 'followed', 'tags'].map((name) => cell(0, name));
  expect(first).toEqual(['0', '0', '3', 'false', "'=cmd() b"]);
  const second = ['seo_score', 'seo_score_90d_before', 'site_errors', 'tags'].map((name) => cell(1, name));
  expect(second).toEqual(['', '', '', '']);
});

test('any number of domains is changed in parts of a thousand', async () => {
  const sent: number[] = [];
  const names = Array.from({ length: 2_300 }, (_, index) => `site-${index}.example`);
  const changed = await changeInParts(names, { follow: true }, ({ domains, follow }) => {
    sent.push(domains.length);
    return Promise.resolve({ not_tagged: [], not_followed: follow ? [domains[0]!] : [] });
  });
  expect(sent).toEqual([1_000, 1_000, 300]);
  expect(changed.not_followed).toEqual(['site-0.example', 'site-1000.example', 'site-2000.example']);
});
