import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import robotsParser from 'robots-parser';
import { LighthouseRules } from '../../../../functions/core/analysis/robots/crawler-rules.ts';
import { describeRobots, isAllowed } from '../../../../functions/core/analysis/robots/robots-txt.ts';
import { MAX_STEPS, readGroups, RuleList } from '../../../../functions/core/analysis/robots/rules.ts';
import type { RobotsAnswer } from '../../../../functions/core/platform/network/http-client.ts';
import { robotsTxt } from '../../../../functions/core/record/schema.ts';
import { addressFilter } from '../../../../functions/core/crawls/frontier/address-filter.ts';
import { WHOLE_SITE } from '../../../../functions/core/crawls/store/item.ts';
import { hostileFiles, LONG_PATH } from './hostile-files.ts';

const url = 'https://www.shop.example/robots.txt';
const page = 'https://www.shop.example/a/b';
const answer = (content: string | null, status: number | null = 200): RobotsAnswer => ({ url, status, content });

describe('describeRobots', () => {
  test('lists this crawler among the agents when a group names it', () => {
    const agentsOf = (content: string) => Object.keys(describeRobots(answer(content), page).agents);
    for (const name of ['DomaingaugeBot', 'domaingaugebot/1.0', 'DOMAINGAUGEBOT all']) {
      expect(agentsOf(`User-agent: ${name}\nDisallow: /x`)).toContain('DomaingaugeBot');
    }
    expect(agentsOf('User-agent: *\nDisallow: /x')).not.toContain('DomaingaugeBot');
    expect(agentsOf('# DomaingaugeBot\nUser-agent: DomainSearch')).not.toContain('DomaingaugeBot');
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

test('RuleList keeps the decisions for the last 2,000 paths only', () => {
  const list = new RuleList([{ pattern: '/*x', written: '/*x', allow: false, line: 1 }]);
  const paths = Array.from({ length: 10_000 }, (_, index) => `/${index}`);
  for (const path of paths) list.decide(path);
  const isKept = (path: string) => {
    const before = list.steps;
    list.decide(path);
    return list.steps === before;
  };
  expect(paths.toReversed().filter(isKept)).toHaveLength(2_000);
});

/** Matches without a limit of work, one character after the other. */
function matchesExactly(pattern: string, path: string): boolean {
  const text = pattern.endsWith('$') ? pattern.slice(0, -1) : `${pattern}*`;
  let ends = [true, ...Array<boolean>(path.length).fill(false)];
  for (const character of text) {
    let isReached = false;
    ends = ends.map((isEnd, at) => {
      if (character === '*') return (isReached ||= isEnd);
      return at > 0 && ends[at - 1]! && path[at - 1] === character;
    });
  }
  return ends.at(-1)!;
}

const part = fc.array(fc.constantFrom('/', 'a', 'aa', 'b', '*', '*', '**'), { maxLength: 6 });

const rules = fc.array(
  fc.record({
    pattern: fc.tuple(part, fc.constantFrom('', '', '$')).map(([parts, end]) => `/${parts.join('')}${end}`),
    allow: fc.boolean(),
  }),
  { maxLength: 6 },
);

test('RuleList never allows a path that is disallowed, and is exact within the limit of work', () => {
  /** Exceeds the limit for a path of 8 KB, and matches none. */
  const expensive = { pattern: `*${'a'.repeat(5_000)}c`, allow: true };
  const decide = (list: { pattern: string; allow: boolean }[], path: string) => {
    const ruleList = new RuleList(list.map((rule, line) => ({ ...rule, written: rule.pattern, line })));
    return { isAllowed: ruleList.decide(path)?.allow ?? true, steps: ruleList.steps };
  };
  let exceeded = 0;
  fc.assert(
    fc.property(rules, part, (list, end) => {
      const path = `/${'a'.repeat(8_000)}${end.join('').replaceAll('*', 'b')}`;
      const matching = list.filter(({ pattern }) => matchesExactly(pattern, path));
      const longest = Math.max(...matching.map(({ pattern }) => pattern.length));
      const applicable = matching.filter(({ pattern }) => pattern.length === longest);
      const isAllowed = applicable.length === 0 || applicable.some(({ allow }) => allow);
      expect(decide(list, path)).toMatchObject({ isAllowed });

      const beyond = decide([...list, expensive], path);
      if (!isAllowed) expect(beyond.isAllowed).toBe(false);
      if (list.every(({ pattern }) => !pattern.includes('*'))) expect(beyond.isAllowed).toBe(isAllowed);
      if (beyond.isAllowed !== isAllowed) exceeded++;
      expect(beyond.steps).toBeLessThan(2 * MAX_STEPS);
    }),
    { numRuns: 300 },
  );
  expect(exceeded).toBeGreaterThan(0);
});

test('a filter without patterns does not even parse addresses', () => {
  const isIncluded = addressFilter({ ...WHOLE_SITE, depth: 2 });
  expect(isIncluded('no address')).toBe(true);
  expect(() => addressFilter({ ...WHOLE_SITE, exclude: ['/a'] })('no address')).toThrow('Invalid URL');
});

/** The package's types describe a default member, but Node's default import is the function itself. */
const parseAsLighthouse = robotsParser as unknown as typeof robotsParser.default;

const ORIGIN = 'https://www.shop.example';

/** Work for an address: the limit, and the last search of a path of 8 KB for a text of 4 KB. */
const MOST_STEPS = MAX_STEPS + 2_200_000;

const text = (parts: string[], maxLength: number) =>
  fc.array(fc.constantFrom(...parts), { maxLength }).map((chosen) => chosen.join(''));

const pattern = text(['/', 'a', 'b', '*', '*', '$', '%61', '%2f', '%', 'ü', ' ', '?'], 8);
const agent = fc.constantFrom('*', 'Foo', 'foo/1.0', 'bar', ' two words', '', '/');

const line = fc.oneof(
  agent.map((name) => `User-agent: ${name}`),
  fc
    .tuple(fc.constantFrom('Allow', ' disallow ', 'DISALLOW'), pattern)
    .map(([name, value]) => `${name}: ${value} # why`),
  fc.constantFrom('1', 'x', '', '2.5', '1e999', '-1').map((delay) => `Crawl-delay: ${delay}`),
  fc.constantFrom('Sitemap: /s.xml', 'Sitemap:', 'Other: x', 'no colon', ': x', '# none', ''),
);

const file = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([lines, end]) => lines.join(end));

const address = text(['a', 'b', '/', '$', '*', '%61', '%2F', '%2f', '?', 'ü', '%'], 8).map(
  (path) => `${ORIGIN}/${path}`,
);

test('LighthouseRules return the same as robots-parser, which Lighthouse uses', () => {
  fc.assert(
    fc.property(file, address, (content, url) => {
      const oracle = parseAsLighthouse(`${ORIGIN}/robots.txt`, content);
      const rules = new LighthouseRules(content);
      for (const name of ['*', 'Foo', 'BAR', 'two words', 'other']) {
        expect(rules.isAllowed(url, name)).toBe(oracle.isAllowed(url, name));
        expect(rules.ruleFor(url, name)?.line ?? -1).toBe(oracle.getMatchingLineNumber(url, name));
        expect(rules.crawlDelay(name)).toBe(oracle.getCrawlDelay(name) ?? null);
      }
    }),
    { numRuns: 1_000 },
  );
});

describe('work is limited', () => {
  test.each(Object.entries(hostileFiles))('%s', (_name, { rules: written, path, allowed }) => {
    const rules = new LighthouseRules(`User-agent: *\n${written}`);
    expect(rules.isAllowed(ORIGIN + path, '*')).toBe(allowed);
    expect(rules.steps).toBeLessThan(MOST_STEPS);
  });

  test('an address is matched once for repeated calls', () => {
    const rules = new LighthouseRules(`User-agent: *\n${hostileFiles['a run of each length']!.rules}`);
    rules.isAllowed(ORIGIN + LONG_PATH, '*');
    const once = rules.steps;
    for (const name of ['Googlebot', 'bingbot', 'GPTBot']) rules.isAllowed(ORIGIN + LONG_PATH, name);
    expect(rules.steps).toBe(once);
  });

  test('2,000 agents share the rules of their group', () => {
    const agents = Array.from({ length: 2_000 }, (_, index) => `User-agent: bot${index}\n`).join('');
    const content = agents + hostileFiles['one rule 64,000 times']!.rules;
    const reading = { endsAgents: () => true, pattern: (written: string) => written };
    const [group, ...others] = readGroups(content, reading);
    expect([group!.agents.length, group!.rules.length, others.length]).toEqual([2_000, 63_999, 0]);
    expect(new LighthouseRules(content).isAllowed(`${ORIGIN}/`, 'bot7')).toBe(true);
  });
});
