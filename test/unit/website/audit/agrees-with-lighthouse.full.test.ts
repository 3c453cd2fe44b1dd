import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { analysePage } from '../../../../functions/shared/website/analyse-page.ts';
import { NOW, served } from '../page/served.ts';
import { askLighthouse, type OraclePage, withoutNoscriptInHead } from '../../../support/lighthouse-oracle.ts';

const pages = new URL('../../../fixtures/pages/', import.meta.url);

const page: Omit<OraclePage, 'html'> = {
  url: 'https://www.shop.example/path/page',
  status: 200,
  headers: [],
  robots: { status: 404, content: null },
};

async function compare(oracle: OraclePage, html = oracle.html) {
  const { url, status, headers } = oracle;
  const robots = { url: new URL('/robots.txt', url).href, ...oracle.robots };
  const { audit } = analysePage(
    served(html, { url, status, headers: [['content-type', 'text/html; charset=utf-8'], ...headers] }),
    robots,
    NOW,
  );
  const { statuses, score } = await askLighthouse(oracle);
  expect(Object.fromEntries(audit.audits.map(({ id, status }) => [id, status]))).toEqual(statuses);
  expect(audit.score).toBe(score);
}

describe('all ten audits and the score are those of Lighthouse and axe-core', () => {
  test.each(readdirSync(pages).filter((name) => name.endsWith('.html')))('%s', async (name) => {
    const html = readFileSync(new URL(name, pages), 'utf8');
    await compare({ ...page, html: name === 'head-noscript.html' ? withoutNoscriptInHead(html) : html }, html);
  });

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
