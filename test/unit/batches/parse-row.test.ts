import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rowInput, MAX_INPUT_LENGTH } from '../../../functions/core/batches/row-input.ts';
import { parseRow } from '../../../functions/core/batches/parse-row.ts';
import { domainName } from '../../../functions/core/platform/names/domain-name.ts';

const isReachable = (host: string) => host === 'shop.example';
const row = (given: unknown) => parseRow(given, isReachable);

test('a row with any form of a domain is pending, with its input as it was given', () => {
  const input = 'HTTPS://www.Bücher.de/a?b#c';
  expect(row(input)).toEqual({ input, domain: 'xn--bcher-kva.de', status: 'pending', error: null });
  expect(row('shop.example')).toMatchObject({ domain: 'shop.example', status: 'pending' });
});

test.each(['a.com\r', '\ufeffa.com', '"a.com"', "'a.com',", ' “a.com”; ', '"www.a.com/x",\r\n', '\ta.com\u00a0'])(
  'what pasted lists leave around a name is passed over: %j',
  (input) => expect(row(input)).toEqual({ input, domain: 'a.com', status: 'pending', error: null }),
);

test.each([
  ['', 'is no host name or URL'],
  ['"', 'is no host name or URL'],
  ['localhost', 'is a single label; give a full domain name'],
  ['192.0.2.1', 'is an IP address; give a domain name'],
  ['other.example', 'is a reserved name that cannot be reached'],
  ['a.com\nb.com', 'has several lines'],
  ['a.com b.com', 'is no host name or URL'],
  ['http://d0.test:8080/x', 'has a port other than its scheme’s own (http: 80, https: 443)'],
  ['a.com:8080', 'has a port other than its scheme’s own (http: 80, https: 443)'],
  [7, 'is not text'],
  [null, 'is not text'],
])('%j is an invalid row, which says why', (given, message) => {
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
])('%j is invalid, and the user information in it is not echoed', (given, input) => {
  const message = 'has a user name or password; give the address without them';
  expect(row(given)).toEqual({
    ...{ input, domain: null, status: 'invalid' },
    error: { code: 'invalid_parameter', message, retryable: false },
  });
});

test('an at sign that is no user information stays', () => {
  for (const input of ['a.com/@user', 'https://a.com?mail=x@y.com', 'a.com#@']) {
    expect(row(input)).toMatchObject({ input, domain: 'a.com' });
  }
});

test('what is too long is invalid, and the beginning of it is kept', () => {
  const input = `https://a.com/${'x'.repeat(MAX_INPUT_LENGTH - 14)}`;
  expect(row(input)).toMatchObject({ input, domain: 'a.com' });
  expect(row(`${input}y`)).toMatchObject({
    input,
    domain: null,
    error: { message: 'is longer than 2048 characters' },
  });
});

test('a list, an object or a number is invalid, whatever is in it', () => {
  const value = fc.jsonValue({ maxDepth: 3 }).filter((each) => typeof each !== 'string');
  fc.assert(
    fc.property(fc.oneof(value, fc.constantFrom(1.5e-7, ['x@a.com/'], { '@a.com/': 1 })), (given) => {
      const input = JSON.stringify(given).slice(0, MAX_INPUT_LENGTH).toWellFormed();
      expect(row(given)).toMatchObject({ input, status: 'invalid', domain: null });
    }),
  );
});

test('any text becomes a row, and a domain in it is one that records are kept under', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain()), (input) => {
      const { domain, ...rest } = row(input);
      expect(rest.input).toBe(input.includes('@') ? rowInput(input) : input.slice(0, MAX_INPUT_LENGTH).toWellFormed());
      if (domain === null) expect(rest.status).toBe('invalid');
      else expect(domainName(domain, isReachable)).toBe(domain);
    }),
  );
});
