import { describe, expect, test } from '@jest/globals';
import { siteTasks } from '../../../functions/core/analysis/reader/read-site.ts';

/** A served page, parsed by the crawler's own reader. */
function read(html: string, headers: [string, string][] = []) {
  const served = {
    requestedUrl: 'https://shop.example/',
    url: 'https://shop.example/',
    status: 200,
    redirects: [],
    headers: [['content-type', 'text/html; charset=utf-8'] as [string, string], ...headers],
    ttfbMs: 1,
    totalMs: 2,
    body: [Buffer.from(html)],
    truncated: false,
  };
  return siteTasks.readPage(served, { url: 'https://shop.example/robots.txt', status: 404, content: null }, 0, true);
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('a challenge', () => {
  test.each([
    ['Cloudflare', '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>'],
    ['Cloudflare in German', '<title>Nur einen Moment…</title>'],
    ['Cloudflare in Chinese', '<title>请稍候…</title>'],
    [
      'Cloudflare (an earlier page)',
      '<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>',
    ],
    ['AWS WAF', '<title></title><script>AwsWafIntegration.getToken()</script>'],
    ['DataDome', '<title>shop.example</title><script src="https://ct.captcha-delivery.com/c.js"></script>'],
    ['Imperva', '<html><iframe src="/_Incapsula_Resource?SWUDNSAI=31">Request unsuccessful.</iframe></html>'],
    ['Anubis', "<title>Making sure you're not a bot!</title>"],
    ['Baidu', '<title>百度安全验证</title>'],
  ])('of %s is recognised', async (_, html) => {
    expect((await read(html)).isChallenge).toBe(true);
  });

  test.each([
    ['cf-mitigated', 'challenge'],
    ['x-amzn-waf-action', 'captcha'],
    ['x-vercel-mitigated', 'challenge'],
  ])('is recognised by the header %s', async (name, value) => {
    expect((await read('<title>Shop</title>', [[name, value]])).isChallenge).toBe(true);
  });
});

describe('a page of the site', () => {
  test.each([
    [
      'with the scripts of a firewall',
      `<title>Shop</title><p>${words(200)}<script src="/_Incapsula_Resource"></script>`,
    ],
    [
      "with Cloudflare's detection of scripts",
      '<title>Shop</title><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
    ],
    ['whose title is such a phrase', `<title>Just a moment...</title><p>${words(200)}`],
    ['whose title begins with such a phrase', '<title>Just a moment in time: poems</title>'],
    ['that is short', '<title>Un instant de bonheur</title>'],
    ['that is empty', ''],
  ])('%s is not a challenge', async (_, html) => {
    expect((await read(html)).isChallenge).toBe(false);
  });
});
