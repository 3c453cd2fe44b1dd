import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { analysePage } from '../../../functions/core/analysis/analyse-page.ts';
import { declaredCluster, judgeCluster } from '../../../functions/core/analysis/hreflang.ts';
import { BREAK, mainText } from '../../../functions/core/analysis/page/page-texts.ts';
import type { ServedPage } from '../../../functions/core/platform/network/http-client.ts';
import * as schema from '../../../functions/core/record/schema.ts';
import { NO_ROBOTS, NOW, served } from './page/served.ts';

const analyse = (html: string | Uint8Array[], page: Partial<ServedPage> = {}) => {
  const result = analysePage(served(html, page), NO_ROBOTS, NOW);
  schema.page.parse(result.page);
  schema.audit.parse(result.audit);
  return result;
};
const pageOf = (html: string | Uint8Array[], page: Partial<ServedPage> = {}) => analyse(html, page).page;

describe('the page section', () => {
  test('has null for texts that are only white space', () => {
    const html = '<html lang=" "><title> </title><meta name=description content=" "><meta name=robots content="">';
    const page = pageOf(`${html}<meta name=viewport content=" "><link rel=canonical href=" "><p>&nbsp;`);
    const { title, title_length, meta_description, meta_description_length, meta_robots, lang, viewport } = page;
    expect([title, title_length, meta_description, meta_description_length, meta_robots, lang, viewport]).toEqual(
      Array(7).fill(null),
    );
  });

  test('identifies its content by the words of its text, in any case and markup', () => {
    const hash = createHash('sha256').update('light tents').digest('hex');
    expect(pageOf('<title>x</title><p>Light <b>TENTS</b>').content_hash).toBe(hash);
    expect(pageOf('<p>light\n tents<p hidden>x').content_hash).toBe(hash);
  });

  test('counts the images that fail the audit of alternative texts, with resolved addresses', () => {
    const images = '<img src=a.png><img src=/b.png alt=" "><img alt=" "><img src=c.png alt="c"><img src=d.png title=d>';
    const { page, audit } = analyse(`<base href="/img/">${images}`);
    expect(page.images).toEqual({ total: 5, missing_alt: 3 });
    const items = audit.audits.find(({ id }) => id === 'image-alt')!.items;
    const { origin } = new URL(page.final_url);
    expect(items.map(({ url }) => url)).toEqual([`${origin}/img/a.png`, `${origin}/b.png`, null]);
  });

  test('contains the served values', () => {
    const page = pageOf('<title>x</title>', {
      redirects: [{ url: 'http://a.example/', status: 301, location: 'https://a.example/' }],
      headers: [
        ['content-type', 'text/html'],
        ['x-robots-tag', 'noarchive'],
        ['x-robots-tag', 'bingbot: noindex'],
      ],
      truncated: true,
    });
    expect(page).toMatchObject({
      http_status: 200,
      html_bytes: 16,
      truncated: true,
      content_type: 'text/html',
      charset: 'utf-8',
    });
    expect(page.x_robots_tag).toBe('noarchive, bingbot: noindex');
    expect(page.redirects).toHaveLength(1);
    expect(page.content_hash).toBeNull();
  });

  test('counts links by registrable domain', () => {
    const html = `<a href=/a>1</a><a href="//cdn.shop.example/">2</a><a href=https://other.example rel="UGC">3</a>
      <a href=mailto:a@b.example>4</a><a>5</a><a href="javascript:void(0)">6</a>`;
    expect(pageOf(html).links).toEqual({ total: 5, internal: 2, external: 1, nofollow: 1, uncrawlable: 1 });
  });

  test('distinguishes sites on a shared host', () => {
    expect(pageOf('<a href=https://b.github.io/>x', { url: 'https://a.github.io/' }).links.external).toBe(1);
  });

  test('resolves the following addresses by the first base', () => {
    const page = pageOf(
      '<base target=x><base href=https://cdn.other.example/d/><base href=/no><link rel=canonical href=c><a href=x>',
    );
    expect(page.canonical).toBe('https://cdn.other.example/d/c');
    expect(page.links.external).toBe(1);
  });

  test('ignores a base that is longer than an address may be', () => {
    const page = pageOf(`<base href="https://other.example/${'x'.repeat(2_048)}/"><a href=x>1</a>`);
    expect(page.links).toMatchObject({ internal: 1, external: 0 });
  });

  test('collects headings, images, cards and structured data', () => {
    const html = `<html lang=zh><title> a
      b </title><meta property="og:title" content=o><meta property="og:title" content=p><meta name=twitter:card content=s>
      <script type="application/ld+json">{"@context":{"@vocab":"https://schema.org/","url":{"@type":"@id"}},"@graph":[{"@type":["Product","Thing"]},{"@type":"https://schema.org/Offer"}]}</script>
      <script type="application/ld+json">{oops</script>
      <div itemscope itemtype="https://schema.org/Person"><h1>One <b>t</b>wo<br>three</h1><h2>x</h2><img src=a><img alt src=b></div>`;
    const page = pageOf(html);
    expect(page).toMatchObject({ lang: 'zh', title: 'a b', title_length: 3, h1: ['One two three'], h1_total: 1 });
    expect(page.headings).toEqual({ h1: 1, h2: 1, h3: 0, h4: 0, h5: 0, h6: 0 });
    expect(page.images).toEqual({ total: 2, missing_alt: 1 });
    expect([page.open_graph, page.twitter]).toEqual([{ title: 'o' }, { card: 's' }]);
    expect(page.structured_data).toEqual({
      types: ['Product', 'Thing', 'Offer', 'Person'],
      types_total: 4,
      blocks: 2,
      errors: 1,
    });
  });

  test('counts the visible words', () => {
    const html = `<head><noscript>no no</noscript><style>no</style></head><body>one <b>t</b>wo<p>three</p>four<script>no</script>
      <template>no</template><textarea>no</textarea><noscript>five</noscript>`;
    expect(pageOf(html).word_count).toBe(5);
  });

  test('an h1 inside another has its text in both, in the order that they begin', () => {
    expect(pageOf('<h1>One<div><h1>Two').h1).toEqual(['One Two', 'Two']);
  });

  test('truncates lists and contains their totals', () => {
    const page = pageOf(
      '<link rel=alternate hreflang=en href=https://a.example/>'.repeat(150) + '<h1>x</h1>'.repeat(150),
    );
    expect([page.hreflang.length, page.hreflang_total, page.h1.length, page.h1_total]).toEqual([100, 150, 100, 150]);
  });
});

test('an hreflang cluster of more than 100 alternates has its self-reference and x-default', () => {
  const links = Array.from({ length: 120 }, (_, index) => [`en-${index}`, `/${index}/`]);
  links.push(['en', '/path/page'], ['x-default', '/']);
  const page = pageOf(
    '<html lang=en>' + links.map(([code, path]) => `<link rel=alternate hreflang=${code} href=${path}>`).join(''),
  );
  expect([page.hreflang.length, page.hreflang_total]).toEqual([100, 122]);
  const cluster = judgeCluster(declaredCluster(page), page.lang, []);
  expect(cluster).toMatchObject({ self_reference: true, x_default: true, lang_matches: true, valid: true });
});

describe('the texts for keywords', () => {
  const textsOf = (html: string) => analyse(html).texts;

  test('are the visible ones, by position', () => {
    const html = `<html lang=en><title>One &amp; two</title><meta name=description content="Three"><meta name=keywords content="a, b">
      <h1>Gear <b>for</b> rain</h1>
      <p>We sell <a href=/t>light
        tents</a> here.<p hidden>not this</p><noscript>nor this</noscript><h3>Day&nbsp;packs</h3><a>no link</a><script>x</script>`;
    expect(textsOf(html)).toEqual({
      url: 'https://www.shop.example/path/page',
      lang: 'en',
      title: 'One & two',
      description: 'Three',
      keywords: 'a, b',
      headings: [
        { level: 1, text: 'Gear for rain' },
        { level: 3, text: 'Day\u00a0packs' },
      ].map(({ level, text }) => ({ level, text: `${text}${BREAK}` })),
      anchors: [`light\n        tents${BREAK}`],
      body: ['Gear for rain', 'We sell ', 'light\n        tents', ' here.', 'Day\u00a0packs', 'no link', ''].join(
        BREAK,
      ),
      repeated: [],
    });
  });

  test.each([
    ['<nav>Menu <nav>Inner</nav> end</nav><p>Own</p><footer>Address</footer>', 'Own'],
    ['<header>Logo</header><main>Own<footer>Author', 'Logo Own'],
    ['No landmarks', 'No landmarks'],
    ['<nav>Menu', ''],
  ])('of the page alone are those outside navigation and footer: %s', (html, text) => {
    expect(mainText(textsOf(html)).split(BREAK).filter(Boolean).join(' ')).toBe(text);
  });

  test('are limited', () => {
    const texts = textsOf(`${'<h2>Heading</h2><a href=/>Link</a>'.repeat(2000)}${'word '.repeat(100_000)}`);
    expect([texts.headings.length, texts.anchors.length, texts.body.length]).toEqual([300, 1000, 100_000]);
  });
});

describe('encodings', () => {
  const gbk = Uint8Array.from([0xd6, 0xd0, 0xce, 0xc4]); // 中文
  const bytes = (...parts: (string | Uint8Array)[]) => [
    Buffer.concat(parts.map((part) => Buffer.from(part as string))),
  ];
  const noHeader = { headers: [] as [string, string][] };
  const filler = 'x'.repeat(1_100);

  test.each([
    [
      'Content-Type',
      bytes('<title>', gbk, '</title>'),
      { headers: [['content-type', 'text/html; charset="GB2312"']] as [string, string][] },
      'gbk',
    ],
    ['meta', bytes('<meta charset=gb18030><title>', gbk, '</title>'), noHeader, 'gb18030'],
    [
      'byte order mark',
      bytes('\ufeff<title>中文</title>'),
      { headers: [['content-type', 'text/html; charset=gbk']] as [string, string][] },
      'utf-8',
    ],
    ['validity', bytes('<title>中文</title>'), noHeader, 'utf-8'],
    ['late meta', bytes(`<!--${filler}--><meta charset=gbk><title>`, gbk, '</title>'), noHeader, 'gbk'],
    [
      'late http-equiv in several pieces',
      [
        ...bytes(`<html><head><title>`, gbk, `</title><script>"${filler}</head>"</script><meta ht`),
        ...bytes('tp-equiv=Content-Type content="text/html; charset=gb2312"></head>'),
      ],
      noHeader,
      'gbk',
    ],
    [
      'late meta after one with an unknown name',
      bytes(`<style>${filler}</style><meta charset=x-none><meta charset=gbk><title>`, gbk, '</title>'),
      noHeader,
      'gbk',
    ],
  ])('by %s', (_, body, page, charset) => {
    expect(pageOf(body, page)).toMatchObject({ charset, title: '中文' });
  });

  test.each([
    ['inside a script', `<script>"${filler}<meta charset=gbk>"</script>`],
    ['inside a comment', `<!--${filler}<meta charset=gbk>-->`],
    ['in the body', `<title>${filler}</title></head><body><meta charset=gbk>`],
    ['that is too far from the start', `<style>${filler.repeat(100)}</style><meta charset=gbk>`],
    ['that is cut off', `<title>${filler}</title><meta charset=gbk`],
  ])('do not follow a late meta %s', (_, html) => {
    expect(pageOf(bytes(html), noHeader).charset).toBe('utf-8');
  });

  test('are not declared by a late meta', () => {
    const { page, findings } = analyse(bytes(`<title>${filler}</title><meta charset=gbk>`), noHeader);
    expect(page.charset).toBe('gbk');
    expect(findings.map(({ id }) => id)).toContain('charset-missing');
  });

  test('default to windows-1252 without a declaration and valid UTF-8', () => {
    expect(pageOf(bytes('<title>caf', Uint8Array.of(0xe9), '</title>'), noHeader)).toMatchObject({
      charset: 'windows-1252',
      title: 'café',
    });
  });

  test.each([
    ['shift_jis', [0x93, 0xfa]],
    ['euc-kr', [0xc7, 0xd1]],
    ['big5', [0xa4, 0xa4]],
  ])('%s', (charset, character) => {
    const page = pageOf(bytes('<title>', Uint8Array.from(character), '</title>'), {
      headers: [['content-type', `text/html;charset=${charset}`]],
    });
    expect(page).toMatchObject({ charset, title: new TextDecoder(charset).decode(Uint8Array.from(character)) });
  });
});

const tag = fc.constantFrom(
  ...'html head body title meta link base a p div table tr td svg math title template noscript script style h1 li select b textarea frameset foreignobject img'.split(
    ' ',
  ),
);
const attribute = fc.constantFrom(
  ' href=x',
  ' href="javascript:void(0)"',
  " lang='de'",
  ' name=robots content="noindex"',
  ' rel=canonical',
  ' alt',
  ' hidden',
  ' rel=alternate hreflang=cn',
  ' "',
  ' =',
);
const soup = fc
  .array(
    fc.oneof(
      fc
        .tuple(tag, fc.array(attribute, { maxLength: 3 }))
        .map(([name, attributes]) => `<${name}${attributes.join('')}>`),
      tag.map((name) => `</${name}>`),
      fc.constantFrom(
        'here',
        ' ',
        '&amp;',
        '&#x41',
        '\r\n',
        '\0',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<',
        '中文',
        '\r',
        '&no',
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('any page', () => {
  test('of bytes conforms to the schema when it is cut off anywhere', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }),
        fc.constantFrom('utf-8', 'gbk', 'utf-16le', 'x'),
        (body, charset) => {
          const page = { headers: [['content-type', `text/html; charset=${charset}`]] as [string, string][] };
          expect(analyse(body, page)).toEqual(analyse([Buffer.concat(body)], page));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('of markup conforms to the schema when it is cut off anywhere', () => {
    fc.assert(
      fc.property(soup, fc.integer({ min: 1, max: 20 }), (html, size) => {
        const bytes = new TextEncoder().encode(html);
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(analyse(pieces)).toEqual(analyse(html));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a hostile page needs time in proportion to its size', () => {
  const MB = 1_000_000;
  const hostile: [string, (bytes: number) => string][] = [
    ['nested tags', (bytes) => '<b>'.repeat(bytes / 3)],
    ['nested blocks', (bytes) => '<div><p>'.repeat(bytes / 8)],
    ['nested links', (bytes) => '<a href=x><object>'.repeat(bytes / 18)],
    ['links', (bytes) => '<a href=/x>y</a>'.repeat(bytes / 16)],
    ['misnested links', (bytes) => '<a href=x><p>y</a>'.repeat(bytes / 18)],
    [
      'links relative to a long base',
      (bytes) => `<base href="/${'x'.repeat(bytes / 2)}/">${'<a href=x>here</a>'.repeat(bytes / 36)}`,
    ],
    ['one attribute', (bytes) => `<a href="${'x&amp;'.repeat(bytes / 6)}">`],
    [
      'attributes',
      (bytes) => `<a${Array.from({ length: bytes / 8 }, (_, index) => ` a${index.toString(36)}`).join('')}>`,
    ],
    ['alternates', (bytes) => '<link rel=alternate hreflang=en href=https://a.example/>'.repeat(bytes / 56)],
    ['tables', (bytes) => '<table><tr><td>'.repeat(bytes / 15)],
    ['an open comment', (bytes) => `<!--${'-'.repeat(bytes)}`],
    ['Chinese text', (bytes) => '智能客服系统哪个好'.repeat(bytes / 27)],
    ['white space', (bytes) => `<a href=x>${' '.repeat(bytes)}`],
    ['open tags', (bytes) => '<'.repeat(bytes)],
  ];
  test.each(hostile)('%s', (_, make) => {
    // Processor time, so that other work of the machine has less influence.
    const time = (bytes: number): number => {
      const page = served(make(bytes));
      const start = process.cpuUsage();
      analysePage(page, NO_ROBOTS, NOW);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    };
    time(MB / 8);
    const small = Math.min(time(MB / 4), time(MB / 4));
    const large = Math.min(time(MB), time(MB));
    expect(large).toBeLessThan(12 * Math.max(small, 10));
  });
});
