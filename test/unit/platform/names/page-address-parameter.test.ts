import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { pageAddressParameter } from '../../../../functions/core/platform/names/address-parameters.ts';
import { readRule, textOfRule } from '../../../../functions/core/platform/http/rules.ts';
import { pageAddress } from '../../../../functions/core/platform/names/page-address.ts';
import { readCases } from '../../../support/cases.ts';

const cases = readCases<{ accepted: [string, string, string][]; refused: [string, string][] }>(
  'domain/page-address-parameter',
);

const parameter = pageAddressParameter((host) => host === 'shop.example');

/** Returns the messages, which follow the parameter's name. */
function refusal(text: string | undefined) {
  return z.safeParse(parameter, text).error?.issues.map(({ message }) => textOfRule(readRule(message)));
}

test.each(cases.accepted)('the parameter converts %s to %s of %s', (text, url, domain) => {
  expect(z.parse(parameter, text)).toEqual({ url, domain });
});

describe('the parameter rejects a host that cannot have a record, with the reason', () => {
  test.each(cases.refused)('%s', (text, message) => {
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
