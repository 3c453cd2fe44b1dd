import { describe, expect, test } from '@jest/globals';
import type { DomainRow, Overview, PastMetrics } from '../../../functions/back-office/contract.ts';
import { filtered } from '../../../functions/back-office/page/src/domains/domain-filter.ts';
import { viewOfQuery } from '../../../functions/back-office/page/src/domains/domains-address.ts';
import { portfolioRow } from '../../../functions/back-office/page/src/domains/portfolio-row.ts';
import { daysOf, usedInMonth } from '../../../functions/back-office/page/src/keys/usage.ts';
import { attentionOf, unknownOf } from '../../../functions/back-office/page/src/overview/attention.ts';
import {
  knownScores,
  meanHealth,
  meanScore,
  moversOver,
  periodOf,
  scoreGroups,
  scoreTrend,
} from '../../../functions/back-office/page/src/overview/scores.ts';
import { sourcesOf, unattributedOf } from '../../../functions/back-office/page/src/queue/costs-of-sources.ts';
import { sampleRow } from './sample-row.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const week = (score: number | null): PastMetrics[] => [['2026-11-16', score, null]];

test('known scores are those of the year, the weeks and the present, with each day once', () => {
  const past: PastMetrics[] = [
    ['2026-09-01', 70, 5],
    ['2026-11-16', null, 6],
  ];
  const year = { from: '2026-07-20', scores: [50, 60, 65] };
  expect(knownScores(sampleRow('a.example', { seo_score: 80, past, year }))).toEqual([
    { date: '2026-07-20', score: 50 },
    { date: '2026-08-17', score: 60 },
    { date: '2026-09-01', score: 70 },
    { date: '2026-11-23', score: 80 },
  ]);
});

test('movers are domains whose score differs from the last known one, the greatest changes first', () => {
  const domains: DomainRow[] = [
    sampleRow('better.example', { seo_score: 95, past: week(90) }),
    sampleRow('worse.example', { seo_score: 60, past: week(90) }),
    sampleRow('same.example', { seo_score: 90, past: week(90) }),
    sampleRow('earlier-score.example', { seo_score: 10, score_of: '2026-11-16T00:00:00.000Z', past: week(90) }),
    sampleRow('new.example', { seo_score: 10 }),
  ];
  const changes = (days: number) => moversOver(domains, days).map(({ row, change }) => [row.domain, change]);
  expect(changes(7)).toEqual([
    ['worse.example', -30],
    ['better.example', 5],
  ]);
  expect(changes(30)).toEqual([]);
});

test('the change of the mean includes only domains with both scores', () => {
  const domains = [
    sampleRow('a.example', { seo_score: 80, past: week(90) }),
    sampleRow('new.example', { seo_score: 20 }),
  ];
  expect(meanScore(domains, 7)).toEqual({ mean: 50, change: -10, compared: 1 });
  expect(meanScore([], 7)).toEqual({ mean: null, change: null, compared: 0 });
});

const siteWith = (values: Partial<NonNullable<DomainRow['site']>>): NonNullable<DomainRow['site']> => ({
  ...{ ended_at: '2026-11-23T08:00:00.000Z', complete: true, health: 90, errors: 0, warnings: 0, before: null },
  ...values,
});

test('the mean health is that of sites with a known one, and its change that of sites crawled twice', () => {
  const before = { ended_at: '2026-11-16T08:00:00.000Z', health: 20 };
  const domains = [
    sampleRow('a.example', { site: siteWith({ health: 8, before }) }),
    sampleRow('b.example', { site: siteWith({ health: 92 }) }),
    sampleRow('unreadable.example', { site: siteWith({ health: null, before }) }),
    sampleRow('never-crawled.example'),
  ];
  expect(meanHealth(domains)).toEqual({ mean: 50, sites: 2, change: -12, compared: 1 });
  expect(meanHealth([])).toEqual({ mean: null, sites: 0, change: null, compared: 0 });
});

test('groups of scores contain each score once', () => {
  const groups = scoreGroups([0, 9, 10, 99, 100, null].map((seo_score) => sampleRow('a.example', { seo_score })));
  expect(groups.map(({ domains }) => domains)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
  expect(groups.at(-1)).toMatchObject({ least: 90, most: 100 });
});

test('the trend is the mean of the same domains on all days', () => {
  const domains = [
    sampleRow('old.example', { seo_score: 90, past: [['2026-08-01', 50, null]] }),
    sampleRow('second.example', { seo_score: 70, past: [['2026-08-01', 70, null]] }),
    sampleRow('new.example', { seo_score: 0 }),
  ];
  const { points, domains: count } = scoreTrend(domains, 30, '2026-11-23');
  expect([count, points.length, points[0]!.value, points.at(-1)!.value]).toEqual([2, 14, 60, 80]);
  expect(scoreTrend([], 30, '2026-11-23')).toEqual({ points: [], domains: 0 });
});

test('the period is that of the address, and 30 days by default', () => {
  expect(['period=7d', 'period=365d', 'period=5d', ''].map(periodOf)).toEqual([7, 365, 30, 30]);
});

describe('what needs attention', () => {
  const state = (dead_letters = 0): Overview => ({
    queue: { followed: 1, due: 0, waiting: 0, running: 0, dead_letters, more_dead_letters: false },
    spent_usd: 1,
    daily_budget_usd: 1,
    requests: [],
    has_demo: false,
  });
  const attention = (domains: DomainRow[], overview = state()) => {
    const rows = domains.map((row) => portfolioRow(row, NOW));
    return attentionOf(rows, moversOver(domains, 7), overview, 7);
  };

  test('is empty when all is well, also when the budget is spent', () => {
    expect(attention([sampleRow('a.example', { seo_score: 90, past: week(90) })])).toEqual([]);
  });

  test('is not known of domains without data, and of sites that were not crawled', () => {
    const domains = [
      sampleRow('new.example', { updated_at: null }),
      sampleRow('fetched.example'),
      sampleRow('crawled.example', { site: siteWith({ health: 100, errors: 0 }) }),
    ];
    expect(unknownOf(domains.map((row) => portfolioRow(row, NOW)))).toEqual({ withoutData: 1, notCrawled: 2 });
  });

  test('of sites with errors marks those whose crawl is not complete', () => {
    const site = siteWith({ health: 90, errors: 1 });
    const limited = { ...site, complete: false };
    const found = attention([sampleRow('whole.example', { site }), sampleRow('limited.example', { site: limited })]);
    expect(found.map(({ kind, domains }) => [kind, domains])).toEqual([
      [
        'site_errors',
        [
          { domain: 'whole.example', name: 'whole.example' },
          { domain: 'limited.example', name: 'limited.example', note: { key: 'limited', value: 0 } },
        ],
      ],
    ]);
  });

  test('is sorted by its impact, with the most visited domains first', () => {
    const found = attention(
      [
        sampleRow('down.example', { score_error: 'http_503' }),
        sampleRow('expiring.example', { tls_valid_to: '2026-11-30T12:00:00.000Z' }),
        sampleRow('small.example', { excluded: true, organic_etv: 5 }),
        sampleRow('large.example', { excluded: true, organic_etv: 500 }),
        sampleRow('dropped.example', { seo_score: 60, past: week(90) }),
      ],
      state(3),
    );
    expect(found.map(({ kind, count, domains }) => [kind, count, domains.map(({ domain }) => domain)])).toEqual([
      ['noindex', 2, ['large.example', 'small.example']],
      ['drops', 1, ['dropped.example']],
      ['unreachable', 1, ['down.example']],
      ['expiring', 1, ['expiring.example']],
      ['failed_jobs', 3, []],
    ]);
    expect(found[1]!.domains[0]!.note).toEqual({ key: 'points', value: -30 });
    expect(found[3]!.domains[0]!.note).toEqual({ key: 'days', value: 7 });
  });

  test('links to a list of the counted domains', () => {
    const domains = [
      sampleRow('down.example', { score_error: 'http_503', failed_sources: 2 }),
      sampleRow('source.example', { failed_sources: 1 }),
      sampleRow('expiring.example', { tls_valid_to: '2026-11-30T12:00:00.000Z' }),
      sampleRow('hidden.example', { excluded: true }),
      sampleRow('dropped.example', { seo_score: 60, past: week(90) }),
      sampleRow('new.example', { updated_at: null }),
    ];
    const found = attention(domains);
    expect(found).toHaveLength(5);
    for (const { kind, href, domains: counted } of found) {
      const { filter, period } = viewOfQuery(href.split('?')[1]!);
      const rows = domains.map((row) => portfolioRow(row, NOW, period));
      const listed = filtered(rows, filter).map(({ domain }) => domain);
      expect([kind, listed]).toEqual([kind, counted.map(({ domain }) => domain)]);
    }
  });
});

const now = Date.parse('2026-11-21T23:30:00Z');
const usage = { plan: 'basic', monthly_quota: 1_000, from: '2026-10-31', to: '2026-11-02' };

test('a period ends today and counts its days in UTC', () => {
  expect(daysOf('month', now)).toEqual({ from: '2026-11-01', to: '2026-11-21' });
  expect(daysOf('days30', now)).toEqual({ from: '2026-10-23', to: '2026-11-21' });
  expect(daysOf('days90', now)).toEqual({ from: '2026-08-24', to: '2026-11-21' });
});

test('usage is computed from the remaining quota, which a move to another plan resets', () => {
  const days = [
    { date: '2026-11-01', used: 400, remaining: 600 },
    { date: '2026-11-02', used: 30, remaining: 970 },
  ];
  expect(usedInMonth({ ...usage, days }, now)).toBe(30);
});

test('usage is the sum of the days of the month when the remaining quota is unknown', () => {
  const days = [
    { date: '2026-10-31', used: 7, remaining: null },
    { date: '2026-11-01', used: 20, remaining: null },
    { date: '2026-11-02', used: 30, remaining: null },
  ];
  expect(usedInMonth({ ...usage, days }, now)).toBe(50);
});

test('costs are split by source, with the rest unattributed', () => {
  const day = (spent_usd: number, by_source: Record<string, number>) => ({ date: '2026-11-20', spent_usd, by_source });
  const days = [day(0.3, { b: 0.1, a: 0.2 }), day(0.5, { a: 0.2, free: 0 }), day(0, { free: 0 })];
  expect(sourcesOf(days)).toEqual(['a', 'b']);
  expect(days.map(unattributedOf)).toEqual([0, expect.closeTo(0.3), 0]);
});
