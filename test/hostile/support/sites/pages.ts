import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { DomainAnswer } from '../../../../functions/core/record/record.ts';
import { answering, type Attack, READ_OR_TOO_COMPLEX, serving } from './attack.ts';

const PAGE_BYTES = 5_000_000;

const read = {
  record({ page, sources }: DomainAnswer) {
    expect(page).toMatchObject({ http_status: 200, charset: expect.any(String) });
    expect(sources.find(({ id }) => id === 'site')).toMatchObject({ status: 'ok', error: null });
  },
};

const page = (kind: string, detail: string, body: string | Buffer, type = 'text/html'): Attack => ({
  kind,
  detail: `${JSON.stringify(detail.slice(0, 60))} as ${type}`,
  serve: serving({ '/': answering(body, { 'Content-Type': type }) }),
  expected: read,
});

/** A page of five megabytes: a start, then one text again and again. */
const large = (kind: string, text: string, start = ''): Attack => ({
  ...page(kind, start + text, start + text.repeat(Math.ceil(PAGE_BYTES / text.length))),
  expected: { ...read, failure: READ_OR_TOO_COMPLEX },
});

const nested = [
  ...['div', 'b', 'a href=x', 'table', 'table><tr><td', 'svg', 'math', 'template', 'p', 'font', 'select', 'li', 'form'],
  ...['svg><foreignObject', 'noscript', 'object', 'h1', 'button', 'ruby><rt', 'option', 'frameset', 'body', 'html'],
];
/** Repeated up to five megabytes each: counting, collecting and look-ups have to stay within their bounds. */
const repeats = [
  ...['<!--', '<!-->', '<![CDATA[', '<?', '<', '</', '</p>', '&', '&amp', '&#x', '&#x110000;', '&nosuch;', '\r', '"'],
  ...['<a href=//x>y</a>', '<h1>x</h1>', '<img src=x>', '<p x=', '<script>', '</script>', '<title>', '<style>', 'a '],
  ...['<link rel=canonical href=/x>', '<link rel=alternate hreflang=de href=/x>', '<meta name=robots content=x>'],
  ...['<meta property="og:x" content="y">', '<base href=/x>', '<meta charset=x>', '<plaintext>', '<textarea>', '露营'],
  ...['<script type="application/ld+json">{"@type":"A"}</script>', '<b itemscope itemtype=https://schema.org/A>'],
  ...['<a href="#" rel="', "<a b='", '<script><!--<script>', '<svg><script>', '<table><b>', '</b></i>', '<b><i></b>'],
];
/** A single token as long as the page limit. */
const long = [
  ['<title>', 'x'],
  ['<meta name=description content="', 'x '],
  ['<a href="', '/x'],
  ['<a href=http://', 'a.'],
  ['<script type="application/ld+json">', '['],
  ['<script type="application/ld+json">', '{"a":'],
  ['<script type="application/ld+json">{"@type":[', '"x",'],
  ['<link rel=canonical href="', 'x'],
  ['<', 'x'],
  ['<p ', 'x=1 '],
  ['<p ', 'x'],
  ['<h1>', '&amp;'],
  ['<!doctype ', 'x'],
  ['<html lang="', 'x'],
  ['<body><a rel="', 'nofollow '],
  ['<meta name=robots content="', 'noindex,'],
  ['<meta name=viewport content="', 'width=1,'],
] as const;

const charset = fc.constantFrom(
  ...['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'gbk', 'gb18030', 'big5', 'shift_jis', 'euc-kr', 'iso-2022-jp'],
  ...['windows-1252', 'x-user-defined', 'replacement', 'hz-gb-2312', 'utf-7', 'no-such-charset', '', '\u00e9', '"'],
);
const byteOrderMark = fc.constantFrom('', '\xef\xbb\xbf', '\xfe\xff', '\xff\xfe', '\xff\xfe\0\0', '\x2b\x2f\x76');
const noise = fc.uint8Array({ minLength: 0, maxLength: 20_000 }).map((bytes) => Buffer.from(bytes));

export function pages(): Record<string, fc.Arbitrary<Attack>> {
  return {
    'five megabytes of nested tags': fc
      .constantFrom(...nested)
      .map((tag) => large('five megabytes of nested tags', `<${tag}>`)),
    'five megabytes of one repeated text': fc
      .constantFrom(...repeats)
      .map((text) => large('five megabytes of one repeated text', text)),
    'one construct of five megabytes': fc
      .constantFrom(...long)
      .map(([start, text]) => large('one construct of five megabytes', text, start)),
    'NUL bytes': fc
      .tuple(fc.nat(200), fc.constantFrom('<title>', '<ti\0tle>', '<a href="\0', '<!--', '\0<html', '<p \0=\0>'))
      .map(([count, text]) => page('NUL bytes', text, `${'\0'.repeat(count)}${text}${'x\0'.repeat(5_000)}`)),
    'invalid UTF-8': fc
      .tuple(noise, fc.constantFrom('\xc0\x80', '\xff', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\xe4\xbd', '\x80'))
      .map(([bytes, bad]) => {
        const body = Buffer.concat([Buffer.from(`<title>${bad}</title><p>${bad}`, 'latin1'), bytes]);
        return page('invalid UTF-8', bad, body, 'text/html; charset=utf-8');
      }),
    'mixed charsets': fc.tuple(charset, charset, byteOrderMark, noise).map(([declared, actual, mark, bytes]) => {
      const head = Buffer.from(`${mark}<meta charset="${actual}"><title>`, 'latin1');
      const body = Buffer.concat([head, Buffer.from('露营 é', 'utf16le'), Buffer.from('露营'), bytes]);
      return page('mixed charsets', `${declared} ${actual}`, body, `text/html; charset=${declared}`);
    }),
    noise: fc
      .tuple(noise, fc.constantFrom('text/html', 'image/png', 'application/pdf', 'x', ';', 'text/html; charset="'))
      .map(([bytes, type]) => page('noise', '', bytes, type)),
  };
}
