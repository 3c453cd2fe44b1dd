import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { analysePage } from '../../../../functions/core/analysis/analyse-page.ts';
import { HtmlTokens, withLineFeeds } from '../../../../functions/core/analysis/html/html-tokens.ts';
import { HtmlTree } from '../../../../functions/core/analysis/html/html-tree.ts';
import type { HtmlElement } from '../../../../functions/core/analysis/html/open-elements.ts';
import { pieceOf } from '../../../../functions/core/analysis/html/text-piece.ts';
import { WordCounter } from '../../../../functions/core/analysis/page/word-counter.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';
import { type Nest, pageOfNests, workOf } from '../page/work.ts';

/** The tokens that the tree receives, which show how a page is split and what is raw text. */
function eventsOf(page: string): string[] {
  const events: string[] = [];
  const tree = new HtmlTree<HtmlElement>({
    open: (element) => {
      const attributes = [...element.attributes].map(([name, value]) => ` ${name}=${value}`);
      events.push(`<${element.name}${attributes.join('')}>`);
      return element;
    },
    text: (text) => events.push(text.toString()),
    close: ({ name }) => events.push(`</${name}>`),
    addRootAttributes: () => {},
  });
  new HtmlTokens(page, tree).read();
  tree.end();
  const start = events.indexOf('<body>') + 1;
  return events.slice(start, -2);
}

describe('a page is split into tokens like in browsers', () => {
  test.each<[page: string, inBody: string[]]>([
    ['<p>a < b<c', ['<p>', 'a < b', '</p>']],
    ['<p>a</', ['<p>', 'a', '</', '</p>']],
    ['<p>a</>b', ['<p>', 'a', 'b', '</p>']],
    ['<p>a</ b>c<?d>e<!f>g', ['<p>', 'a', 'c', 'e', 'g', '</p>']],
    ['<p>&lt;b&gt; &copy &notit; &#x41;&#65', ['<p>', '<b> © ¬it; AA', '</p>']],
    ['<p>a\r\nb\rc', ['<p>', 'a\nb\nc', '</p>']],
    ['<p>a\0b', ['<p>', 'ab', '</p>']],
    ['<p a=1 A=2 b c = \'3"\' d="4">', ['<p a=1 b= c=3" d=4>', '</p>']],
    ['<p a=b/>x', ['<p a=b/>', 'x', '</p>']],
    ['<p =a=1 "b">', ['<p =a=1 "b"=>', '</p>']],
    ['<p a="&amp;&copy=1&copy;\0">', ['<p a=&&copy=1©\uFFFD>', '</p>']],
    ['<p/a/b=1/>', ['<p a= b=1/>', '</p>']],
    ['<p>x<b a="1>', ['<p>', 'x', '</p>']],
    ['<P>x</P a="</p>">y', ['<p>', 'x', '</p>', 'y']],
    ['<p><!-->a<!--->b<!--c--!>d<!-- -- > -->e<!----->f<!--', ['<p>', 'a', 'b', 'd', 'e', 'f', '</p>']],
    ['<p><![CDATA[a]]>b', ['<p>', 'b', '</p>']],
    ['<svg><![CDATA[<a>]]>b<g/>', ['<svg>', '<a>', 'b', '<g>', '</g>', '</svg>']],
    ['<svg><style><a>', ['<svg>', '<style>', '<a>', '</a>', '</style>', '</svg>']],
    ['<br><script/>a</scripts></script x>b', ['<br>', '</br>', '<script>', 'a</scripts>', '</script>', 'b']],
    [
      '<br><script><!--<script></script>--></SCRIPT>b',
      ['<br>', '</br>', '<script>', '<!--<script></script>-->', '</script>', 'b'],
    ],
    ['<br><script><!--><script></script>b', ['<br>', '</br>', '<script>', '<!--><script>', '</script>', 'b']],
    ['<br><script><!--</script>b', ['<br>', '</br>', '<script>', '<!--', '</script>', 'b']],
    ['<br><style>&amp;</style>', ['<br>', '</br>', '<style>', '&amp;', '</style>']],
    ['<textarea>&amp;<b></textarea>', ['<textarea>', '&<b>', '</textarea>']],
    ['<br><title>a', ['<br>', '</br>', '<title>', 'a', '</title>']],
    ['<plaintext></plaintext><b>', ['<plaintext>', '</plaintext><b>', '</plaintext>']],
  ])('%j', (page, inBody) => {
    expect(eventsOf(page)).toEqual(inBody);
  });

  test('long text with character references is split into pieces without loss', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 16_330, max: 16_400 }),
        fc.constantFrom('&amp;', '&notin;', '&#65;'),
        (length, reference) => {
          const text = eventsOf(`<p>${'x'.repeat(length)}${reference.repeat(30)}y`)
            .slice(1, -1)
            .join('');
          const decoded = { '&amp;': '&', '&notin;': '∉', '&#65;': 'A' }[reference];
          expect(text).toBe(`${'x'.repeat(length)}${decoded.repeat(30)}y`);
        },
      ),
    );
  });
});

describe('the content of a select', () => {
  test('is kept, like in browsers since the standard allows content in a select', () => {
    expect(eventsOf('<select><a href=x>y</a></select>')).toEqual(['<select>', '<a href=x>', 'y', '</a>', '</select>']);
  });

  test('ends with another select or an input', () => {
    expect(eventsOf('<select>a<select>b')).toEqual(['<select>', 'a', '</select>', 'b']);
    expect(eventsOf('<select>a<input>')).toEqual(['<select>', 'a', '</select>', '<input>', '</input>']);
  });

  test('closes nothing outside', () => {
    expect(eventsOf('<h1>a<select></h1>b')).toEqual(['<h1>', 'a', '<select>', 'b', '</select>', '</h1>']);
  });
});

test('withLineFeeds replaces CR and CRLF by LF and changes nothing else', () => {
  const piece = fc.constantFrom('\r', '\n', '\r\n', 'a', 'é', '中', '😀', '\ud83d', '\0', '<p>');
  const text = fc.oneof(fc.string({ unit: piece }), fc.string({ unit: 'binary' }));
  fc.assert(fc.property(text, (page) => withLineFeeds(page) === page.replace(/\r\n?/g, '\n')));
});

test.each([
  ['CRs', '\r'],
  ['CRs among Chinese characters', '中\r'],
])('five million characters of %s need little memory', (_, unit) => {
  const page = unit.repeat(5_000_000 / unit.length);
  const used = () => {
    const before = process.memoryUsage().heapUsed;
    expect(withLineFeeds(page)).toHaveLength(page.length);
    return process.memoryUsage().heapUsed - before;
  };
  // The median: other garbage adds to some attempts, and is collected during others.
  const attempts = Array.from({ length: 5 }, used).sort((one, other) => one - other);
  expect(attempts[2]).toBeLessThan(40_000_000);
});

/** Maximum average number of open elements that are visited for a token of a page. */
const MOST_LOOKED = 8;

const BYTES = 50_000;

/** Pages that took seconds when the stack of open elements was searched for each tag and text. */
const known: Nest[] = [
  { open: '<svg><a>', times: 500, follow: '<g>x</g>' },
  { open: '<svg><a>', times: 500, follow: 'x<!-->' },
  { open: '<svg><a lang=de>', times: 500, follow: '<g lang=en>x</g>' },
  { open: '<a href=x><svg><desc>', times: 170, follow: '<g>x</desc>', again: true },
  { open: '<div>', times: 515, follow: '<li>' },
  { open: '<p><button><span>', times: 520, follow: '<ul>' },
  { open: '<i><object>', times: 520, follow: '<td>' },
  { open: '<select><object>', times: 520, follow: '<td>' },
  { open: '<h1><object>', times: 520, follow: '<p>' },
  { open: '<h1><object>', times: 255, follow: '<b>x' },
  { open: '<h1><a>', times: 256, follow: '<li>', again: true },
  { open: '<td><math>', times: 256, follow: '</g>' },
];

/** The worst ten pages of test/hostile/nests.test.ts, by visited elements and by processor time. */
const found: Nest[] = [
  { open: '<p><button><span>', times: 171, follow: '<dd>' },
  { open: '<p><button>', times: 256, follow: '<dt>' },
  { open: '<dd>', times: 512, follow: '<dd>' },
  { open: '<dd><dt>', times: 256, follow: '<dd>', again: true },
  { open: '<a href=x lang=de><button>', times: 256, follow: '<dd>', again: true },
  { open: '<tbody>', times: 512, follow: 'x<a>' },
  { open: '<svg><desc><a>', times: 171, follow: '<a>' },
  { open: '<a>', times: 512, follow: 'x<a>' },
  { open: '<a>', times: 512, follow: '<h1>' },
  { open: '<select>', times: 512, follow: 'x<img>' },
];

const nestsOf = (nests: Nest[]) => nests.map((nest) => [`${nest.open}, then ${nest.follow}`, nest] as const);

describe('a page of nested tags is parsed without visiting all open elements:', () => {
  test.each(nestsOf([...known, ...found]))('%s', (_, nest) => {
    const [one, two, four] = [1, 2, 4].map((pages) => workOf(pageOfNests(nest, pages * BYTES)));
    for (const { tokens, looked } of [one!, two!, four!]) expect(looked / tokens).toBeLessThanOrEqual(MOST_LOOKED);
    // In proportion to its size, apart from the nesting at its beginning.
    expect(four!.looked - two!.looked).toBeLessThanOrEqual(2.1 * (two!.looked - one!.looked) + 1000);
  });
});

test('a link with a long tag is reopened only a few times, since its tag is read each time', () => {
  const reopened = (href: string) =>
    analysePage(served(`<p><a href=${href}>x</p>${'<p>y</p>'.repeat(100)}`), NO_ROBOTS, NOW).page.links.total;
  expect(reopened('/x')).toBe(101);
  expect(reopened(`/${'x'.repeat(1_000_000)}`)).toBe(10);
});

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

const countWords = (text: string): number => {
  const counter = new WordCounter();
  counter.write(pieceOf(text));
  return counter.total;
};

const bySegmenter = (text: string): number =>
  [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length;

describe('word count', () => {
  test.each([
    ['智能客服系统哪个好', 6],
    ['北京旅游攻略', 3],
    ['seo优化怎么做', 5],
    ['iphone 15 多少钱', 3],
    ['长尾关键词挖掘工具', 5],
    ['東京 観光 おすすめ', 3],
    ['検索エンジン最適化とは', 5],
    ['서울 맛집 추천', 3],
    ['วิธีทำอาหารไทย', 4],
    ['c++ vs c#', 3],
    ['how-to e-mail seo', 5],
    ["best running shoes for women's 2026", 6],
    ['报价3.5万', 3],
    ['snake_case is_1 word', 3],
    ['3.14 1,000 e.g. www.shop.example', 4],
    ['צה"ל א"1 a"b', 5],
  ])('of %j is %d', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  test('agrees with Intl.Segmenter on text of scripts with spaces', () => {
    const character = fc.constantFrom(...'abZéßжЯαω한글אبcd019 \t\n.,;:\'’"-–—+/@#&%$()!?·\u00a0');
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 40 }), (text) => {
        expect(countWords(text)).toBe(bySegmenter(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('agrees with Intl.Segmenter on text that mixes scripts', () => {
    const word = fc.constantFrom(
      '智能客服',
      '系统',
      'エンジン',
      'とは',
      ' อาหาร ',
      ' ไทย ',
      'seo',
      '3.5',
      "it's",
      '北京',
      '한국',
      '。',
      '，',
    );
    const gap = fc.constantFrom(' ', '\n', ' - ', '、', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, gap), { maxLength: 12 }), (parts) => {
        const text = parts.flat().join('');
        expect(countWords(text)).toBe(bySegmenter(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('does not depend on how the text is split into pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(..."ab1.,' 智能ไ_😀é"), maxLength: 6 }), { maxLength: 8 }),
        (pieces) => {
          const counter = new WordCounter();
          for (const piece of pieces) counter.write(pieceOf(piece));
          expect(counter.total).toBe(countWords(pieces.join('')));
        },
      ),
    );
  });

  test('a break ends a word', () => {
    const counter = new WordCounter();
    counter.write(pieceOf('one'));
    counter.break();
    counter.write(pieceOf('two'));
    expect(counter.total).toBe(2);
  });
});
