import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import robotsParser from 'robots-parser';
import { AI_AGENTS } from '../../../../functions/core/analysis/robots/ai-agents.ts';
import {
  describeAiAgents,
  googlebotRules,
  robotsVerdict,
} from '../../../../functions/core/analysis/robots/robots-verdict.ts';
import type { RobotsAnswer } from '../../../../functions/core/platform/network/http-client.ts';
import { CRAWLER_TOKEN } from '../../../../functions/core/platform/network/user-agent.ts';
import { aiAccess } from '../../../../functions/core/record/schema.ts';
import { tableRows } from '../../../support/markdown.ts';

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

/** The package's types describe a default member, but Node's default import is the function itself. */
const parseAsLighthouse = robotsParser as unknown as typeof robotsParser.default;

const tokens = AI_AGENTS.map(({ token }) => token);

function agentsOf(content: string | null, status: number | null = 200, url = `${ORIGIN}/`) {
  const robots: RobotsAnswer = { url: `${ORIGIN}/robots.txt`, status, content };
  return aiAccess.shape.agents.unwrap().parse(describeAiAgents(robots, url));
}

const FILES: Record<string, string> = {
  'all closed': 'User-agent: *\nDisallow: /',
  'all open': 'User-agent: *\nAllow: /',
  'nothing disallowed': 'User-agent: *\nDisallow:',
  'the home page alone': 'User-agent: *\nDisallow: /$',
  'all but the home page': 'User-agent: *\nDisallow: /\nAllow: /$',
  'training closed': `${['GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended'].map((name) => `User-agent: ${name}\n`).join('')}Disallow: /\n\nUser-agent: *\nAllow: /`,
  'one open': 'User-agent: *\nDisallow: /\n\nUser-agent: oai-searchbot/1.0\nAllow: /\nDisallow: /cart',
  'other case': 'USER-AGENT: perplexitybot\nDISALLOW: / # all\n',
  'two groups of one agent': 'User-agent: ClaudeBot\nDisallow: /a\n\nUser-agent: ClaudeBot\nDisallow: /',
  'rules between agents': 'User-agent: GPTBot\nDisallow: /\nUser-agent: CCBot\nAllow: /',
  'a part of a name': 'User-agent: GPT\nDisallow: /\nUser-agent: Claude\nDisallow: /',
  wildcards: 'User-agent: Amazonbot\nDisallow: /*\nAllow: /*index\nUser-agent: meta-externalagent\nDisallow: *',
  'rules without a group': 'Disallow: /\nAllow: /',
  empty: '',
};

describe('each agent of the list has the verdict of robots-parser, which Lighthouse uses', () => {
  test.each(Object.entries(FILES))('%s', (_name, content) => {
    for (const path of ['/', '/index.html', '/a?b=c']) {
      const oracle = parseAsLighthouse(`${ORIGIN}/robots.txt`, content);
      const agents = agentsOf(content, 200, ORIGIN + path);
      for (const token of tokens) expect(agents[token]!.allowed).toBe(oracle.isAllowed(ORIGIN + path, token));
    }
  });

  test('in files of any lines, and the rule is in the deciding line', () => {
    const line = fc.oneof(
      fc.constantFrom('*', ...tokens).map((token) => `User-agent: ${token}`),
      fc
        .tuple(fc.constantFrom('Allow', 'Disallow'), fc.constantFrom('/', '/a', '/*', '/$', '*b', '/a*c$', '/ü', ''))
        .map(([name, path]) => `${name}: ${path}`),
    );
    const path = fc.constantFrom('/', '/a', '/ab', '/abc', '/%C3%BC');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), path, (lines, address) => {
        const url = ORIGIN + address;
        const oracle = parseAsLighthouse(`${ORIGIN}/robots.txt`, lines.join('\n'));
        const agents = agentsOf(lines.join('\n'), 200, url);
        for (const token of tokens) {
          const deciding = oracle.getMatchingLineNumber(url, token);
          const rule = deciding === undefined || deciding < 1 ? null : lines[deciding - 1];
          expect(agents[token]).toEqual({ allowed: oracle.isAllowed(url, token), rule });
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('agents of one operator have the verdicts of their own groups', () => {
  const agents = agentsOf(
    'User-agent: Amazonbot\nUser-agent: Google-Agent\nDisallow: /\n\nUser-agent: amzn-user\nDisallow: /$\n\nUser-agent: *\nAllow: /',
  );
  expect(agents).toMatchObject({
    Amazonbot: { allowed: false, rule: 'Disallow: /' },
    'Amzn-SearchBot': { allowed: true, rule: 'Allow: /' },
    'Amzn-User': { allowed: false, rule: 'Disallow: /$' },
    'Google-Extended': { allowed: true, rule: 'Allow: /' },
    'Google-Agent': { allowed: false, rule: 'Disallow: /' },
  });
});

test('the rule is the line as written, with its name in the usual form', () => {
  const agents = agentsOf(
    'User-agent: gptbot\n  DISALLOW :/%7Eü*  # why\nDisallow: /private',
    200,
    `${ORIGIN}/%7E%C3%BC1`,
  );
  expect(agents.GPTBot).toEqual({ allowed: false, rule: 'Disallow: /%7Eü*' });
  expect(agents.CCBot).toEqual({ allowed: true, rule: null });
});

test('a long rule is truncated after 200 characters', () => {
  const path = `/${'a'.repeat(500)}`;
  const { rule } = agentsOf(`User-agent: *\nDisallow: ${path}`, 200, ORIGIN + path).GPTBot!;
  expect(rule).toBe(`Disallow: ${path}`.slice(0, 200));
});

test.each([
  [null, false],
  [500, false],
  [503, false],
  [404, true],
  [403, true],
])('with status %s of robots.txt, allowed is %s and no rule decides', (status, allowed) => {
  const agents = agentsOf(null, status);
  expect(Object.keys(agents)).toEqual(tokens);
  for (const agent of Object.values(agents)) expect(agent).toEqual({ allowed, rule: null });
});

describe('the list', () => {
  test('has each name once', () => {
    const names = tokens.map((token) => token.toLowerCase());
    expect([...new Set(names)]).toEqual(names);
  });

  test('equals the documentation', () => {
    const rows = tableRows(readFileSync('docs/sources.md', 'utf8'), '## AI agents');
    expect(rows).toEqual(
      AI_AGENTS.map(({ token, operator, purpose, source, checked }) => {
        return [`\`${token}\``, operator, purpose, `<${source}>`, checked];
      }),
    );
  });
});
