import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { pageAddressParameter } from '../../../functions/shared/domain/page-address-parameter.ts';
import { pageAddress } from '../../../functions/shared/domain/page-address.ts';

const parameter = pageAddressParameter((host) => host === 'shop.example');

/** The message goes on behind the parameter's name. */
function refusal(text: string | undefined) {
  return z.safeParse(parameter, text).error?.issues.map(({ message }) => message);
}

test.each([
  ['HTTPS://WWW.Example.com:443/a#top', 'https://www.example.com/a', 'example.com'],
  ['https://www.com/', 'https://www.com/', 'www.com'],
  ['https://www.co.uk./', 'https://www.co.uk/', 'www.co.uk'],
  ['https://www.www.com/', 'https://www.www.com/', 'www.com'],
  ['https://github.io/', 'https://github.io/', 'github.io'],
  ['https://www.shop.example/', 'https://www.shop.example/', 'shop.example'],
  ['https://аpple.com/', 'https://xn--pple-43d.com/', 'xn--pple-43d.com'],
])('%s is %s of %s', (text, url, domain) => {
  expect(z.parse(parameter, text)).toEqual({ url, domain });
});

describe('a host without a record is refused, with what is wrong', () => {
  const IP = 'has a host that is an IP address; give a domain name';
  test.each([
    ['https://127.0.0.1/', IP],
    ['https://127.0.0.1./', IP],
    ['https://2130706433/', IP],
    ['https://0x7f000001/', IP],
    ['https://0177.0.0.1/', IP],
    ['https://127.1/', IP],
    ['https://１２７。0。0。1/', IP],
    ['https://%31%32%37.0.0.1/', IP],
    ['https://[::1]/', IP],
    ['https://[::ffff:127.0.0.1]:443/', IP],
    ['https://localhost/', 'has a host that is a single label; give a full domain name'],
    ['https://com/', 'has a host that is a single label; give a full domain name'],
    ['https://www.localhost/', 'has a host that is a reserved name that cannot be reached'],
    ['https://a.localhost/', 'has a host that is a reserved name that cannot be reached'],
    ['https://other.example/', 'has a host that is a reserved name that cannot be reached'],
    ['https://db.internal/', 'has a host that is a reserved name that cannot be reached'],
    ['https://co.uk/', 'has a host that is a public suffix; give a domain below it'],
    ['https://-a.example.com/', 'has a host that has a label that is no host name label'],
    ['https://user:secret@example.com/', 'has a user name or password; give the address without them'],
    ['https://example.com:8443/', 'has a port other than its scheme’s own (http: 80, https: 443)'],
  ])('%s', (text, message) => {
    expect(refusal(text)).toEqual([message]);
  });

  test('no text', () => {
    expect(refusal(undefined)).toEqual(['is required']);
  });
});

test('the domain is the one that a cached answer is read by, but for www names below a public suffix', () => {
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
