import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { HtmlTokens } from '../../../../functions/core/analysis/page/html-tokens.ts';
import { HtmlTree } from '../../../../functions/core/analysis/page/html-tree.ts';
import type { HtmlElement } from '../../../../functions/core/analysis/page/open-elements.ts';

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
