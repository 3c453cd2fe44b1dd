import { describe, expect, test } from '@jest/globals';
import { parse, problemOf } from '../../../functions/core/platform/http/parameters.ts';
import { condition, type WatchedValues } from '../../../functions/core/watches/conditions.ts';
import { findTriggers } from '../../../functions/core/watches/find-triggers.ts';
import type { MetricName } from '../../../functions/core/record/history-values.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';

const FIRST = Date.parse('2026-11-01T06:00:00Z');

type Values = Partial<WatchedValues>;

/** Snapshots of consecutive days, the oldest first; `null`: none was taken on that day. */
function snapshotsOf(days: readonly (Values | null)[]): WatchedValues[] {
  return days.flatMap((values, index) => {
    if (values === null) return [];
    const captured_at = new Date(FIRST + index * DAY_MS).toISOString();
    return [{ site_status: 'ok', ...values, key: `${captured_at.slice(0, 10)}#scheduled`, captured_at, date: '' }];
  });
}

/** Evaluates after each day, as the worker does. @returns the days (from 0) of the snapshots that triggered the condition */
function triggeredOn(given: object, days: readonly (Values | null)[], since = FIRST): number[] {
  const conditions = [condition.parse(given)];
  const found = days.flatMap((_, index) => {
    const snapshots = snapshotsOf(days.slice(0, index + 1)).toReversed();
    return findTriggers({ watch: 'w1', domain: 'a.test', conditions, since, now: FIRST + index * DAY_MS }, snapshots);
  });
  const byId = new Map(found.map(({ id, measured_at }) => [id, (Date.parse(measured_at) - FIRST) / DAY_MS]));
  return [...byId.values()];
}

const scores = (...values: (number | null)[]) => values.map((seo_score) => ({ seo_score }));
const metrics = (name: MetricName, ...values: number[]) => values.map((value) => ({ [name]: value }));
const ranks = (...values: (number | null)[]) => values.map((tranco_rank) => ({ tranco_rank }));
const states = (...values: (string | null)[]) => values.map((site_status) => ({ site_status }));

const CASES: [string, object, (Values | null)[], number[]][] = [
  ['a drop by a number', { on: 'drop', metric: 'seo_score', by: 10 }, scores(90, 81, 71, 90), [2]],
  ['a drop by a share', { on: 'drop', metric: 'seo_score', by: '10%' }, scores(90, 81, 80, 90), [1]],
  [
    'a second drop in a row, which is silent',
    { on: 'drop', metric: 'seo_score', by: 10 },
    scores(90, 80, 70, 70, 60),
    [1, 4],
  ],
  ['a drop across days that are not known', { on: 'drop', metric: 'seo_score', by: 10 }, scores(90, null, 80), [2]],
  [
    'a drop across a day without a snapshot',
    { on: 'drop', metric: 'seo_score', by: 10 },
    [...scores(90), null, ...scores(80)],
    [2],
  ],
  [
    'a failed source, which is no drop',
    { on: 'drop', metric: 'seo_score', by: 10 },
    scores(90, null, 90, null, null),
    [],
  ],
  ['a rise', { on: 'rise', metric: 'seo_score', by: 10 }, scores(70, 80, 80, 91), [1, 3]],
  [
    'a rank that gets worse, which is a drop',
    { on: 'drop', metric: 'tranco_rank', by: '20%' },
    ranks(1_000, 1_200, 900),
    [1],
  ],
  [
    'a rank that gets better, which is a rise',
    { on: 'rise', metric: 'tranco_rank', by: '20%' },
    ranks(1_000, 800, 900),
    [1],
  ],
  [
    'a time that gets longer, which is a drop',
    { on: 'drop', metric: 'lcp_p75_ms', by: '20%' },
    metrics('lcp_p75_ms', 2_500, 3_000, 2_000),
    [1],
  ],
  [
    'a shift that gets smaller, which is a rise',
    { on: 'rise', metric: 'cls_p75', by: 0.1 },
    metrics('cls_p75', 0.3, 0.1, 0.4),
    [1],
  ],
  [
    'broken links that become more, which is a drop',
    { on: 'drop', metric: 'site_broken_links', by: 5 },
    metrics('site_broken_links', 10, 4, 9),
    [2],
  ],
  [
    'pages that become fewer, which is a drop',
    { on: 'drop', metric: 'site_pages', by: 5 },
    metrics('site_pages', 10, 4, 9),
    [1],
  ],
  ['a value below a limit, once', { on: 'below', metric: 'seo_score', value: 50 }, scores(60, 49, 40, 55, 45), [1, 4]],
  [
    'a first value below the limit, on the second day',
    { on: 'below', metric: 'seo_score', value: 50 },
    scores(40, 40, 40),
    [1],
  ],
  [
    'a value that is unknown in between, once',
    { on: 'below', metric: 'seo_score', value: 50 },
    scores(60, 40, null, 40),
    [1],
  ],
  [
    'a value above a limit',
    { on: 'above', metric: 'http_status', value: 399 },
    [{ http_status: 200 }, { http_status: 404 }],
    [1],
  ],
  [
    'a changed text',
    { on: 'changed', fields: ['title'] },
    [{ title: 'a' }, { title: 'b' }, { title: 'b' }, { title: 'c' }],
    [1, 3],
  ],
  [
    'a changed AI policy, but not one that was not known for a day',
    { on: 'changed', fields: ['ai_policy'] },
    [{ ai_policy: 'none' }, { ai_policy: null }, { ai_policy: 'none' }, { ai_policy: 'content_signal: ai-train=no' }],
    [3],
  ],
  [
    'a changed text, by the field',
    { on: 'changed', fields: ['title', 'canonical'] },
    [
      { title: 'a', canonical: 'x' },
      { title: 'b', canonical: 'x' },
      { title: 'b', canonical: 'y' },
    ],
    [1, 2],
  ],
  [
    'a text that becomes known, which is no change',
    { on: 'changed', fields: ['title'] },
    [{}, { title: 'a' }, {}, { title: 'a' }],
    [],
  ],
  [
    'a site that is down twice in a row',
    { on: 'unreachable', snapshots: 2 },
    states('ok', 'timeout', 'ok', 'timeout', 'connection_refused', 'timeout'),
    [4],
  ],
  [
    'a site that answers 5xx',
    { on: 'unreachable', snapshots: 2 },
    states('ok', 'timeout', 'http_503', 'http_500'),
    [2],
  ],
  [
    'limits of this service, which are no outage',
    { on: 'unreachable', snapshots: 1 },
    states('ok', 'rate_limited', 'robots_unreachable', 'robots_disallowed', 'challenge', 'http_403', 'http_429', null),
    [],
  ],
  [
    'a page that is excluded',
    { on: 'noindex' },
    [
      { failed_audits: ['meta-description:1'] },
      { failed_audits: null },
      { failed_audits: ['is-crawlable:1'] },
      { failed_audits: ['is-crawlable:2'] },
    ],
    [2],
  ],
  [
    'a page that is excluded, once, though robots.txt could not be read in between',
    { on: 'noindex' },
    [
      { failed_audits: ['robots-txt:1'] },
      { failed_audits: ['is-crawlable:1'] },
      { failed_audits: ['robots-txt:0'] },
      { failed_audits: ['is-crawlable:1'] },
    ],
    [1],
  ],
  [
    'a certificate that expires, once',
    { on: 'certificate_expires', within_days: 14 },
    [16, 15, 14, 13, 90, 14].map((tls_days_remaining) => ({ tls_days_remaining })),
    [2, 5],
  ],
  [
    'a registration that expires',
    { on: 'registration_expires', within_days: 30 },
    Array.from({ length: 4 }, () => ({ expires_at: '2026-12-03T07:00:00Z' })),
    [2],
  ],
  ['a crawl, which no snapshot decides', { on: 'new_issues', severity: 'error' }, scores(90, 10), []],
];

describe('a condition triggers', () => {
  test.each(CASES)('on %s', (_, given, days, expected) => {
    expect(triggeredOn(given, days)).toEqual(expected);
  });

  test('from the beginning of its watch on, also if it held before', () => {
    const below = { on: 'below', metric: 'seo_score', value: 50 };
    expect(triggeredOn(below, scores(60, 40, 40, 40), FIRST + 1.5 * DAY_MS)).toEqual([2]);
  });

  test('with the same id when a day is evaluated again, and the next day', () => {
    const snapshots = snapshotsOf(scores(90, 70)).toReversed();
    const evaluated = { watch: 'w1', domain: 'a.test', conditions: [condition.parse(CASES[0]![1])], since: FIRST };
    const [first] = findTriggers({ ...evaluated, now: FIRST + DAY_MS }, snapshots);
    const later = snapshotsOf(scores(90, 70, 70)).toReversed();
    expect(findTriggers({ ...evaluated, now: FIRST + 2 * DAY_MS }, later)).toEqual([first]);
    expect(findTriggers({ ...evaluated, now: FIRST + 4 * DAY_MS }, later)).toEqual([]);
  });

  test('with the same id when the members of the condition are read in another order', () => {
    const snapshots = snapshotsOf(scores(90, 70)).toReversed();
    const ids = [
      { on: 'drop', metric: 'seo_score', by: 10 } as const,
      { by: 10, metric: 'seo_score', on: 'drop' } as const,
    ].flatMap((given) => {
      const evaluated = { watch: 'w1', domain: 'a.test', conditions: [given], since: FIRST, now: FIRST + DAY_MS };
      return findTriggers(evaluated, snapshots).map(({ id }) => id);
    });
    expect(ids[0]).toBeDefined();
    expect(ids[1]).toBe(ids[0]);
  });

  test('by the values before and after', () => {
    const snapshots = snapshotsOf(scores(90, 70)).toReversed();
    const conditions = [condition.parse(CASES[0]![1])];
    const given = { watch: 'w1', domain: 'a.test', conditions, since: FIRST, now: FIRST + DAY_MS };
    expect(findTriggers(given, snapshots)).toMatchObject([
      { domain: 'a.test', name: 'seo_score', before: 90, after: 70, measured_at: '2026-11-02T06:00:00.000Z' },
    ]);
  });
});

test.each([
  [{ on: 'drop', metric: 'tranco_rank', by: 10 }, 'by', 'share_only'],
  [{ on: 'drop', metric: 'seo_score', by: '0%' }, 'by', 'amount'],
  [{ on: 'drop', metric: 'seo_score', by: -1 }, 'by', 'amount'],
  [{ on: 'rise', metric: 'karma', by: 1 }, 'metric', 'one_of'],
  [{ on: 'rise', metric: 'http_status', by: 1 }, 'metric', 'one_of'],
  [{ on: 'drop', metric: 'http_status', by: '5%' }, 'metric', 'one_of'],
  [{ on: 'changed', fields: [] }, 'fields', 'field_list'],
  [{ on: 'unreachable', snapshots: 15 }, 'snapshots', 'whole_number_from'],
  [{ on: 'certificate_expires', within_days: 0 }, 'within_days', 'whole_number_from'],
  [{ on: 'someday' }, 'on', 'condition'],
])('the condition %j is refused', (given, member, problem) => {
  const { issues } = parse(condition, given);
  expect(issues.map((issue) => [issue.path?.[0], problemOf(issue).rule])).toEqual([[member, problem]]);
});
