import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import robotsParser from 'robots-parser';
import { LighthouseRules } from '../../../../functions/core/analysis/robots/crawler-rules.ts';
import { MAX_STEPS, readGroups } from '../../../../functions/core/analysis/robots/rules.ts';
import { hostileFiles, LONG_PATH } from './hostile-files.ts';

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
