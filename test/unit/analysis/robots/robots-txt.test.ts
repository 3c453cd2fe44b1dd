import { describe, expect, test } from '@jest/globals';
import { describeRobots, isAllowed } from '../../../../functions/core/analysis/robots/robots-txt.ts';
import { robotsTxt } from '../../../../functions/core/record/schema.ts';
import type { RobotsAnswer } from '../../../../functions/core/platform/network/http-client.ts';

const url = 'https://www.shop.example/robots.txt';
const page = 'https://www.shop.example/a/b';
const answer = (content: string | null, status: number | null = 200): RobotsAnswer => ({ url, status, content });

describe('describeRobots', () => {
  test('lists this crawler among the agents when a group names it', () => {
    const agentsOf = (content: string) => Object.keys(describeRobots(answer(content), page).agents);
    for (const name of ['DomainSearchMetricsBot', 'domainsearchmetricsbot/1.0', 'DOMAINSEARCHMETRICSBOT all']) {
      expect(agentsOf(`User-agent: ${name}\nDisallow: /x`)).toContain('DomainSearchMetricsBot');
    }
    expect(agentsOf('User-agent: *\nDisallow: /x')).not.toContain('DomainSearchMetricsBot');
    expect(agentsOf('# DomainSearchMetricsBot\nUser-agent: DomainSearch')).not.toContain('DomainSearchMetricsBot');
  });

  test('lists agents, delays and sitemaps in the form of the schema', () => {
    const content =
      'User-agent: *\nCrawl-delay: 2.5\nDisallow: /a\nUser-agent: GPTBot\nAllow: /\nSitemap: https://x.example/s.xml\nSitemap: /t.xml';
    const section = robotsTxt.parse(describeRobots(answer(content), page));
    expect(section.valid).toBe(false);
    expect(section.errors).toEqual([
      { line: 7, content: 'Sitemap: /t.xml', message: 'Invalid sitemap URL', code: 'invalid_sitemap_url' },
    ]);
    expect(section.sitemaps).toEqual(['https://x.example/s.xml', 'https://www.shop.example/t.xml']);
    expect(section.agents['*']).toEqual({ allowed: false, crawl_delay_seconds: 2.5 });
    expect(section.agents.GPTBot).toEqual({ allowed: true, crawl_delay_seconds: null });
    expect(Object.keys(section.agents)).toContain('Sogou web spider');
  });

  test('accepts Site-map for Sitemap, like Google, although it is unknown to Lighthouse', () => {
    const section = robotsTxt.parse(
      describeRobots(answer('SITE-MAP: https://x.example/s.xml\nSitemaps: /t.xml'), page),
    );
    expect(section.sitemaps).toEqual(['https://x.example/s.xml']);
    expect(section.errors.map(({ line, message }) => [line, message])).toEqual([
      [1, 'Unknown directive'],
      [2, 'Unknown directive'],
    ]);
  });

  test('without a file there is nothing to check and everything is allowed', () => {
    const section = robotsTxt.parse(describeRobots(answer('<h1>Not found</h1>', 404), page));
    expect(section).toMatchObject({ http_status: 404, valid: null, errors: [], errors_total: 0, sitemaps_total: 0 });
    expect(Object.values(section.agents).every(({ allowed }) => allowed)).toBe(true);
  });

  test('counts more errors than it lists', () => {
    const section = robotsTxt.parse(describeRobots(answer('x\n'.repeat(150)), page));
    expect([section.errors.length, section.errors_total]).toEqual([100, 150]);
  });

  test('returns null for an invalid delay', () => {
    const section = robotsTxt.parse(
      describeRobots(answer('User-agent: *\nCrawl-delay: -1\nUser-agent: CCBot\nCrawl-delay: Infinity'), page),
    );
    expect(section.agents['*']?.crawl_delay_seconds).toBeNull();
    expect(section.agents.CCBot?.crawl_delay_seconds).toBeNull();
  });
});

describe('isAllowed', () => {
  test.each([
    ['User-agent: *\nDisallow: /', 200, 'x', false],
    ['User-agent: *\nDisallow: /\nAllow: /a/', 200, 'x', true],
    ['User-agent: Foo\nDisallow: /', 200, 'x', true],
    ['User-agent: Foo\nDisallow: /', 200, 'foo', false],
    ['User-agent: *\nDisallow: /', 404, 'x', true],
    [null, 503, 'x', false],
    [null, null, 'x', false],
    ['', 200, 'x', true],
  ])('%j with status %j for %s: %s', (content, status, agent, allowed) => {
    expect(isAllowed(answer(content, status), page, agent)).toBe(allowed);
  });

  test('a group of an address counts for its own origin', () => {
    const robots = answer('User-agent: *\nDisallow: /a');
    expect(isAllowed(robots, page, '*')).toBe(false);
    expect(isAllowed(robots, 'http://www.shop.example/a', '*')).toBe(false);
    expect(isAllowed(robots, 'http://www.shop.example/c', '*')).toBe(true);
  });
});
