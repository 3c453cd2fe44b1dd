import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import LinkHeader from 'http-link-header';
import { headerLinks, readLinkHeader } from '../../../../functions/core/analysis/page/document-links.ts';
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

const PARTS = [
  ...['<', '</a>', '<b>', ';', ',', ',', '=', '"', '\\', ' ', '\t', '\u00a0', '*', 'x', "'", '%', '; hreflang="de"'],
  ...['rel', 'rel=', 'rel=""', 'rel="canonical"', 'rel="alternate x"', '; rel=alternate', 'REL', 'hreflang=en'],
  ...['uri=', 'title*=', "utf-8'en'x", '__proto__='],
];

const header = fc.array(fc.constantFrom(...PARTS), { maxLength: 10 }).map((parts) => parts.join(''));

/** @returns the result of http-link-header, from which Lighthouse uses these members as texts */
function readAsLighthouse(value: string) {
  try {
    return LinkHeader.parse(value).refs.map(({ uri, rel, hreflang }) => [uri, rel ?? '', hreflang ?? ''].map(String));
  } catch {
    return null;
  }
}

test('readLinkHeader returns the same links as http-link-header, which Lighthouse uses', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        header,
        header.map((rest) => `</a>${rest}`),
      ),
      (value) => {
        const links = readLinkHeader(value)?.flatMap(({ uri, rel, hreflang }) =>
          rel.split(' ').map((name) => [uri, name, hreflang]),
        );
        expect(links ?? null).toEqual(readAsLighthouse(value));
      },
    ),
    { numRuns: 5_000 },
  );
});

test.each([
  ['</a>; rel=canonical', [['canonical', 'https://shop.example/a', '']]],
  ['<b>; rel="Alternate prev"; hreflang="de"', [['alternate', 'https://shop.example/b', 'de']]],
  ['</a>; rel=next, </c>; title="x, y;"; rel="canonical"', [['canonical', 'https://shop.example/c', '']]],
  ['<http://[>; rel=canonical', [['canonical', null, '']]],
  ['a; rel=canonical', []],
  ['</a', []],
])('%s', (value, expected) => {
  const links = headerLinks([['link', value]], 'https://shop.example/');
  expect(links.map(({ rel, href, hreflang }) => [rel, href, hreflang])).toEqual(expected);
});

/** Maximum length of headers. */
const MAX_LENGTH = 64_000;

test.each<[string, (length: number) => string]>([
  ['blanks', (length) => `</a>${' '.repeat(length)}x`],
  ['parameters without a value', (length) => `</a>; rel=canonical;${'a;'.repeat(length / 2)}`],
  ['parameters without a semicolon', (length) => `</a>; rel=canonical;${'a="b"x'.repeat(length / 6)}`],
  [
    'relations, and other parameters',
    (length) => `</a>; rel="${'alternate '.repeat(length / 20)}"${'; a=b'.repeat(length / 10)}`,
  ],
])('a hostile header takes time in proportion to its length: %s', (_name, make) => {
  // Processor time, so that other work of the machine has less influence.
  const time = (length: number): number => {
    const value = make(length);
    const start = process.cpuUsage();
    headerLinks([['link', value]], 'https://shop.example/');
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  time(MAX_LENGTH / 8);
  const small = Math.min(time(MAX_LENGTH / 4), time(MAX_LENGTH / 4));
  const large = Math.min(time(MAX_LENGTH), time(MAX_LENGTH));
  expect(large).toBeLessThan(12 * Math.max(small, 10));
});
