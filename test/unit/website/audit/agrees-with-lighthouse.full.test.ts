import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { analysePage } from '../../../../functions/shared/website/analyse-page.ts';
import { NOW, served } from '../page/served.ts';
import { askLighthouse, type OraclePage } from './lighthouse-oracle.ts';

const root = new URL('../../../../', import.meta.url);
const folder = (path: string): string[] =>
  readdirSync(new URL(path, root))
    .filter((name) => name.endsWith('.html'))
    .sort()
    .map((name) => `${path}/${name}`);

/** Every eighth of the real pages, which are 258: jsdom and axe-core take a third of a second a page. */
const realPages = folder('node_modules/htmlparser-benchmark/files').filter((_, index) => index % 8 === 0);
const otherPages = ['node_modules/lighthouse/report/assets/templates.html'];
const handwrittenPages = folder('test/fixtures/pages');

/**
 * Pages with an image in a `<noscript>` of the head. jsdom parses without scripting, where the image ends the head; in
 * Chrome, which runs scripts and which Lighthouse drives, noscript is text and the head goes on. Lighthouse is asked of
 * such a page as Chrome would see its head.
 */
const NOSCRIPT_IN_HEAD = [
  'test/fixtures/pages/head-noscript.html',
  'node_modules/htmlparser-benchmark/files/5a012f66c2bf0c70a0744c7483478aaa0c1a2b5b5920a72223f3a090e39df8be.html',
  'node_modules/htmlparser-benchmark/files/6b095375a53dfc7994a032e2efac70f43a4fac9303d549256d88b8f7cecadd50.html',
  'node_modules/htmlparser-benchmark/files/8a9d17a1e5b1866abc7b9263fabbc428e5299c7443ecad6cc56c0076287fe11a.html',
  'node_modules/htmlparser-benchmark/files/efdedc2181595d1f4e4bfcb70302866eb8f14fa6645650d90437d19a2eb3cf02.html',
];

function withoutNoscriptInHead(html: string): string {
  const head = html.search(/<\/head|<body/i);
  return html.slice(0, head).replace(/<noscript\b[\s\S]*?<\/noscript\s*>/gi, '') + html.slice(head);
}

/** Pages judged otherwise, since they are not rendered. */
const DIFFERENCES: Record<string, Record<string, [ours: string, theirs: string]>> = {
  // A style sheet hides every image of the page, so that axe-core passes them over.
  'node_modules/htmlparser-benchmark/files/c3a7435624f3d4ba515821df005b56b59d9b0adaf8bce1676b04d94d61bd9b54.html': {
    'image-alt': ['pass', 'not_applicable'],
  },
};

const page: Omit<OraclePage, 'html'> = {
  url: 'https://www.shop.example/path/page',
  status: 200,
  headers: [],
  robots: { status: 404, content: null },
};

async function compare(oracle: OraclePage, expected: Record<string, [string, string]> = {}, html = oracle.html) {
  const { url, status, headers } = oracle;
  const robots = { url: new URL('/robots.txt', url).href, ...oracle.robots };
  const { audit } = analysePage(
    served(html, { url, status, headers: [['content-type', 'text/html; charset=utf-8'], ...headers] }),
    robots,
    NOW,
  );
  const theirs = await askLighthouse(oracle);
  const differences = Object.fromEntries(
    audit.audits
      .filter(({ id, status }) => status !== theirs.statuses[id])
      .map(({ id, status }) => [id, [status, theirs.statuses[id]]]),
  );
  expect(differences).toEqual(expected);
  expect(audit.audits.map(({ id }) => id).sort()).toEqual(Object.keys(theirs.statuses).sort());
  if (Object.keys(expected).length === 0) expect(audit.score).toBe(theirs.score);
}

describe('all ten audits and the score are those of Lighthouse and axe-core', () => {
  test.each([...new Set([...realPages, ...otherPages, ...handwrittenPages, ...NOSCRIPT_IN_HEAD])])(
    '%s',
    async (path) => {
      const html = new TextDecoder().decode(readFileSync(new URL(path, root)));
      const theirs = NOSCRIPT_IN_HEAD.includes(path) ? withoutNoscriptInHead(html) : html;
      await compare({ ...page, html: theirs }, DIFFERENCES[path], html);
    },
  );

  const html = '<!doctype html><html lang="en"><title>T</title><meta name="description" content="d"><p>x';
  const robotsFiles: [string, OraclePage['robots']][] = [
    ['valid', { status: 200, content: 'User-agent: *\nDisallow:\nSitemap: https://www.shop.example/s.xml' }],
    ['empty', { status: 200, content: '' }],
    ['server error', { status: 500, content: null }],
    ['not fetched', { status: null, content: null }],
    ['rule before any agent', { status: 200, content: 'Disallow: /' }],
    ['relative sitemap', { status: 200, content: 'User-agent: *\nSitemap: /s.xml' }],
    ['dollar inside', { status: 200, content: 'User-agent: *\nDisallow: /a$b' }],
    ['page of HTML', { status: 200, content: '<!doctype html>\n<title>x</title>' }],
    ['content signal', { status: 200, content: 'Content-Signal: ai-train=no\nUser-agent: *\nAllow: /' }],
    ['all blocked', { status: 200, content: 'User-agent: *\nDisallow: /' }],
    ['one bot allowed', { status: 200, content: 'User-agent: *\nDisallow: /\nUser-agent: bingbot\nAllow: /' }],
    ['one bot blocked', { status: 200, content: 'User-agent: Googlebot\nDisallow: /path' }],
    ['carriage returns', { status: 200, content: 'User-agent: *\rDisallow: /x\rfoo' }],
    ['comment', { status: 200, content: '# only a comment\nUser-agent: * # any\nDisallow: /*.pdf$ ' }],
  ];
  test.each(robotsFiles)('robots.txt: %s', async (_, robots) => {
    await compare({ ...page, html, robots });
  });

  const headerSets: [string, [string, string][]][] = [
    ['x-robots-tag noindex', [['x-robots-tag', 'noindex']]],
    ['x-robots-tag none among others', [['x-robots-tag', 'nofollow, NONE']]],
    ['x-robots-tag for googlebot, lower case', [['x-robots-tag', 'googlebot: noindex']]],
    ['x-robots-tag for Googlebot', [['x-robots-tag', 'Googlebot: noindex']]],
    ['x-robots-tag past date', [['x-robots-tag', 'unavailable_after: 25 Jun 2010 15:00:00 PST']]],
    ['x-robots-tag date to come', [['x-robots-tag', 'unavailable_after: 25 Jun 2099 15:00:00 PST']]],
    ['x-robots-tag, five agents', ['noindex', 'Googlebot: index'].map((value) => ['x-robots-tag', value])],
    ['link canonical', [['link', '<https://www.shop.example/path/page>; rel="canonical"']]],
    ['link canonical, relative', [['link', '</path>; rel=canonical']]],
    ['link canonical, home page', [['link', '<https://www.shop.example/>; rel=canonical']]],
    ['two canonicals', [['link', '<https://a.example/>; rel=canonical, <https://b.example/>; rel=canonical']]],
    ['link alternate, wrong language', [['link', '<https://a.example/>; rel="alternate"; hreflang="jp"']]],
    [
      'canonical of another language',
      [
        [
          'link',
          '<https://a.example/>; rel=canonical, <https://a.example/>; rel=alternate; hreflang=de, <https://www.shop.example/path/page>; rel=alternate; hreflang=en',
        ],
      ],
    ],
    ['link preload', [['link', '</a.css>; rel=preload; as=style; nopush']]],
  ];
  test.each(headerSets)('headers: %s', async (_, headers) => {
    await compare({ ...page, html, headers });
  });

  test.each([199, 200, 399, 400, 404, 500, 599, 600])('HTTP status %d', async (status) => {
    await compare({ ...page, html, status });
  });
});
