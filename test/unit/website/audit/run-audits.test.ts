import { describe, expect, test } from '@jest/globals';
import { categoryScore } from '../../../../functions/shared/website/audit/run-audits.ts';
import { SEO_AUDITS } from '../../../../functions/shared/website/audit/index.ts';
import { analysePage } from '../../../../functions/shared/website/analyse-page.ts';
import type { RobotsAnswer, ServedPage } from '../../../../functions/shared/network/served-page.ts';
import { NO_ROBOTS, NOW, served } from '../page/served.ts';

const good = '<html lang=en><title>T</title><meta name=description content=d><p>x';
const audit = (id: string, html: string, page: Partial<ServedPage> = {}, robots: RobotsAnswer = NO_ROBOTS) => {
  const found = analysePage(served(html, page), robots, NOW).audit.audits.find((one) => one.id === id);
  if (!found) throw new Error(`no audit ${id}`);
  return found;
};

describe('score', () => {
  const score = (failed: string[], inapplicable: string[] = []) =>
    categoryScore(
      SEO_AUDITS.map(({ id, weight }) => ({
        weight,
        score: inapplicable.includes(id) ? null : failed.includes(id) ? 0 : 1,
      })),
    );
  test.each([
    [[], [], 100],
    [['is-crawlable'], [], 69],
    [['meta-description'], [], 92],
    [['meta-description'], ['canonical'], 92],
    [['meta-description'], ['canonical', 'image-alt'], 91],
    [['meta-description', 'document-title'], ['canonical'], 83],
    [['is-crawlable', 'robots-txt'], [], 61],
  ])('%j fail, %j do not apply: %d', (failed, inapplicable, expected) => {
    expect(score(failed, inapplicable)).toBe(expected);
  });
});

test('the title of an audit says what is so, or what is wrong', () => {
  expect(audit('meta-description', good).title).toBe('The document has a meta description');
  expect(audit('meta-description', '<title>T</title>').title).toBe('The page has no meta description');
  expect(audit('canonical', good).title).toBe('The document has a valid rel=canonical');
  for (const { title, failureTitle } of SEO_AUDITS) expect(failureTitle).not.toBe(title);
});

test.each(['#', 'javascript:go()', 'mailto:a@b.example', '/x', ''])('crawlable-anchors passes href %j', (href) => {
  expect(audit('crawlable-anchors', `${good}<a href="${href}">x</a>`).status).toBe('pass');
});

test.each(['href="javascript:void(0)"', 'href="file:///x"', 'target=_blank', 'onclick="go()"', 'href="http://["'])(
  'crawlable-anchors fails <a %s>',
  (attributes) => {
    const { status, items, items_total } = audit('crawlable-anchors', `${good}<a ${attributes}>x</a>`);
    expect([status, items_total]).toEqual(['fail', 1]);
    expect(items[0]?.element).toContain('<a ');
  },
);

test.each([
  ['en', 'Click  here', 'fail'],
  ['', 'click here', 'fail'],
  ['zh-CN', '点击这里', 'pass'],
  ['en', 'mehr', 'pass'],
  ['', 'mehr', 'fail'],
  ['en', 'more about us', 'pass'],
])('link-text with lang %j and text %j: %s', (lang, text, status) => {
  expect(audit('link-text', `<html lang="${lang}"><title>T</title><a href="/x">${text}</a>`).status).toBe(status);
});

test('link-text passes a nofollow link and one to the page itself', () => {
  const html = `${good}<a rel="external nofollow" href=/x>here</a><a href="#top">here</a>`;
  expect(audit('link-text', html).status).toBe('pass');
});

test.each([
  ['zh-CN', 'https://a.example/', 'pass'],
  ['cn', 'https://a.example/', 'fail'],
  ['x-default', '//a.example/', 'fail'],
  ['fil', 'HTTPS://a.example/', 'pass'],
])('hreflang %s to %s: %s', (lang, href, status) => {
  expect(audit('hreflang', `<link rel=alternate hreflang="${lang}" href="${href}">${good}`).status).toBe(status);
});

test('an audit that does not apply has no score', () => {
  expect(audit('canonical', good)).toMatchObject({ status: 'not_applicable', score: null, weight: 1, items: [] });
  expect(audit('image-alt', good)).toMatchObject({ status: 'not_applicable', score: null });
});

test('is-crawlable warns of bots that are kept out while others are not', () => {
  const { audit } = analysePage(served(good, { headers: [['x-robots-tag', 'Googlebot: noindex']] }), NO_ROBOTS, NOW);
  expect(audit.audits[0]).toMatchObject({ id: 'is-crawlable', status: 'pass' });
  expect(audit.warnings).toEqual([expect.stringContaining('Googlebot')]);
});

test('is-crawlable says where the page is kept from crawlers', () => {
  const robots = { ...NO_ROBOTS, status: 200, content: 'User-agent: *\nDisallow: /path' };
  const { status, items } = audit(
    'is-crawlable',
    `<meta name=robots content=NOINDEX>${good}`,
    { headers: [['x-robots-tag', 'none']] },
    robots,
  );
  expect(status).toBe('fail');
  expect(items.map(({ reason, line }) => [reason, line])).toEqual([
    ['meta element', null],
    ['response header', null],
    ['robots.txt', 2],
  ]);
});

test('is-crawlable takes the time from its caller', () => {
  const html = `<meta name=robots content="unavailable_after: 15 Oct 2026 11:00:00 GMT">${good}`;
  expect(audit('is-crawlable', html).status).toBe('fail');
  expect(analysePage(served(html), NO_ROBOTS, NOW - 7_200_000).audit.audits[0]?.status).toBe('pass');
});

describe('extra checks', () => {
  const extra = (html: string, page: Partial<ServedPage> = {}) =>
    Object.fromEntries(
      analysePage(served(html, page), NO_ROBOTS, NOW).audit.extra_checks.map((check) => [check.id, check]),
    );

  test('lengths are display columns, in which Chinese characters are wide', () => {
    const checks = extra('<title>智能客服系统哪个好用呢</title><meta name=description content=短>');
    expect(checks['title-length']).toMatchObject({ status: 'pass', value: 22, unit: 'columns' });
    expect(checks['meta-description-length']).toMatchObject({ status: 'warn', value: 2 });
  });

  test('Chinese link texts that say nothing are found', () => {
    const html = '<a href=/1>点击这里</a><a href=/2>更多 &gt;&gt;</a><a href=/3>报价与方案</a>';
    expect(extra(html)['generic-link-text-zh']).toMatchObject({ status: 'warn', value: 2 });
    expect(extra('<a href=/1>here</a>')['generic-link-text-zh']?.status).toBe('not_applicable');
  });

  test.each([
    ['viewport', '<meta name=viewport content="width=device-width, initial-scale=1">', 'pass'],
    ['viewport', '<meta name=viewport content="width=device-width, user-scalable=no">', 'warn'],
    ['viewport', '', 'fail'],
    ['single-h1', '<h1>a</h1>', 'pass'],
    ['single-h1', '<h1>a</h1><h1>b</h1>', 'warn'],
    ['alt-length', `<img alt="${'x'.repeat(101)}">`, 'warn'],
    ['alt-length', '', 'not_applicable'],
    ['canonical-present', '', 'warn'],
    ['word-count', 'word '.repeat(200), 'pass'],
    ['link-count', '<a href=x>'.repeat(101), 'warn'],
    ['https', '', 'pass'],
    ['html-size', '', 'pass'],
    ['charset-declared', '', 'pass'],
    ['ttfb', '', 'pass'],
  ])('%s of %.40s: %s', (id, html, status) => {
    expect(extra(html)[id]?.status).toBe(status);
  });

  test('a slow answer, plain http and an undeclared charset are told', () => {
    const checks = extra('x', { ttfbMs: 900, url: 'http://shop.example/', headers: [] });
    expect([checks.ttfb?.status, checks.https?.status, checks['charset-declared']?.status]).toEqual([
      'warn',
      'fail',
      'warn',
    ]);
  });
});
