import { expect, test } from '@jest/globals';
import { historyParameters } from '../../../functions/seo-history/request.ts';
import { InvalidParameter } from '../../../functions/shared/http/errors.ts';
import { readParameters } from '../../../functions/shared/http/parameters.ts';
import { apiEvent } from '../../support/api-event.ts';

const schema = historyParameters((host) => host === 'shop.example');
const read = (query: string) => readParameters(apiEvent(query), schema);

test('30 days and 100 snapshots where nothing else is asked for', () => {
  expect(read('domain=a.com')).toEqual({
    domain: 'a.com',
    range: { text: '30d', amount: 30, unit: 'd' },
    limit: 100,
  });
});

test.each(['1d', '3652d', '521w', '120m', '10y'])('range=%s is understood', (range) => {
  expect(read(`domain=a.com&range=${range}`).range).toMatchObject({ text: range, unit: range.at(-1) });
});

test('a reserved name that can be reached is a domain', () => {
  expect(read('domain=https://WWW.Shop.Example/x').domain).toBe('shop.example');
});

const badRanges = ['0d', '30', 'd', '-1d', '1.5d', '30D', '30 d', '1h', '011d', '3653d', '522w', '121m', '11y'];
test.each([
  ...badRanges.map((range) => ['range', range]),
  ...['0', '-1', '1001', '1.5', '1e2', '0x10', 'ten', '99999999999'].map((limit) => ['limit', limit]),
])('%s=%s is refused by name', (param, value) => {
  expect(() => read(`domain=a.com&${param}=${encodeURIComponent(value)}`)).toThrow(
    expect.objectContaining({ problems: [{ param, message: expect.stringMatching(/^must be/) }] }),
  );
});

test('every offending parameter is named at once', () => {
  expect(() => read('domain=10.0.0.1&range=x&limit=x')).toThrow(InvalidParameter);
  expect(() => read('domain=10.0.0.1&range=x&limit=x')).toThrow(/^domain: .*; range: .*; limit: /);
});

test.each(['1', '1000'])('limit=%s is understood', (limit) => {
  expect(read(`domain=a.com&limit=${limit}`).limit).toBe(Number(limit));
});
