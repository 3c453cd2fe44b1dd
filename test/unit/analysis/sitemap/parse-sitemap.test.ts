import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseSitemap } from '../../../../functions/core/analysis/sitemap.ts';

const NOW = Date.parse('2026-06-15T12:00:00Z');
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const parse = (text: string) => parseSitemap([Buffer.from(text)], NOW);
const urlset = (inner: string) => parse(`<?xml version="1.0"?><urlset ${NS}>${inner}</urlset>`);

describe('parseSitemap', () => {
  test('counts the pages of a urlset and takes the latest valid lastmod that is not in the future', () => {
    expect(
      urlset(
        `<url><loc>https://a.example/</loc><lastmod>2026-01-02</lastmod></url>
         <url><loc>https://a.example/b</loc><lastmod>2026-05-01T10:00:00+02:00</lastmod></url>
         <url><loc>https://a.example/c</loc><lastmod>2026-06-16</lastmod></url>
         <url><loc>https://a.example/d</loc><lastmod>2026-13-40</lastmod></url>
         <url><loc>https://a.example/e</loc><lastmod>yesterday</lastmod></url>
         <url><lastmod>2026-02-02</lastmod></url>`,
      ),
    ).toEqual({ kind: 'urlset', count: 5, children: [], lastModified: '2026-05-01T08:00:00.000Z', truncated: false });
  });

  test('keeps a date without time as a date', () => {
    expect(urlset('<url><loc>https://a.example/</loc><lastmod> 2026-01-02 </lastmod></url>')?.lastModified).toBe(
      '2026-01-02',
    );
  });

  test('lists the files of an index, entities decoded', () => {
    expect(
      parse(`<sitemapindex ${NS}><sitemap><loc>https://a.example/s.xml?a=1&amp;b=2</loc></sitemap>
             <sitemap><loc><![CDATA[https://a.example/t.xml]]></loc></sitemap></sitemapindex>`),
    ).toMatchObject({
      kind: 'index',
      count: 2,
      children: ['https://a.example/s.xml?a=1&b=2', 'https://a.example/t.xml'],
    });
  });

  test('distinguishes its own elements from those of extensions, with any prefix', () => {
    const parsed = parse(
      `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9"><sm:url><image:image><image:loc>https://a.example/i.png
       </image:loc></image:image></sm:url><sm:url><sm:loc>https://a.example/</sm:loc></sm:url></sm:urlset>`,
    );
    expect(parsed).toMatchObject({ kind: 'urlset', count: 1 });
  });

  test('counts the entries of RSS and Atom feeds', () => {
    expect(parse('<rss version="2.0"><channel><item><link>x</link></item><item/></channel></rss>')).toMatchObject({
      kind: 'feed',
      count: 2,
    });
    expect(parse('<feed xmlns="http://www.w3.org/2005/Atom"><entry/></feed>')).toMatchObject({
      kind: 'feed',
      count: 1,
    });
  });

  test('counts the lines of a text file', () => {
    expect(parse('\uFEFFhttps://a.example/\r\n\r\nhttps://a.example/b\nnot an address\n')).toMatchObject({
      kind: 'text',
      count: 2,
    });
  });

  test.each(['', '<!doctype html><html><url><loc>x</loc></url></html>', 'Not found', '{"urls":[]}', '<', '\0\0'])(
    'returns null for %j, which is no sitemap',
    (text) => expect(parse(text)).toBeNull(),
  );

  test('expands no entities of a document type', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY x SYSTEM "file:///etc/passwd">]><sitemapindex ${NS}><sitemap><loc>https://a.example/&b;&x;</loc></sitemap></sitemapindex>`;
    expect(parse(bomb)?.children).toEqual(['https://a.example/&b;&x;']);
  });

  test('counts the complete entries of a file that is cut off anywhere, and reports that', () => {
    const entry = (day: number) => `<url><loc>https://a.example/${day}</loc><lastmod>2026-05-0${day}</lastmod></url>\n`;
    const whole = `<?xml version="1.0"?><urlset ${NS}>${entry(1)}${entry(2)}${entry(3)}</urlset>`;
    const start = whole.indexOf('<url>');
    fc.assert(
      fc.property(fc.integer({ min: start, max: whole.length - 1 }), fc.boolean(), (end, clipped) => {
        const file = whole.slice(0, end);
        const count = file.split('</url>').length - 1;
        expect(parseSitemap([Buffer.from(file)], NOW, clipped)).toEqual({
          kind: 'urlset',
          count,
          children: [],
          lastModified: count === 0 ? null : `2026-05-0${count}`,
          truncated: true,
        });
      }),
    );
    expect(parse(whole)).toMatchObject({ count: 3, truncated: false });
    expect(parseSitemap([Buffer.from(whole)], NOW, true)).toMatchObject({ count: 3, truncated: true });
  });

  test('does not list the file of an unfinished entry', () => {
    const [first, second] = ['a', 'b'].map((name) => `<sitemap><loc>https://a.example/${name}.xml</loc></sitemap>`);
    const unfinished = second!.replace('</sitemap>', '');
    expect(parse(`<sitemapindex ${NS}>${first}${unfinished}`)).toEqual({
      kind: 'index',
      count: 1,
      children: ['https://a.example/a.xml'],
      lastModified: null,
      truncated: true,
    });
  });

  test('does not count the last line of a clipped text file, unless it has a line end', () => {
    const clipped = (text: string) => parseSitemap([Buffer.from(text)], NOW, true);
    expect(clipped('https://a.example/1\nhttps://a.example/pag')).toMatchObject({ count: 1, truncated: true });
    expect(clipped('https://a.example/1\nhttps://a.example/page\n')).toMatchObject({ count: 2, truncated: true });
    expect(parse('https://a.example/1\nhttps://a.example/page')).toMatchObject({ count: 2, truncated: false });
  });

  test('counts no more than 50,000 pages', () => {
    const entry = '<url><loc>https://a.example/</loc></url>';
    expect(urlset(entry.repeat(50_000))).toMatchObject({ count: 50_000, truncated: false });
    expect(urlset(entry.repeat(50_001))).toMatchObject({ count: 50_000, truncated: true });
    expect(parse('https://a.example/\n'.repeat(50_001))).toMatchObject({ count: 50_000, truncated: true });
  });

  test.each(['<rss><item>', '<urlset><url>', '<a>', '<sitemapindex>'])(
    'parses 10 MB of elements without end tags within the time limit: %s',
    (tags) => {
      const parsed = parse(tags.repeat(10_000_000 / tags.length));
      expect(parsed?.truncated ?? true).toBe(true);
    },
  );

  test('returns the same for any pieces of the file, and never throws', () => {
    const whole = Buffer.from(
      `<urlset ${NS}><url><loc>https://ä.example/</loc><lastmod>2026-01-02</lastmod></url></urlset>`,
    );
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 20 }), (sizes) => {
        const pieces: Buffer[] = [];
        let at = 0;
        for (const size of sizes) pieces.push(whole.subarray(at, (at += size)));
        pieces.push(whole.subarray(at));
        expect(parseSitemap(pieces, NOW)).toEqual(parseSitemap([whole], NOW));
      }),
    );
    fc.assert(fc.property(fc.array(fc.uint8Array()), (pieces) => void parseSitemap(pieces, NOW)));
  });
});
