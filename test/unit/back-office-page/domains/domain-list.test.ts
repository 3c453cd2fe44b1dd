import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DomainRow, PastFigures } from '../../../../functions/back-office/contract.ts';
import { changeInParts } from '../../../../functions/back-office/page/src/domains/change-in-parts.ts';
import { filtered, named } from '../../../../functions/back-office/page/src/domains/domain-filter.ts';
import { domainsCsv } from '../../../../functions/back-office/page/src/domains/domains-csv.ts';
import { queryOf, viewOfQuery } from '../../../../functions/back-office/page/src/domains/portfolio-address.ts';
import { portfolioRow } from '../../../../functions/back-office/page/src/domains/portfolio-row.ts';
import { parseRoute, viewKey } from '../../../../functions/back-office/page/src/routing/route.ts';
import { parseCsv } from '../../../support/csv.ts';
import { sampleRow } from '../sample-row.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');

const row = (name: string, figures?: Partial<DomainRow>) => portfolioRow(sampleRow(name, figures), NOW);

describe('the change of a figure', () => {
  const past: PastFigures[] = [
    ['2026-09-20', 10, null],
    ['2026-10-20', 70, 900],
    ['2026-10-27', 72, null],
    ['2026-11-17', 80, 100],
  ];

  test('is that from the day nearest to 30 days before the last fetch', () => {
    const { score_before, rank_before } = row('a.com', { seo_score: 90, past });
    expect([score_before, rank_before]).toEqual([{ date: '2026-10-27', value: 72 }, null]);
  });

  test('is not known where no day is near enough, or the past is not known', () => {
    expect(row('a.com', { past: [past[0]!, past[3]!] }).score_before).toBe(null);
    expect(row('a.com', { past: null }).score_before).toBe(null);
    expect(row('a.com', { past, updated_at: null }).score_before).toBe(null);
  });
});

describe('the filter', () => {
  const rows = [
    row('shop.example', { seo_score: 40, tags: ['client', 'a'], followed: true, tls_valid_to: '2026-11-30T00:00:00Z' }),
    row('xn--bcher-kva.example', { domain_unicode: 'bücher.example', seo_score: 90, blocked: true }),
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
    // What is not known is neither less nor other than a figure.
    ['where=score!=40', ['bücher.example']],
    ['where=score>=0', ['shop.example', 'bücher.example']],
    ['where=score>much', []],
    ['where=certificate<=7', ['shop.example']],
    ['where=tag=client', ['shop.example']],
    ['where=tag!=client', ['bücher.example', 'unknown.example']],
    ['where=state=not_followed&where=score>0', ['bücher.example']],
    ['where=state=followed&where=state=blocked&any=1', ['shop.example', 'bücher.example']],
    // An address of a later version.
    ['where=later=1', []],
    ['where=nonsense&sort=later', ['shop.example', 'bücher.example', 'unknown.example']],
  ])('%s leaves %j', (query, names) => {
    expect(namesFor(query)).toEqual(names);
  });

  test('whatever is chosen, its address says the same', () => {
    const token = fc.record({
      propertyKey: fc.constantFrom('score', 'tag', 'state', 'rank_change'),
      operator: fc.constantFrom('=' as const, '!=' as const, '<' as const, '<=' as const, '>' as const, '>=' as const),
      // A value that begins with an equals sign would be read as another operator.
      value: fc.string({ unit: 'grapheme' }).filter((text) => !text.startsWith('=')),
    });
    const view = fc.record({
      name: fc.string({ unit: 'grapheme' }),
      filter: fc.record({ tokens: fc.array(token), operation: fc.constant('and' as const) }),
      sorting: fc.option(fc.record({ column: fc.stringMatching(/^[a-z]+$/), isDescending: fc.boolean() })),
    });
    fc.assert(
      fc.property(view, (chosen) => {
        expect(viewOfQuery(queryOf(chosen))).toEqual(chosen);
      }),
    );
  });

  test('the same view is shown whatever its address asks for', () => {
    const route = parseRoute('#/domains?where=score%3C50');
    expect(route).toEqual({ view: 'domains', query: 'where=score%3C50' });
    expect(viewKey(route)).toBe(viewKey({ view: 'domains' }));
  });
});

test('the CSV has a row for each domain, empty cells for what is not known, and no formula', () => {
  const csv = domainsCsv([
    row('a.com', { seo_score: 0, tags: ['=cmd()', 'b'], site: { ended_at: '', errors: 0, warnings: 3 } }),
    row('b.com'),
  ]);
  expect(csv.startsWith('\uFEFFdomain,')).toBe(true);
  const [header, ...rows] = parseCsv(csv.slice(1));
  const cell = (index: number, name: string) => rows[index]![header!.indexOf(name)];
  const first = ['seo_score', 'site_errors', 'site_warnings', 'followed', 'tags'].map((name) => cell(0, name));
  expect(first).toEqual(['0', '0', '3', 'false', "'=cmd() b"]);
  const second = ['seo_score', 'seo_score_30d_before', 'site_errors', 'tags'].map((name) => cell(1, name));
  expect(second).toEqual(['', '', '', '']);
});

test('any number of domains is changed, a thousand at a time', async () => {
  const sent: number[] = [];
  const names = Array.from({ length: 2_300 }, (_, index) => `site-${index}.example`);
  const changed = await changeInParts(names, { follow: true }, ({ domains, follow }) => {
    sent.push(domains.length);
    return Promise.resolve({ not_tagged: [], not_followed: follow ? [domains[0]!] : [] });
  });
  expect(sent).toEqual([1_000, 1_000, 300]);
  expect(changed.not_followed).toEqual(['site-0.example', 'site-1000.example', 'site-2000.example']);
});
