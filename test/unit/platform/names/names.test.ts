import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { uncheckedName } from '../../../../functions/core/platform/names/ascii-host.ts';
import { domainName, NotADomain } from '../../../../functions/core/platform/names/domain-name.ts';
import { readCases } from '../../../support/cases.ts';

const cases = readCases<{ accepted: [string, string][]; refused: [string, string][] }>('domain/domain-name');

describe('domainName accepts a host name or URL in any form', () => {
  test.each(cases.accepted)('%s → %s', (text, domain) => {
    expect(domainName(text)).toBe(domain);
  });
});

describe('domainName rejects a name that cannot have a record', () => {
  test.each([...cases.refused, [`${'a'.repeat(64)}.com`, 'label'], [`${'a.'.repeat(126)}com`, 'longer than 253']])(
    '%j: %s',
    (text, reason) => {
      expect(() => domainName(text)).toThrow(NotADomain);
      expect(() => domainName(text)).toThrow(reason);
    },
  );
});

test('uncheckedName returns the name of no rejected text', () => {
  for (const text of ['http://example.com:8080/x', 'example.com:8080', 'a@example.com', 'http://u:p@example.com/']) {
    expect(uncheckedName(text)).toBeNull();
  }
  for (const text of ['https://www.example.com:443/', 'example.com:80', 'example.com/@x:1']) {
    expect(uncheckedName(text)).toBe('example.com');
  }
});

test('domainName accepts a reserved name that the deployment can reach', () => {
  expect(domainName('www.shop.example', (host) => host === 'shop.example')).toBe('shop.example');
});

test('domainName returns a fixed point or throws NotADomain for any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.domain(), fc.webUrl(), fc.string(), fc.string({ unit: 'grapheme' })), (text) => {
      try {
        const domain = domainName(text);
        expect(domainName(domain)).toBe(domain);
        expect(domain).toMatch(/^[a-z0-9_.-]{3,253}$/);
      } catch (error) {
        expect(error).toBeInstanceOf(NotADomain);
      }
    }),
    { numRuns: 2_000 },
  );
});
