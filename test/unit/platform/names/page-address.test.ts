import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { textOfRule } from '../../../../functions/core/platform/http/rules.ts';
import { pageAddressParameter } from '../../../../functions/core/platform/names/address-parameters.ts';
import { LONGEST_ADDRESS, LONGEST_TEXT, pageAddress } from '../../../../functions/core/platform/names/page-address.ts';
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
  return 'problem' in address ? textOfRule(address.problem) : address.url;
}

describe('pageAddress returns the same address for all spellings', () => {
  const ADDRESS = 'https://example.com/a/b~c?q=1&r=%C3%A4';
  test.each(cases.spellings)('%j', (text) => {
    expect(pageAddress(text)).toEqual({ url: ADDRESS, domain: 'example.com' });
  });
});

describe('pageAddress returns different addresses for similar texts', () => {
  test.each(cases.distinct)('%s and %s', (one, other) => {
    expect(normal(one)).toMatch(/^https?:/);
    expect(normal(other)).toMatch(/^https?:/);
    expect(normal(one)).not.toBe(normal(other));
  });
});

describe('pageAddress percent-encodes characters that an address must not contain', () => {
  test.each(cases.encoded)('%j → %s', (text, url) => {
    expect(normal(text)).toBe(url);
  });
});

const LONG = 'is longer than 2048 characters';
const LONG_HOST = 'has a host that is longer than 253 octets';

describe('pageAddress rejects hostile addresses with the reason', () => {
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

test('pageAddress accepts an address of up to 2,048 characters in its normal form', () => {
  const longest = `https://example.com/${'a'.repeat(LONGEST_ADDRESS - 20)}`;
  expect(normal(longest)).toBe(longest);
  expect(normal(`https://example.com/${'%61'.repeat(LONGEST_ADDRESS - 20)}`)).toBe(longest);
  expect(normal(`${longest}#${'a'.repeat(1_000)}`)).toBe(longest);
  expect(normal(`${longest}a`)).toBe(LONG);
});

test('pageAddress rejects a text that is longer than the longest percent-encoded address', () => {
  const start = 'https://example.com/#';
  expect(normal(start.padEnd(LONGEST_TEXT, 'a'))).toBe('https://example.com/');
  expect(normal(start.padEnd(LONGEST_TEXT + 1, 'a'))).toBe(LONG);
});

describe('pageAddress with any text', () => {
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

  test('returns a fixed point in ASCII with the host and resource of the URL parser', () => {
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

/** Decodes a path or query as a server does: one character per byte. */
function bytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const parameterCases = readCases<{ accepted: [string, string, string][]; refused: [string, string][] }>(
  'domain/page-address-parameter',
);

const parameter = pageAddressParameter((host) => host === 'shop.example');

/** Returns the messages, which follow the parameter's name. */
function refusal(text: string | undefined) {
  return z.safeParse(parameter, text).error?.issues.map(({ message }) => message);
}

test.each(parameterCases.accepted)('the parameter converts %s to %s of %s', (text, url, domain) => {
  expect(z.parse(parameter, text)).toEqual({ url, domain });
});

describe('the parameter rejects a host that cannot have a record, with the reason', () => {
  test.each(parameterCases.refused)('%s', (text, message) => {
    expect(refusal(text)).toEqual([message]);
  });

  test('a missing value', () => {
    expect(refusal(undefined)).toEqual(['is required']);
  });
});

test('the domain equals that of pageAddress, except for www names below a public suffix', () => {
  const host = fc.oneof(fc.domain(), fc.constantFrom('com', 'co.uk', 'www.com', 'shop.example', 'github.io'));
  const path = fc.webPath();
  fc.assert(
    fc.property(fc.constantFrom('', 'www.', 'WWW.'), host, path, (www, name, rest) => {
      const text = `https://${www}${name}${rest}`;
      const full = z.safeParse(parameter, text);
      const light = pageAddress(text);
      if (!full.success || 'problem' in light) return;
      expect(light.url).toBe(full.data.url);
      expect([light.domain, `www.${light.domain}`]).toContain(full.data.domain);
      if (light.domain !== full.data.domain) expect(refusal(`https://${light.domain}/`)).toHaveLength(1);
    }),
  );
});
