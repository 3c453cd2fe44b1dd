import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Addresses } from '../../../../functions/core/analysis/page/open-anchor.ts';

describe('the host of an address', () => {
  test('equals that of a URL parser for any address and base', () => {
    const part = fc.constantFrom(
      ...[
        'http:',
        'https:',
        'HTTPS:',
        'mailto:',
        'javascript:',
        '//',
        '/',
        '\\',
        '?',
        '#',
        '.',
        ':',
        '@',
        '[',
        '%2e',
        ' ',
      ],
      ...['a', 'b.example', 'xn--a', '1.2', '0x7f', '300.1.1.1', '-', '\t', '\n', '\u00e4', '.com', ':80', ':99999'],
    );
    const address = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
    const base = fc.constantFrom(
      'https://www.shop.example/a/b',
      'http://a.example:81/',
      'mailto:x',
      'about:blank',
      'file:///x',
    );
    fc.assert(
      fc.property(address, base, (text, from) => {
        const url = URL.parse(text, from);
        const host = url && /^https?:$/.test(url.protocol) ? url.hostname : null;
        const addresses = new Addresses(from);
        expect([addresses.httpHost(text), addresses.httpHost(text)]).toEqual([host, host]);
      }),
      { numRuns: 5000 },
    );
  });
});
