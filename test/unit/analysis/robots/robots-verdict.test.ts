import { describe, expect, test } from '@jest/globals';
import { googlebotRules, robotsVerdict } from '../../../../functions/core/analysis/robots/robots-verdict.ts';
import type { RobotsAnswer } from '../../../../functions/core/platform/network/http-client.ts';
import { CRAWLER_TOKEN } from '../../../../functions/core/platform/network/user-agent.ts';

const ORIGIN = 'https://www.shop.example';
const robotsOf = (content: string | null, status: number | null = 200): RobotsAnswer => {
  return { url: `${ORIGIN}/robots.txt`, status, content };
};
const rulesAt = (path: string, ...file: Parameters<typeof robotsOf>) =>
  googlebotRules(robotsOf(...file), ORIGIN + path);

describe('the rules for Googlebot', () => {
  test.each<[content: string, path: string, disallowedBy: string | null]>([
    ['User-agent: *\nDisallow: /private', '/private/a', 'Disallow: /private'],
    ['User-agent: *\nDisallow: /private', '/public', null],
    ['User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b', '/a', 'Disallow: /a'],
    ['User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b', '/b', null],
    ['User-agent: googlebot/2.1\nDisallow: /a', '/a', 'Disallow: /a'],
    ['User-agent: Googlebot-Image\nDisallow: /', '/', null],
    [`User-agent: ${CRAWLER_TOKEN}\nDisallow: /`, '/', null],
    [`User-agent: ${CRAWLER_TOKEN}\nAllow: /\n\nUser-agent: *\nDisallow: /`, '/', 'Disallow: /'],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b', null],
    ['User-agent: *\nDisallow: /*?sort=', '/list?sort=price', 'Disallow: /*?sort='],
    ['User-agent: *\nCrawl-delay: 3', '/a', null],
    ['', '/a', null],
  ])('in %j disallow %s by the line %j', (content, path, disallowedBy) => {
    expect(rulesAt(path, content)).toEqual({ disallowedBy, disallowsAll: disallowedBy === 'Disallow: /' });
  });

  test.each<[rules: string, disallowsAll: boolean]>([
    ['Disallow: /', true],
    ['Disallow: /*', true],
    ['Disallow: *', true],
    ['Disallow: /cart\nDisallow: /', true],
    ['Disallow: /\nAllow:', true],
    ['Disallow: /\nAllow: /$', false],
    ['Disallow: /\nAllow: /blog/', false],
    ['Disallow: /$', false],
    ['Disallow: /a', false],
    ['Disallow:', false],
    ['Allow: /', false],
  ])('%j disallow the whole site: %s', (rules, disallowsAll) => {
    expect(rulesAt('/a', `User-agent: *\n${rules}`)).toMatchObject({ disallowsAll });
    // Whatever the path that was requested.
    expect(rulesAt('/', `User-agent: Googlebot\n${rules}\n\nUser-agent: *\nAllow: /`)).toMatchObject({ disallowsAll });
  });

  test('disallow nothing when only other crawlers are disallowed', () => {
    const content = 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /cart';
    expect(rulesAt('/', content)).toEqual({ disallowedBy: null, disallowsAll: false });
  });

  test.each([
    [404, null],
    [404, 'User-agent: *\nDisallow: /'],
    [410, null],
  ])('disallow nothing when robots.txt has the status %s', (status, content) => {
    expect(rulesAt('/', content, status)).toEqual({ disallowedBy: null, disallowsAll: false });
  });
});

test('the rules for Googlebot and for this crawler differ in one file, in whatever order they are determined', () => {
  const robots = robotsOf(`User-agent: ${CRAWLER_TOKEN}\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /b`);
  const allOf = (path: string) => ({
    own: robotsVerdict(robots, ORIGIN + path, 'applicable').allowed,
    named: robotsVerdict(robots, ORIGIN + path, 'named').allowed,
    googlebot: googlebotRules(robots, ORIGIN + path).disallowedBy === null,
  });
  const expected = {
    '/a': { own: false, named: false, googlebot: true },
    '/b': { own: true, named: true, googlebot: false },
  };
  for (const path of ['/a', '/b', '/a'] as const) expect(allOf(path)).toEqual(expected[path]);
  expect(rulesAt('/a', 'User-agent: *\nDisallow: /a')).toMatchObject({ disallowedBy: 'Disallow: /a' });
  expect(allOf('/a')).toEqual(expected['/a']);
});
