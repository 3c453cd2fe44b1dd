import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rowInput, MAX_INPUT_LENGTH } from '../../../functions/core/batches/row-input.ts';
import { parseRow } from '../../../functions/core/batches/parse-row.ts';
import { domainName } from '../../../functions/core/platform/names/domain-name.ts';

const isReachable = (host: string) => host === 'shop.example';
const row = (given: unknown) => parseRow(given, isReachable);

test('any form of a domain becomes a pending row with the given input', () => {
  const input = 'HTTPS://www.Bücher.de/a?b#c';
  expect(row(input)).toEqual({ input, domain: 'xn--bcher-kva.de', status: 'pending', error: null });
  expect(row('shop.example')).toMatchObject({ domain: 'shop.example', status: 'pending' });
});

test.each(['a.com\r', '\ufeffa.com', '"a.com"', "'a.com',", ' “a.com”; ', '"www.a.com/x",\r\n', '\ta.com\u00a0'])(
  'leftovers of pasted lists around a name are ignored: %j',
  (input) => expect(row(input)).toEqual({ input, domain: 'a.com', status: 'pending', error: null }),
);

test.each([
  ['', 'is not a host name or URL'],
  ['"', 'is not a host name or URL'],
  ['localhost', 'is a single label; give a full domain name'],
  ['192.0.2.1', 'is an IP address; give a domain name'],
  ['other.example', 'is a reserved name that cannot be reached'],
  ['a.com\nb.com', 'has several lines'],
  ['a.com b.com', 'is not a host name or URL'],
  ['http://d0.test:8080/x', 'has a port other than its scheme’s own (http: 80, https: 443)'],
  ['a.com:8080', 'has a port other than its scheme’s own (http: 80, https: 443)'],
  [7, 'is not text'],
  [null, 'is not text'],
])('%j becomes an invalid row with the reason', (given, message) => {
  const error = { code: 'invalid_parameter', message, retryable: false };
  const input = typeof given === 'string' ? given : JSON.stringify(given);
  expect(row(given)).toEqual({ input, domain: null, status: 'invalid', error });
});

test.each([
  ['a@d1.test', 'd1.test'],
  ['https://user:secret@a.com/x@y', 'https://a.com/x@y'],
  [' "user:s@cret@a.com" ', ' "a.com" '],
  ['//user@a.com', '//a.com'],
  ['user:secret@a.com', 'a.com'],
])('%j is invalid, and its user information is not returned', (given, input) => {
  const message = 'has a user name or password; give the address without them';
  expect(row(given)).toEqual({
    ...{ input, domain: null, status: 'invalid' },
    error: { code: 'invalid_parameter', message, retryable: false },
  });
});

test('an at sign outside user information is preserved', () => {
  for (const input of ['a.com/@user', 'https://a.com?mail=x@y.com', 'a.com#@']) {
    expect(row(input)).toMatchObject({ input, domain: 'a.com' });
  }
});

test('too long input is invalid, and its beginning is kept', () => {
  const input = `https://a.com/${'x'.repeat(MAX_INPUT_LENGTH - 14)}`;
  expect(row(input)).toMatchObject({ input, domain: 'a.com' });
  expect(row(`${input}y`)).toMatchObject({
    input,
    domain: null,
    error: { message: 'is longer than 2048 characters' },
  });
});

test('a list, an object or a number is invalid', () => {
  const value = fc.jsonValue({ maxDepth: 3 }).filter((each) => typeof each !== 'string');
  fc.assert(
    fc.property(fc.oneof(value, fc.constantFrom(1.5e-7, ['x@a.com/'], { '@a.com/': 1 })), (given) => {
      const input = JSON.stringify(given).slice(0, MAX_INPUT_LENGTH).toWellFormed();
      expect(row(given)).toMatchObject({ input, status: 'invalid', domain: null });
    }),
  );
});

test('any text becomes a row, whose domain is a valid name of records', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain()), (input) => {
      const { domain, ...rest } = row(input);
      expect(rest.input).toBe(input.includes('@') ? rowInput(input) : input.slice(0, MAX_INPUT_LENGTH).toWellFormed());
      if (domain === null) expect(rest.status).toBe('invalid');
      else expect(domainName(domain, isReachable)).toBe(domain);
    }),
  );
});
