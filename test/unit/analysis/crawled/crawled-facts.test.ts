import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ServedPage } from '../../../../functions/core/platform/network/http-client.ts';
import { type ReadCrawled, siteTasks } from '../../../../functions/core/analysis/reader/read-site.ts';
import { compressRecord } from '../../../../functions/core/platform/text/compress.ts';
import { createThreadReader } from '../../../../functions/core/analysis/reader/thread-reader.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';

const HOSTS = ['www.shop.example', 'shop.example'];
const ORIGIN = 'https://www.shop.example';

const readCrawled = (html: string, page: Partial<ServedPage> = {}): Promise<ReadCrawled> =>
  siteTasks.readCrawled(served(html, page), NO_ROBOTS, NOW, HOSTS);
const factsOf = async (html: string, page: Partial<ServedPage> = {}) => (await readCrawled(html, page)).facts!;
const linksOf = async (html: string, page: Partial<ServedPage> = {}) =>
  (await factsOf(html, page)).links.map(({ url }) => url.replace(ORIGIN, ''));

describe('links', () => {
  test('are resolved, in normal form, without fragment, each once and in the order of the page', async () => {
    const html = `<a href="b?x=1#top">1</a><a href=" /%7euser/%c3%a9 ">2</a><a href="../path/b?x=1">3</a>
      <a href="HTTPS://WWW.Shop.Example:443/a/./c">4</a><a href="//shop.example./d">5</a><a href="">6</a><a href="#part">7</a>`;
    expect(await linksOf(html)).toEqual([
      '/path/b?x=1',
      '/~user/%C3%A9',
      '/a/c',
      'https://shop.example/d',
      '/path/page',
    ]);
  });

  test.each([
    ['another scheme', 'mailto:a@shop.example'],
    ['a script', 'javascript:void(0)'],
    ['another port', 'https://www.shop.example:8443/'],
    ['a user name', 'https://me@www.shop.example/'],
    ['no valid address', 'https://[/'],
    ['an address that is too long', `/${'x'.repeat(2_048)}`],
  ])('with %s are ignored', async (_, href) => {
    expect(await factsOf(`<a href="${href}">x</a>`)).toMatchObject({ links: [], external_links: 0 });
  });

  test('are of the hosts of the site; all others are external and counted one by one', async () => {
    const html = `<a href=https://shop.example/>1</a><a href=https://blog.shop.example/>2</a>
      <a href=https://other.example/ rel=nofollow>3</a><a href=https://other.example/>4</a>`;
    const { links, external_links } = await factsOf(html);
    expect(links).toEqual([{ url: 'https://shop.example/', nofollow: false }]);
    expect(external_links).toBe(3);
  });

  test('include where a meta refresh leads to within the site, with its element', async () => {
    const refresh = (content: string) => `<meta http-equiv="refresh" content="${content}">`;
    const to = '/docs/index.html';
    const { facts, anchors } = await readCrawled(`${refresh(`0;url=${to}#top`)}<a href="/a" rel="nofollow">1</a>`);
    expect(facts!.links).toEqual([
      { url: `${ORIGIN}/a`, nofollow: true },
      { url: ORIGIN + to, nofollow: false },
    ]);
    expect(anchors.at(-1)).toEqual({ to: ORIGIN + to, text: '', rel: '', tag: refresh(`0;url=${to}#top`) });
    expect(await linksOf(refresh('300'))).toEqual([]);
    expect(await linksOf(refresh('0;url=https://other.example/'))).toEqual([]);
    expect(await linksOf(`<noscript>${refresh('0;url=/no-script')}</noscript>`)).toEqual([]);
    const nofollow = await factsOf(`<meta name="robots" content="nofollow">${refresh('0;url=/next')}`);
    expect(nofollow.links).toEqual([{ url: `${ORIGIN}/next`, nofollow: true }]);
  });

  test('are relative to the base before their end, except those of SVG', async () => {
    const html = `<base href="/shop/"><a href=a>1</a><svg><a href=b>2</a><a xlink:href=c>3</a></svg>`;
    expect(await linksOf(html)).toEqual(['/shop/a', '/path/b', '/path/c']);
  });

  test('with a base of another site are external', async () => {
    expect(await factsOf('<base href="https://other.example/"><a href=a>1</a>')).toMatchObject({
      links: [],
      external_links: 1,
    });
  });

  test('are only those of <a>', async () => {
    const html = `<map><area href=/area></map><form action=/form></form><link rel=next href=/next><iframe src=/frame></iframe>
      <template><a href=/template>x</a></template><!-- <a href=/comment>x</a> --><a name=x>x</a>`;
    expect(await linksOf(html)).toEqual([]);
  });

  test('are nofollow when all links to the same address are', async () => {
    const html = `<a href=/a rel="nofollow">1</a><a href=/a>2</a><a href=/b rel="noopener UGC">3</a><a href=/b rel=sponsored>4</a>
      <a href=/c>5</a><a href=/c rel=nofollow>6</a><a href=/d rel=nofollowed>7</a>`;
    expect((await factsOf(html)).links).toEqual([
      { url: `${ORIGIN}/a`, nofollow: false },
      { url: `${ORIGIN}/b`, nofollow: true },
      { url: `${ORIGIN}/c`, nofollow: false },
      { url: `${ORIGIN}/d`, nofollow: false },
    ]);
  });

  test.each<[string, string, string[], boolean]>([
    ['a robots meta', '<meta name=Robots content="noarchive, NOFOLLOW">', [], true],
    ['none', '<meta name=robots content=none>', [], true],
    ['a second robots meta', '<meta name=robots content=all><meta name=robots content=nofollow>', [], true],
    ['a header', '', ['nofollow'], true],
    ['a header for another crawler', '', ['otherbot: nofollow'], false],
    ['a meta for another crawler', '<meta name=bingbot content=nofollow>', [], false],
    ['no rule', '<meta name=robots content="index, follow">', ['noarchive'], false],
  ])('by %s', async (_, meta, tags, nofollow) => {
    const headers = tags.map((tag): [string, string] => ['x-robots-tag', tag]);
    const page = { headers: [['content-type', 'text/html'], ...headers] as [string, string][] };
    expect((await factsOf(`${meta}<a href=/a>x</a>`, page)).links).toEqual([{ url: `${ORIGIN}/a`, nofollow }]);
  });

  test('are kept up to a thousand, and further ones still affect those that are kept', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => `<a href=/${index} rel=nofollow>x</a>`).join('');
    const { links } = await factsOf(`${many}<a href=/0>x</a><a href=/1200>x</a>`);
    expect(links).toHaveLength(1_000);
    expect(links[0]).toEqual({ url: `${ORIGIN}/0`, nofollow: false });
    expect(links.at(-1)).toEqual({ url: `${ORIGIN}/999`, nofollow: true });
  });

  test('from https to http on the own site are counted one by one', async () => {
    const html = `<a href=http://shop.example/a>1</a><a href=http://shop.example/a>2</a><a href=http://other.example/>3</a><a href=/b>4</a>`;
    expect((await factsOf(html)).http_links).toBe(2);
    expect((await factsOf(html, { url: 'http://www.shop.example/' })).http_links).toBe(0);
  });
});

describe('resources', () => {
  const resourcesOf = async (html: string) =>
    (await siteTasks.readCrawled(served(html), NO_ROBOTS, NOW, HOSTS, { withResources: true })).resources!;

  test('are listed only on request', async () => {
    expect(await readCrawled('<img src=a.png>')).not.toHaveProperty('resources');
  });

  test('are images, scripts and stylesheets, in normal form, each once and in the order of the page', async () => {
    const html = `<link rel="icon stylesheet" href=a.css><link rel=icon href=i.png><script src=/b.js></script>
      <script>x</script><script type="application/ld+json" src=d.json></script><base href="/shop/"><img src="a.png#x">
      <img srcset="s.png 1x, l.png 2x"><img src="/shop/a.png"><img src="data:image/png,x"><img src=""><img src=" ">
      <img src="https://shop.example:8443/p.png"><img src="//Files.example/%7ea.png" alt=A><noscript><img src=n.png></noscript>
      <svg><script src=v.js></script></svg>`;
    expect(await resourcesOf(html)).toEqual([
      { kind: 'stylesheet', to: `${ORIGIN}/path/a.css`, tag: '<link rel="icon stylesheet" href="a.css">' },
      { kind: 'script', to: `${ORIGIN}/b.js`, tag: '<script src="/b.js">' },
      { kind: 'image', to: `${ORIGIN}/shop/a.png`, tag: '<img src="a.png#x">' },
      { kind: 'image', to: `${ORIGIN}/shop/s.png`, tag: '<img srcset="s.png 1x, l.png 2x">' },
      {
        ...{ kind: 'image', to: 'https://files.example/~a.png' },
        tag: '<img src="//Files.example/%7ea.png" alt="A">',
      },
    ]);
  });

  test('are kept up to five hundred, with at most about a hundred thousand characters', async () => {
    const many = (length: number) =>
      Array.from({ length: 600 }, (_, index) => `<img src=/${index}${'x'.repeat(length)}>`).join('');
    expect(await resourcesOf(many(10))).toHaveLength(500);
    const characters = JSON.stringify(await resourcesOf(many(1_000))).length;
    expect(characters).toBeGreaterThan(90_000);
    expect(characters).toBeLessThan(110_000);
  });
});

describe('link elements', () => {
  const anchorsOf = async (html: string, page: Partial<ServedPage> = {}) => (await readCrawled(html, page)).anchors;

  test('have their target, text, rel and opening tag, in the order of the page', async () => {
    const html = `<a class=menu href="b?x=1#top"> Our <b>boots</b> </a><a rel="nofollow sponsored" href=https://Other.example>Shop</a>
      <a href=http://shop.example/c><img src=a.png alt="Home"></a>`;
    expect(await anchorsOf(html)).toEqual([
      { to: `${ORIGIN}/path/b?x=1`, text: 'Our boots', rel: '', tag: '<a class="menu" href="b?x=1#top">' },
      {
        to: 'https://other.example/',
        text: 'Shop',
        rel: 'nofollow sponsored',
        tag: '<a rel="nofollow sponsored" href="https://Other.example">',
      },
      { to: 'http://shop.example/c', text: '', rel: '', tag: '<a href="http://shop.example/c">' },
    ]);
  });

  test('are kept once for each target, text and rel', async () => {
    const html = `<a href=/a>A</a><a href=/a id=2>A</a><a href=/a>B</a><a href=/a rel=nofollow>A</a><a href=/a#part>A</a>`;
    expect((await anchorsOf(html)).map(({ text, rel }) => [text, rel])).toEqual([
      ['A', ''],
      ['B', ''],
      ['A', 'nofollow'],
    ]);
  });

  test('of other schemes are ignored', async () => {
    expect(await anchorsOf('<a href="mailto:a@b.example">x</a><a href="javascript:go()">y</a><a name=z>z</a>')).toEqual(
      [],
    );
  });

  test('are kept up to two thousand, with at most about half a million characters', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `<a href=/${index}>x</a>`).join('');
    expect(await anchorsOf(many)).toHaveLength(2_000);
    const long = Array.from({ length: 2_000 }, (_, index) => `<a href=/${'y'.repeat(1_900)}${index}>x</a>`).join('');
    const characters = JSON.stringify(await anchorsOf(long)).length;
    expect(characters).toBeGreaterThan(400_000);
    expect(characters).toBeLessThan(600_000);
    const { text, rel } = (await anchorsOf(`<a href=/a rel="${'r'.repeat(5_000)}">${'t'.repeat(5_000)}</a>`))[0]!;
    expect([text.length, rel.length]).toEqual([100, 100]);
  });
});

describe('the canonical address', () => {
  test.each([
    ['<link rel=canonical href="../A?b=%7e#c">', `${ORIGIN}/A?b=~`],
    ['<link rel=canonical href="HTTP://Other.Example">', 'http://other.example/'],
    ['<link rel=canonical href=/a><link rel=canonical href=/b>', `${ORIGIN}/a`],
    ['<link rel=canonical href=""><link rel=canonical href=/b>', `${ORIGIN}/b`],
    ['<base href=/shop/><link rel=canonical href=a>', `${ORIGIN}/shop/a`],
    [`<link rel=canonical href="/${'x'.repeat(2_010)}">`, `${ORIGIN}/${'x'.repeat(2_010)}`],
    ['<link rel=canonical href="javascript:go()">', null],
    ['<link rel=canonical href="https://[">', null],
    ['<body><link rel=canonical href=/a></body>', null],
    ['', null],
  ])('of %j is %j', async (html, canonical) => {
    expect((await factsOf(html)).canonical).toBe(canonical);
  });

  test('can be in a header', async () => {
    const headers: [string, string][] = [
      ['content-type', 'text/html'],
      ['link', '</a>; rel="canonical"'],
    ];
    expect((await factsOf('', { headers })).canonical).toBe(`${ORIGIN}/a`);
  });
});

test('alternates of any site are resolved and listed once', async () => {
  const html = `<link rel=alternate hreflang=de href="/de/#x"><link rel=alternate hreflang=de href=/de/>
    <link rel=alternate hreflang=x-default href=/de/><link rel=alternate hreflang=fr href=https://Autre.example>
    <link rel=alternate hreflang=es href="mailto:x"><link rel=alternate hreflang=it href=""><link rel=alternate href=/feed>`;
  expect((await factsOf(html)).hreflang).toEqual([
    { hreflang: 'de', url: `${ORIGIN}/de/` },
    { hreflang: 'x-default', url: `${ORIGIN}/de/` },
    { hreflang: 'fr', url: 'https://autre.example/' },
  ]);
});

test('crawledFacts returns the same values as the record of a home page', async () => {
  const html = `<html lang=en><title>Tents</title><meta name=description content="Light tents"><meta name=robots content=noarchive>
    <h1>Our <b>tents</b></h1><h1>More</h1><img src=http://cdn.example/a.png><script type="application/ld+json">{oops</script>
    <a href="javascript:void(0)">here</a>`;
  const { page, audit } = await siteTasks.readPage(served(html), NO_ROBOTS, NOW, true);
  const facts = await factsOf(html);
  expect(page).toMatchObject({ ...pick(facts), h1: ['Our tents', 'More'] });
  expect(facts).toMatchObject({ first_h1: 'Our tents', h1_total: 2, structured_data_errors: 1 });
  expect(facts.mixed_content).toEqual(['http://cdn.example/a.png']);
  expect(facts.seo_score).toBe(audit.score);
  expect(audit.audits.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([
    'crawlable-anchors',
    'image-alt',
  ]);
  expect(facts.findings.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['link-not-crawlable', 'image-alt-missing', 'structured-data-invalid']),
  );
  expect(facts.noindex).toBe(false);
});

/** The members that a page of the record has too. */
function pick(facts: Awaited<ReturnType<typeof factsOf>>) {
  const { lang, title, title_length, meta_description, meta_description_length } = facts;
  const { meta_robots, x_robots_tag, word_count, h1_total } = facts;
  const head = { lang, title, title_length, meta_description, meta_description_length };
  return { ...head, meta_robots, x_robots_tag, word_count, h1_total };
}

/** Text that is hardly compressible. */
const noise = (length: number) => randomBytes(length).toString('base64url').slice(0, length);

test('the facts of any page fit into an item, also when they are hardly compressible', async () => {
  const address = () => `${ORIGIN}/${noise(2_000)}`;
  const alternate = () => `<link rel=alternate hreflang="${noise(100)}" href="${address()}">`;
  const link = () => `<a href="${address()}">x</a>`;
  const page = `<title>${noise(2_000)}</title><meta name=description content="${noise(4_000)}">
    <meta name=robots content="${noise(4_000)}"><link rel=canonical href="${address()}">
    ${Array.from({ length: 1_000 }, alternate).join('')}<h1>${noise(1_000)}</h1>${Array.from({ length: 1_000 }, link).join('')}`;
  const facts = await factsOf(page, { headers: Array.from({ length: 30 }, () => ['x-robots-tag', noise(2_000)]) });
  expect(facts.links.length).toBeGreaterThan(50);
  expect(facts.hreflang.length).toBeGreaterThan(20);
  expect((await compressRecord(JSON.stringify(facts))).length).toBeLessThan(350_000);
});

test('the links of a page with very long menus are all kept', async () => {
  const links = Array.from(
    { length: 1_000 },
    (_, index) => `<a href="/shop/category-${index}/${'product-'.repeat(12)}">x</a>`,
  );
  expect((await factsOf(links.join(''))).links).toHaveLength(1_000);
});

test.each([
  ['<meta name=robots content=noindex>', true],
  ['<meta name=robots content="max-snippet:-1"><meta name=robots content="noindex, follow">', true],
  ['<meta name=googlebot content=none>', true],
  ['<meta name=robots content="unavailable_after: 15 Oct 2026 11:00:00 GMT">', true],
  ['<meta name=bingbot content=noindex>', false],
  ['<body><p>x<meta name=robots content=noindex>', false],
])('%s: noindex is %s', async (html, noindex) => {
  expect((await factsOf(html)).noindex).toBe(noindex);
});

describe('the hash of the text', () => {
  const hashOf = async (html: string) => (await factsOf(html)).content_hash;

  test('is SHA-256 of the words in lower case', async () => {
    const hash = createHash('sha256').update('light tents ärmel').digest('hex');
    expect(await hashOf('<p>Light\n  <b>TENTS</b> <p hidden>not this</p><p>Ärmel<script>nor this</script>')).toBe(hash);
  });

  test('is null without words', async () => {
    expect(await hashOf('<title>Shop</title><div id=app> &nbsp; </div><script>start()</script>')).toBeNull();
  });

  test('does not depend on case, white space and head, and differs otherwise', async () => {
    const word = fc.stringMatching(/^[a-zäß中.,0-9]{1,8}$/);
    const space = fc.constantFrom(' ', '\n\t', '  ', '&nbsp;', '<br>', '</p><p>', ' <b></b> ');
    const words = fc.array(word, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(words, words, space, space, async (one, other, first, second) => {
        const hash = await hashOf(`<title>One</title><p>${one.join(first)}`);
        expect(await hashOf(`<title>Other</title><p>${second}${one.join(second).replaceAll('a', 'A')}`)).toBe(hash);
        expect((await hashOf(`<p>${other.join(' ')}`)) === hash).toBe(one.join(' ') === other.join(' '));
      }),
      { numRuns: 200 },
    );
  });
});

describe('facts are returned', () => {
  test.each<[string, Partial<ServedPage>, boolean]>([
    ['of HTML', {}, true],
    ['of XHTML', { headers: [['content-type', 'application/xhtml+xml']] }, true],
    ['of HTML without a content type', { headers: [] }, true],
    ['of an error', { status: 404 }, false],
    ['of another success', { status: 203 }, false],
    ['of a challenge', { headers: [['cf-mitigated', 'challenge']] }, false],
  ])('%s: %s', async (_, page, hasFacts) => {
    expect((await readCrawled('<!doctype html><title>Tents</title><p>x', page)).facts !== null).toBe(hasFacts);
  });

  test('not for a PDF', async () => {
    const page: Partial<ServedPage> = { headers: [['content-type', 'application/pdf']] };
    expect(await readCrawled('%PDF-1.7 <a href=/x>', page)).toEqual({ facts: null, anchors: [], isChallenge: false });
  });

  test.each([200, 403, 503])('not for a challenge with HTTP %d, which is reported', async (status) => {
    expect(await readCrawled('<title>Just a moment...</title>', { status })).toEqual({
      facts: null,
      anchors: [],
      isChallenge: true,
    });
  });

  test('equally in a thread and in this one', async () => {
    const html = '<html lang=en><title>Tents</title><h1>Tents</h1><a href=/a rel=nofollow>A</a><p>Light';
    const args = [served(html), NO_ROBOTS, NOW, HOSTS] as const;
    expect(await createThreadReader().readCrawled(...args)).toEqual(await siteTasks.readCrawled(...args));
  });
});
