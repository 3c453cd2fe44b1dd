import { describe, expect, test } from '@jest/globals';
import { startOf } from '../../../../functions/core/domains/history/read-history.ts';
import { historyParameters } from '../../../../functions/core/domains/history/request.ts';
import { readScoreChange, scoreChanges } from '../../../../functions/core/domains/history/score-changes.ts';
import { readParameters } from '../../../../functions/core/platform/http/parameters.ts';
import { domainParameter } from '../../../../functions/core/platform/names/address-parameters.ts';
import { apiEvent } from '../../../support/api-event.ts';

const schema = historyParameters(domainParameter((host) => host === 'shop.example'));
const read = (query: string) => readParameters(apiEvent(query), schema);

test('limit is 100 by default', () => {
  expect(read('domain=a.com')).toEqual({ domain: 'a.com', limit: 100 });
});

test.each([
  ['from=2026-11-21', { from: '2026-11-21T00:00:00.000Z' }],
  ['to=2026-11-21', { to: '2026-11-21T23:59:59.999Z' }],
  ['from=2024-02-29T09:42Z&to=2024-02-29', { from: '2024-02-29T09:42:00.000Z', to: '2024-02-29T23:59:59.999Z' }],
  ['to=2026-11-21T09:42:38Z', { to: '2026-11-21T09:42:38.000Z' }],
  ['to=2026-11-21T09:42:38.123456Z&range=', { to: '2026-11-21T09:42:38.123Z' }],
  [
    'from=2026-11-21T09:42:38.595Z&to=2026-11-21T09:42:38.595Z',
    { from: '2026-11-21T09:42:38.595Z', to: '2026-11-21T09:42:38.595Z' },
  ],
])('%s is accepted', (query, bounds) => {
  expect(read(`domain=a.com&${query}`)).toEqual({ domain: 'a.com', limit: 100, ...bounds });
});

const badBounds = ['2026-02-30', '2026-2-3', '20261121', '2026-11-21T24:00:00Z', '2026-11-21T09:42:38', '1763717000'];

test.each([...badBounds, '2026-11-21T09:42:38+01:00', '2026-11-21 09:42:38Z', '+012026-11-21', 'today', '2026-13-01'])(
  '%s is no bound',
  (bound) => {
    const message = 'must be a date (2026-11-21) or a time in UTC (2026-11-21T09:42:38Z)';
    for (const param of ['from', 'to']) {
      expect(() => read(`domain=a.com&${param}=${encodeURIComponent(bound)}`)).toThrow(
        expect.objectContaining({ details: [expect.objectContaining({ param, message })] }),
      );
    }
  },
);

test.each([
  ['range=30d&from=2026-11-01', 'range', 'cannot be given together with from or to'],
  ['range=30d&to=2026-11-01', 'range', 'cannot be given together with from or to'],
  ['from=2026-11-02&to=2026-11-01', 'from', 'must not be after to'],
  ['from=2026-11-01T00:00:01Z&to=2026-11-01T00:00:00Z', 'from', 'must not be after to'],
  ['fields=snapshots.score', 'fields', 'snapshots.score is not a member of data'],
])('%s is rejected', (query, param, message) => {
  expect(() => read(`domain=a.com&${query}`)).toThrow(
    expect.objectContaining({
      details: [expect.objectContaining({ param, message: expect.stringContaining(message) })],
    }),
  );
});

test('rules for two parameters are reported together with other invalid parameters', () => {
  expect(() => read('domain=localhost&from=2026-11-02&to=2026-11-01&limit=x')).toThrow(
    /^domain: .*; limit: .*; from: must not be after to$/,
  );
});

test.each(['1d', '3652d', '521w', '120m', '10y'])('range=%s is accepted', (range) => {
  const understood = { text: range, amount: parseInt(range), unit: range.at(-1) };
  expect(read(`domain=a.com&range=${range}`).range).toEqual(understood);
  expect(read(`domain=a.com&range=${range.toUpperCase()}`).range).toEqual(understood);
});

test('a reserved name that is reachable is accepted as a domain', () => {
  expect(read('domain=https://WWW.Shop.Example/x').domain).toBe('shop.example');
});

const badRanges = ['0d', '30', 'd', '-1d', '1.5d', '30dD', '30H', '30 d', '1h', '011d', '3653d', '522w', '121m', '11y'];

test.each([
  ...badRanges.map((range) => ['range', range]),
  ...['0', '-1', '1001', '1.5', '1e2', '0x10', 'ten', '99999999999'].map((limit) => ['limit', limit]),
])('%s=%s is rejected with the name of the parameter', (param, value) => {
  expect(() => read(`domain=a.com&${param}=${encodeURIComponent(value)}`)).toThrow(
    expect.objectContaining({
      details: [expect.objectContaining({ param, message: expect.stringMatching(/^must be/) })],
    }),
  );
});

test('all invalid parameters are reported together', () => {
  expect(() => read('domain=10.0.0.1&range=x&limit=x')).toThrow(expect.objectContaining({ kind: 'invalid_parameter' }));
  expect(() => read('domain=10.0.0.1&range=x&limit=x')).toThrow(/^domain: .*; range: .*; limit: /);
});

test.each(['1', '1000'])('limit=%s is accepted', (limit) => {
  expect(read(`domain=a.com&limit=${limit}`).limit).toBe(Number(limit));
});

const at = (day: number, seo_score: number | null, failed_audits: string[] | null = null) => ({
  ...{ key: `${day}`, captured_at: `2026-03-0${day}T00:00:00.000Z`, date: `2026-03-0${day}`, origin: 'scheduled' },
  ...{ seo_score, failed_audits },
});

const time = (day: number) => at(day, 0).captured_at;

test('a change of the score has the audits that began to fail, passed again, or have other numbers of items', () => {
  const snapshots = [
    at(3, 60, ['meta-description:0', 'link-text:8', 'canonical:1']),
    at(2, null),
    at(1, 83, ['link-text:2', 'canonical:1', 'image-alt:4']),
  ];
  expect(scoreChanges(snapshots)).toEqual([
    {
      ...{ captured_at: time(3), from: 83, to: 60 },
      audits: [
        { id: 'link-text', from: 2, to: 8 },
        { id: 'image-alt', from: 4, to: null },
        { id: 'meta-description', from: null, to: 0 },
      ],
    },
  ]);
});

test('a change has no audits if a snapshot was stored without them, and an unchanged score is not a change', () => {
  expect(scoreChanges([at(4, 70, []), at(3, 70, ['image-alt:1']), at(2, 50), at(1, 50)])).toEqual([
    { captured_at: time(3), from: 50, to: 70, audits: null },
  ]);
  expect(scoreChanges([])).toEqual([]);
});

describe('the change since a day', () => {
  const newestFirst = [at(8, null), at(7, 60, ['link-text:8']), at(5, 75, []), at(3, 83, ['image-alt:4']), at(2, null)];
  const history = {
    read: (_: string, { from, to, limit }: { from: string; to: string; limit: number }) => {
      const within = newestFirst.filter(({ captured_at }) => captured_at >= from && captured_at <= to);
      return Promise.resolve({ snapshots: within.slice(0, limit), truncated: within.length > limit });
    },
  };
  const since = (date: string) => readScoreChange('a.com', date, { history, now: () => Date.parse(time(9)) });

  test('compares the newest score with the last one that was known on that day', async () => {
    const audits = [
      { id: 'link-text', from: null, to: 8 },
      { id: 'image-alt', from: 4, to: null },
    ];
    const change = { captured_at: time(7), from: 83, to: 60 };
    expect(await since('2026-03-04')).toEqual({ ...change, audits: expect.arrayContaining(audits) });
    expect(await since('2026-03-05')).toMatchObject({ ...change, from: 75 });
  });

  test('is unknown if there is no earlier or no newer score', async () => {
    expect([await since('2026-03-02'), await since('2026-03-07'), await since('2026-12-01')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

test.each([
  ['2026-11-21T09:42:38.595Z', 1, 'd', '2026-11-20'],
  ['2026-11-21T09:42:38.595Z', 30, 'd', '2026-10-22'],
  ['2026-11-21T09:42:38.595Z', 2, 'w', '2026-11-07'],
  ['2026-11-21T09:42:38.595Z', 1, 'm', '2026-10-21'],
  ['2026-11-21T09:42:38.595Z', 13, 'm', '2025-10-21'],
  ['2026-11-21T09:42:38.595Z', 10, 'y', '2016-11-21'],
  ['2026-03-31T23:59:59.999Z', 1, 'm', '2026-02-28'],
  ['2028-02-29T00:00:00.000Z', 1, 'y', '2027-02-28'],
  ['2026-01-01T00:00:00.000Z', 1, 'd', '2025-12-31'],
] as const)('at %s, a range of %i%s begins at the start of %s', (now, amount, unit, day) => {
  expect(startOf({ text: '', amount, unit }, Date.parse(now))).toBe(`${day}T00:00:00.000Z`);
});
