import { expect, test } from '@jest/globals';
import { historyParameters } from '../../../../functions/core/domains/history/request.ts';
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
