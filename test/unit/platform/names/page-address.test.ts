import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LONGEST_ADDRESS, LONGEST_TEXT, pageAddress } from '../../../../functions/core/platform/names/page-address.ts';
import { asMessage } from '../../../../functions/core/platform/http/message.ts';
import { readCases } from '../../../support/cases.ts';

const cases = readCases<{
  spellings: string[];
  distinct: [string, string][];
  encoded: [string, string][];
  refused: [string, string][];
}>('domain/page-address');

/** The normal form, or the problem. */
function normal(text: string): string {
  const address = pageAddress(text);
  return 'problem' in address ? asMessage(address.problem).text : address.url;
}

describe('spellings of one address are one entry', () => {
  const ADDRESS = 'https://example.com/a/b~c?q=1&r=%C3%A4';
  test.each(cases.spellings)('%j', (text) => {
    expect(pageAddress(text)).toEqual({ url: ADDRESS, domain: 'example.com' });
  });
});

describe('addresses that look alike are entries of their own', () => {
  test.each(cases.distinct)('%s and %s', (one, other) => {
    expect(normal(one)).toMatch(/^https?:/);
    expect(normal(other)).toMatch(/^https?:/);
    expect(normal(one)).not.toBe(normal(other));
  });
});

describe('what an address may not have as it is, gets its code', () => {
  test.each(cases.encoded)('%j → %s', (text, url) => {
    expect(normal(text)).toBe(url);
  });
});

const LONG = 'is longer than 2048 characters';
const LONG_HOST = 'has a host that is longer than 253 octets';

describe('hostile addresses are refused by name', () => {
  test.each([
    ...cases.refused,
    [`https://example.com/${'a'.repeat(8_192)}`, LONG],
    [`https://example.com/#${'a'.repeat(8_192)}`, LONG],
    [' '.repeat(8_192), LONG],
    [`https://example.com/${'ä'.repeat(400)}`, LONG],
    [`https://${'a.'.repeat(126)}com/`, LONG_HOST],
    [`https://${'a'.repeat(1_500)}/`, LONG_HOST],
    [`https://${'\u00ad'.repeat(1_100)}a.com/`, LONG_HOST],
  ])('%j', (text, problem) => {
    expect(normal(text)).toBe(problem);
  });
});

test('the longest address is one of 2,048 characters in its normal form, however it is written', () => {
  const longest = `https://example.com/${'a'.repeat(LONGEST_ADDRESS - 20)}`;
  expect(normal(longest)).toBe(longest);
  expect(normal(`https://example.com/${'%61'.repeat(LONGEST_ADDRESS - 20)}`)).toBe(longest);
  expect(normal(`${longest}#${'a'.repeat(1_000)}`)).toBe(longest);
  expect(normal(`${longest}a`)).toBe(LONG);
});

test('no longer text is read than one with a code for each character, whatever of it counts', () => {
  const start = 'https://example.com/#';
  expect(normal(start.padEnd(LONGEST_TEXT, 'a'))).toBe('https://example.com/');
  expect(normal(start.padEnd(LONGEST_TEXT + 1, 'a'))).toBe(LONG);
});

describe('whatever comes in', () => {
  const authority = fc.stringMatching(/^[a-zA-Z0-9.:@%\\äß。\u00ad_-]{0,12}(\.com)?\.?(:443)?$/);
  const rest = fc.string({ unit: fc.constantFrom(...'aZ09-._~/\\?#%%%25eEcC3:@!$&\'()*+,;=[]{}|^`"<> ä😀\u0000') });
  const built = fc.tuple(fc.constantFrom('http://', 'https://', 'HTTPS:\\\\', 'https:/'), authority, rest);
  const anything = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    built.map((parts) => parts.join('')),
    rest.map((path) => `https://example.com/${path}`),
    fc.string({ unit: 'binary', maxLength: 50 }).map((path) => `https://example.com/${path}`),
    fc.string({ unit: 'binary' }),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  );

  test('the normal form is a fixed point, in ASCII, with the host and the resource that the URL parser sees', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anything, (text) => {
        const address = pageAddress(text);
        if ('problem' in address) return;
        accepted += 1;
        const { url, domain } = address;
        expect(pageAddress(url)).toEqual(address);
        expect(url).toMatch(/^https?:\/\/[^/?#@\\]+\/(?:[\w.~!$&'()*+,;=:@/?[\]-]|%[0-9A-F]{2})*$/);
        expect(url.length).toBeLessThanOrEqual(LONGEST_ADDRESS);
        expect(new URL(url).href).toBe(url);
        const [seen, kept] = [new URL(text.trim()), new URL(url)];
        expect(kept.host).toBe(seen.host.replace(/\.$/, ''));
        expect(kept.host.replace(/^www\./, '')).toBe(domain);
        expect(bytes(kept.pathname)).toBe(bytes(seen.pathname));
        expect(bytes(kept.search)).toBe(bytes(seen.search));
      }),
      { numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(1_000);
  });
});

/** What a server reads from a path or query: all codes decoded, one character a byte. */
function bytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
