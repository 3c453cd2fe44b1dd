import fc from 'fast-check';
import { domainName } from '../../../../functions/core/platform/names/domain-name.ts';

/** Strings that are known to cause bugs. */
const edgeCases = fc.constantFrom(
  ...[
    '',
    ' ',
    '\t\r\n',
    '\0',
    'a\0b',
    '%',
    '%%',
    '..',
    '../../etc/passwd',
    '\\..\\',
    '/',
    '?',
    '#',
    '&',
    '=',
    ';',
    "'",
  ],
  ...['null', 'undefined', 'true', 'NaN', '[]', '{}', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then'],
  ...['-1', '0', '-0', '1e9', '0x10', '1.5', '٣', '１２', '9'.repeat(30), '9007199254740993', '1-', '-5', '20+', '3-1'],
  ...["' OR 1=1 --", '"; DROP TABLE x', '${7*7}', '{{7*7}}', '<script>alert(1)</script>', '=cmd|x!A0', '$(id)', '`id`'],
  ...['\u202eexe.elpmaxe', '\u200b', '\u2066x\u2069', '\ufeff', '\u0301'.repeat(300), 'ﷺ'.repeat(60), '🏴‍☠️'.repeat(20)],
  ...['\ud800', 'x\udfff', '\udc00\ud800', '\u{10ffff}', '\uffff', 'İstanbul', 'ß', 'ǅ', '½', '①', 'ｅｘａｍｐｌｅ'],
  ...[
    'x\r\nSet-Cookie: a=b',
    'x\nlevel=ERROR',
    'xn--',
    'xn--a',
    'xn--ls8h=',
    'a..b',
    '.',
    'co.uk',
    'a.b:99999',
    '[::1]',
  ],
  ...['x'.repeat(101), 'x '.repeat(60), 'x'.repeat(1_001), 'x'.repeat(8_000), '露'.repeat(100), '露'.repeat(101)],
);

const anyText = fc.oneof(
  { weight: 3, arbitrary: edgeCases },
  { weight: 1, arbitrary: fc.string({ maxLength: 120 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 120 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 120 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 20 })
      .map((units) => String.fromCharCode(...units)),
  },
);

/** No host name may be looked up in the public DNS: possible names get a reserved suffix. */
const withoutNames = (text: string) => {
  try {
    return `${domainName(text)}.example`;
  } catch {
    return text;
  }
};

export const hostileText = anyText.map(withoutNames);

/** Percent-encodes all bytes of UTF-8, including lone surrogates. */
export function percentEncoded(text: string): string {
  return [...text]
    .map((sign) => {
      const code = sign.codePointAt(0)!;
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(sign);
      return `%${hex(0xe0 | (code >> 12))}%${hex(0x80 | ((code >> 6) & 0x3f))}%${hex(0x80 | (code & 0x3f))}`;
    })
    .join('');
}

const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0');

/** Invalid percent-encoding, or invalid UTF-8: overlong forms, lone surrogates, incomplete sequences. */
const broken = fc.constantFrom(
  ...['%', '%z', '%zz', '%1', '%%', '%u9732', '%C0%80', '%C0%AF', '%E0%80%AF', '%F0%80%80%80', '%ED%A0%80', '%FF%FE'],
  ...[
    '%F4%90%80%80',
    '%80',
    '%E9',
    '%00',
    '%0d%0a',
    '%2500',
    '%25252e',
    '+',
    '+%2B',
    '\u00e9',
    '\u00ff\u00fe',
    '%EF%BB%BF',
  ],
);

/** A value as it may be in a URL. */
export const encodedText = fc.oneof(
  { weight: 5, arbitrary: hostileText.map(percentEncoded) },
  { weight: 1, arbitrary: fc.array(broken, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: hostileText.map((text) => percentEncoded(percentEncoded(text))) },
);

/** Strings that Node accepts in a header's value. */
export const headerText = fc.oneof(
  hostileText.map((text) =>
    Buffer.from(text.slice(0, 2_000))
      .toString('latin1')
      .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
  ),
  fc.constantFrom('*/*', 'text/csv', 'text/csv;q=0.5, */*;q=x', 'application/json;q=NaN', ',,,;;;', 'text/csv;q='),
);
