import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { uncheckedName } from '../../../functions/shared/domain/ascii-host.ts';
import { domainName, NotADomain } from '../../../functions/shared/domain/domain-name.ts';

describe('domainName accepts a host name or URL in any form', () => {
  test.each([
    ['Shop.EXAMPLE.com', 'shop.example.com'],
    ['https://www.example.com/path?q=1#top', 'example.com'],
    ['http://example.com:80/', 'example.com'],
    ['https://example.com:443/@a:1', 'example.com'],
    ['example.com:443', 'example.com'],
    ['example.com:', 'example.com'],
    ['//example.com/x', 'example.com'],
    ['  example.com. ', 'example.com'],
    ['www.example.com', 'example.com'],
    ['www.www.example.com', 'www.example.com'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['bücher.example.com', 'xn--bcher-kva.example.com'],
    ['XN--BCHER-KVA.de', 'xn--bcher-kva.de'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['my_shop.example.com', 'my_shop.example.com'],
    ['someone.github.io', 'someone.github.io'],
    ['github.io', 'github.io'],
    ['www.com', 'www.com'],
    ['www.co.uk', 'www.co.uk'],
  ])('%s → %s', (text, domain) => {
    expect(domainName(text)).toBe(domain);
  });
});

describe('domainName refuses what no record can be made of', () => {
  test.each([
    ['', 'no host name'],
    ['   ', 'no host name'],
    ['exa mple.com', 'no host name'],
    ['http://example.com:8080/x', 'has a port'],
    ['https://example.com:80/', 'has a port'],
    ['http://example.com:443/', 'has a port'],
    ['example.com:8080', 'has a port'],
    ['http://user:secret@example.com/', 'user name or password'],
    ['//user@example.com/', 'user name or password'],
    ['a@example.com', 'user name or password'],
    ['@example.com', 'user name or password'],
    ['mailto:a@example.com', 'user name or password'],
    ['127.0.0.1', 'IP address'],
    ['0x7f.1', 'IP address'],
    ['http://2130706433/', 'IP address'],
    ['[::1]', 'IP address'],
    ['::ffff:10.0.0.1', 'no host name'],
    ['com', 'single label'],
    ['localhost', 'single label'],
    ['co.uk', 'public suffix'],
    ['www.example', 'reserved'],
    ['a.localhost', 'reserved'],
    ['printer.local', 'reserved'],
    ['shop.example', 'reserved'],
    ['site.test', 'reserved'],
    ['hidden.onion', 'reserved'],
    ['db.internal', 'reserved'],
    ['1.0.0.10.in-addr.arpa', 'reserved'],
    ['-a.example.com', 'label'],
    ['a-.example.com', 'label'],
    ['a..example.com', 'label'],
    [`${'a'.repeat(64)}.com`, 'label'],
    [`${'a.'.repeat(126)}com`, 'longer than 253'],
  ])('%j: %s', (text, reason) => {
    expect(() => domainName(text)).toThrow(NotADomain);
    expect(() => domainName(text)).toThrow(reason);
  });
});

test('what is refused is found under no name either, where names are not checked', () => {
  for (const text of ['http://example.com:8080/x', 'example.com:8080', 'a@example.com', 'http://u:p@example.com/']) {
    expect(uncheckedName(text)).toBeNull();
  }
  for (const text of ['https://www.example.com:443/', 'example.com:80', 'example.com/@x:1']) {
    expect(uncheckedName(text)).toBe('example.com');
  }
});

test('a reserved name is accepted where the deployment reaches it', () => {
  expect(domainName('www.shop.example', (host) => host === 'shop.example')).toBe('shop.example');
});

test('whatever comes in, the result is a fixed point or a NotADomain', () => {
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
