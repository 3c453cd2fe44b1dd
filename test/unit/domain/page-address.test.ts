import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LONGEST_ADDRESS, LONGEST_TEXT, pageAddress } from '../../../functions/shared/domain/page-address.ts';
import { asMessage } from '../../../functions/shared/http/message.ts';

/** The normal form, or the problem. */
function normal(text: string): string {
  const address = pageAddress(text);
  return 'problem' in address ? asMessage(address.problem).text : address.url;
}

describe('spellings of one address are one entry', () => {
  const ADDRESS = 'https://example.com/a/b~c?q=1&r=%C3%A4';
  test.each([
    ADDRESS,
    'HTTPS://example.com/a/b~c?q=1&r=%C3%A4',
    'hTTps://EXAMPLE.com/a/b~c?q=1&r=%C3%A4',
    'https://example.com./a/b~c?q=1&r=%C3%A4',
    'https://EXAMPLE.COM.:443/a/b~c?q=1&r=%C3%A4',
    'https://example.com:443/a/b~c?q=1&r=%C3%A4',
    'https://example.com:00443/a/b~c?q=1&r=%C3%A4',
    'https://example.com:/a/b~c?q=1&r=%C3%A4',
    'https://example.com/a/b~c?q=1&r=%C3%A4#',
    'https://example.com/a/b~c?q=1&r=%C3%A4#top',
    'https://example.com/a/b~c?q=1&r=%C3%A4#top?x=1',
    'https://example.com/a/b~c?q=1&r=%C3%A4#top//#x',
    'https://example.com/a/b~c?q=1&r=%c3%a4',
    'https://example.com/a/b~c?q=1&r=%C3%a4',
    'https://example.com/a/b~c?q=1&r=ä',
    'https://example.com/a/b%7Ec?q=1&r=%C3%A4',
    'https://example.com/a/b%7ec?q=1&r=%C3%A4',
    'https://example.com/%61/b~c?q=1&r=%C3%A4',
    'https://example.com/a/%62%7E%63?q=1&r=%C3%A4',
    'https://example.com/a/b~c?%71=1&r=%C3%A4',
    'https://example.com/a/b~c?q=%31&r=%C3%A4',
    'https://example.com/a/b~c?q=1&%72=%c3%A4',
    'https://example.com/./a/b~c?q=1&r=%C3%A4',
    'https://example.com/a/./b~c?q=1&r=%C3%A4',
    'https://example.com/../a/b~c?q=1&r=%C3%A4',
    'https://example.com/../../a/b~c?q=1&r=%C3%A4',
    'https://example.com/x/../a/b~c?q=1&r=%C3%A4',
    'https://example.com/a/x/../b~c?q=1&r=%C3%A4',
    'https://example.com/a/x/y/../../b~c?q=1&r=%C3%A4',
    'https://example.com/%2e/a/b~c?q=1&r=%C3%A4',
    'https://example.com/x/%2E%2e/a/b~c?q=1&r=%C3%A4',
    'https://example.com/x/.%2e/a/b~c?q=1&r=%C3%A4',
    'https://example.com/x/%2E./a/b~c?q=1&r=%C3%A4',
    'https://example.com/a\\b~c?q=1&r=%C3%A4',
    'https://ｅｘａｍｐｌｅ.com/a/b~c?q=1&r=%C3%A4',
    'https://example。com/a/b~c?q=1&r=%C3%A4',
    'https://example．com｡/a/b~c?q=1&r=%C3%A4',
    'https://exam\u00adple.com/a/b~c?q=1&r=%C3%A4',
    'https://exam\u200bple.com/a/b~c?q=1&r=%C3%A4',
    'https://%65xample.com/a/b~c?q=1&r=%C3%A4',
    'https://ex%41mple%2Ecom/a/b~c?q=1&r=%C3%A4',
    '  https://example.com/a/b~c?q=1&r=%C3%A4  ',
    '\n\thttps://example.com/a/b~c?q=1&r=%C3%A4\r\n',
  ])('%j', (text) => {
    expect(pageAddress(text)).toEqual({ url: ADDRESS, domain: 'example.com' });
  });
});

describe('addresses that look alike are entries of their own', () => {
  test.each([
    ['http://example.com/', 'https://example.com/'],
    ['https://example.com/', 'https://www.example.com/'],
    ['https://www.example.com/', 'https://www.www.example.com/'],
    ['https://example.com/', 'https://example.com/?'],
    ['https://example.com/?', 'https://example.com/??'],
    ['https://example.com/?', 'https://example.com/%3F'],
    ['https://example.com/', 'https://example.com//'],
    ['https://example.com/a', 'https://example.com/a/'],
    ['https://example.com/a', 'https://example.com//a'],
    ['https://example.com/a/b', 'https://example.com/a//b'],
    ['https://example.com/a', 'https://example.com/A'],
    ['https://example.com/a', 'https://example.com/index.html'],
    ['https://example.com/a', 'https://example.com/a?'],
    ['https://example.com/a', 'https://example.com/a.'],
    ['https://example.com/a', 'https://example.com/a%20'],
    ['https://example.com/a', 'https://example.com/a%00'],
    ['https://example.com/a', 'https://example.com/a%0D%0A'],
    ['https://example.com/a', 'https://example.com/a%23top'],
    ['https://example.com/a/b', 'https://example.com/a%2Fb'],
    ['https://example.com/a/b', 'https://example.com/a%5Cb'],
    ['https://example.com/..a', 'https://example.com/a'],
    ['https://example.com/...', 'https://example.com/..'],
    ['https://example.com/a;b', 'https://example.com/a%3Bb'],
    ['https://example.com/a:b', 'https://example.com/a%3Ab'],
    ['https://example.com/a@b', 'https://example.com/a%40b'],
    ['https://example.com/a+b', 'https://example.com/a%20b'],
    ['https://example.com/a+b', 'https://example.com/a%2Bb'],
    ['https://example.com/(a)', 'https://example.com/%28a%29'],
    ["https://example.com/'", 'https://example.com/%27'],
    ['https://example.com/%41', 'https://example.com/%2541'],
    ['https://example.com/%2F', 'https://example.com/%252F'],
    ['https://example.com/%C3%A4', 'https://example.com/%E4'],
    ['https://example.com/ä', 'https://example.com/a\u0308'],
    ['https://example.com/?a=1&b=2', 'https://example.com/?b=2&a=1'],
    ['https://example.com/?a=1&b=2', 'https://example.com/?a=1;b=2'],
    ['https://example.com/?a=1&b=2', 'https://example.com/?a=1%26b=2'],
    ['https://example.com/?a=1&b=2', 'https://example.com/?a=1&amp;b=2'],
    ['https://example.com/?a=1', 'https://example.com/?a%3D1'],
    ['https://example.com/?a=1', 'https://example.com/?a=1&'],
    ['https://example.com/?a=1', 'https://example.com/?a=1&a=1'],
    ['https://example.com/?a', 'https://example.com/?a='],
    ['https://example.com/?a', 'https://example.com/?A'],
    ['https://example.com/?a+b', 'https://example.com/?a%20b'],
    ['https://example.com/?a[]=1', 'https://example.com/?a%5B%5D=1'],
    ['https://example.com/?a=../b', 'https://example.com/?a=b'],
    ['https://example.com/?a=1', 'https://example.com/?a=1%23x'],
    ['https://example.com/', 'https://ехample.com/'],
    ['https://example.com/', 'https://example.co/m/'],
    ['https://my-shop.com/', 'https://my_shop.com/'],
  ])('%s and %s', (one, other) => {
    expect(normal(one)).toMatch(/^https?:/);
    expect(normal(other)).toMatch(/^https?:/);
    expect(normal(one)).not.toBe(normal(other));
  });
});

describe('what an address may not have as it is, gets its code', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['https://example.com?a', 'https://example.com/?a'],
    ['https://example.com/a b?c d', 'https://example.com/a%20b?c%20d'],
    ['https://example.com/"<>^`{|}', 'https://example.com/%22%3C%3E%5E%60%7B%7C%7D'],
    ['https://example.com/?"<>\\^`{|}', 'https://example.com/?%22%3C%3E%5C%5E%60%7B%7C%7D'],
    ['https://example.com/100%?50%', 'https://example.com/100%25?50%25'],
    ['https://example.com/%%34%31', 'https://example.com/%2541'],
    ['https://example.com/%4%31', 'https://example.com/%2541'],
    ['https://example.com/%zz', 'https://example.com/%25zz'],
    [
      'https://example.com/?u=https://user:secret@x.com:8080/#x',
      'https://example.com/?u=https://user:secret@x.com:8080/',
    ],
    ['https://example.com/\u200b\u202e', 'https://example.com/%E2%80%8B%E2%80%AE'],
    ['https://例え.jp/例', 'https://xn--r8jz45g.jp/%E4%BE%8B'],
    ['https://аpple.com/', 'https://xn--pple-43d.com/'],
  ])('%j → %s', (text, url) => {
    expect(normal(text)).toBe(url);
  });
});

const PORT = 'has a port other than its scheme’s own (http: 80, https: 443)';
const RELATIVE = 'is no absolute address that begins with http:// or https://';
const USER = 'has a user name or password; give the address without them';
const HOST = 'has a host that is no host name';
const CONTROL = 'has control characters';
const BACKSLASH = 'has a backslash before its path';
const LONE = 'has half a character (a lone surrogate)';
const LONG = 'is longer than 2048 characters';
const LONG_HOST = 'has a host that is longer than 253 octets';

describe('hostile addresses are refused by name', () => {
  test.each([
    ['', RELATIVE],
    ['example.com', RELATIVE],
    ['example.com/a', RELATIVE],
    ['//example.com/', RELATIVE],
    ['/a', RELATIVE],
    ['https:', RELATIVE],
    ['https:example.com', RELATIVE],
    ['https:/example.com', RELATIVE],
    ['https//example.com', RELATIVE],
    ['x https://example.com', RELATIVE],
    ['javascript:alert(1)', RELATIVE],
    ['javascript://example.com/%0aalert(1)', RELATIVE],
    ['file:///etc/passwd', RELATIVE],
    ['data:text/html,x', RELATIVE],
    ['blob:https://example.com/1', RELATIVE],
    ['ftp://example.com/', RELATIVE],
    ['ws://example.com/', RELATIVE],
    ['view-source:https://example.com/', RELATIVE],
    ['http://', 'has no host'],
    ['http:///', 'has no host'],
    ['http:///example.com/', 'has no host'],
    ['https:////example.com/', 'has no host'],
    ['https://?a', 'has no host'],
    ['https://#a', 'has no host'],
    ['https://:443/', 'has no host'],
    ['https:\\\\example.com/', BACKSLASH],
    ['https:/\\example.com/', BACKSLASH],
    ['https://\\example.com/', BACKSLASH],
    ['https://example.com\\a', BACKSLASH],
    ['https://example.com\\@example.org/', BACKSLASH],
    ['https://user@example.com/', USER],
    ['https://user:secret@example.com/', USER],
    ['https://:secret@example.com/', USER],
    ['https://@example.com/', USER],
    ['https://:@example.com/', USER],
    ['https://example.org:443@example.com/', USER],
    ['https://a@b@example.com/', USER],
    ['https://example.com:0/', PORT],
    ['https://example.com:80/', PORT],
    ['http://example.com:443/', PORT],
    ['https://example.com:8080/', PORT],
    ['https://example.com:65535/', PORT],
    ['https://example.com:65536/', PORT],
    ['https://example.com:65979/', PORT],
    ['https://example.com:-443/', PORT],
    ['https://example.com:443a/', PORT],
    ['https://example.com:٤٤٣/', PORT],
    ['https://exa mple.com/', HOST],
    ['https://exa%20mple.com/', HOST],
    ['https://exa mple.com:443/', HOST],
    ['https://exa mple.com:65536/', PORT],
    ['https://exam%00ple.com/', HOST],
    ['https://exam%0d%0aple.com/', HOST],
    ['https://example.com%2Fa/', HOST],
    ['https://user%40example.com/', HOST],
    ['https://example.com%3A443/', HOST],
    ['https://example.com../', HOST],
    ['https://.example.com/', HOST],
    ['https://a..example.com/', HOST],
    ['https://./', HOST],
    ['https://exa\u202emple.com/', HOST],
    ['https://256.1.1.1/', HOST],
    ['https://[fe80::1%25eth0]/', HOST],
    ['https://[::1/', HOST],
    ['https://exam\u0000ple.com/', CONTROL],
    ['https://example.com/\u0000', CONTROL],
    ['\u0000https://example.com/', CONTROL],
    ['https://example.com/\u001f', CONTROL],
    ['https://example.com/\u007f', CONTROL],
    ['https://example.com/\u0085a', CONTROL],
    ['ht\ttps://example.com/', CONTROL],
    ['https://exam\nple.com/', CONTROL],
    ['https://example.com/a\r\nHost: example.org', CONTROL],
    ['https://example.com/#\u0001', CONTROL],
    ['https://example.com/\ud800', LONE],
    ['https://example.com/\udc00a', LONE],
    ['https://exam\ud800ple.com/', LONE],
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
