import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type CrawlerRules, RobotsFile } from '../../../../functions/core/analysis/robots/crawler-rules.ts';
import { MAX_STEPS } from '../../../../functions/core/analysis/robots/rules.ts';
import { hostileFiles, LONG_PATH } from './hostile-files.ts';

const ORIGIN = 'https://www.shop.example';
/** Work for an address: the limit, and the last search of a path of 8 KB for a text of 4 KB. */
const MOST_STEPS = MAX_STEPS + 2_200_000;

function isAllowedBy(rules: CrawlerRules, path: string): boolean {
  return rules.ruleFor(new URL(ORIGIN + path))?.allow ?? true;
}

function allows(content: string, path: string): boolean {
  return isAllowedBy(new RobotsFile(content).rulesFor('MetricsBot', 'named'), path);
}

describe('the groups that name the crawler', () => {
  test.each([
    ['User-agent: MetricsBot\nDisallow: /', true],
    [' user-AGENT : metricsbot/1.0 # us\nDisallow: /', true],
    ['User-agent: metricsbot beta\nDisallow: /', true],
    ['User-agent: *\rUser-agent: metricsbot\rDisallow: /', true],
    ['User-agent: metricsbot2\nDisallow: /', false],
    ['# User-agent: metricsbot\nDisallow: /', false],
    ['User-agent: *\nDisallow: /', false],
    ['Disallow: /', false],
    ['User-agent: metricsbot\nUser-agent: other\nDisallow: /', true],
    ['User-agent: metricsbot\n\nSitemap: /s.xml\nCrawl-delay: 1\nUser-agent: other\nDisallow: /', true],
    ['User-agent: metricsbot\nAllow: /b\nUser-agent: other\nDisallow: /', false],
    ['User-agent: metricsbot\nDisallow: /b\nUser-agent: *\nAllow: /\nUser-agent: metricsbot\nDisallow: /a', true],
    ['User-agent: metricsbot\nUser-agent:\nDisallow: /', true],
    ['User-agent: metricsbot\nDisallow:', false],
  ])('%j: forbidden %s', (content, isForbidden) => {
    expect(allows(content, '/a')).toBe(!isForbidden);
  });
});

describe('the deciding rule (RFC 9309, 2.2.2 and 2.2.3)', () => {
  test.each([
    ['Disallow: /%78/y', '/x/y', false],
    ['Disallow: /x/y', '/%78/y', false],
    ['Disallow: /foo/bar/%62%61%7A', '/foo/bar/baz', false],
    ['Disallow: /foo/bar/ツ', '/foo/bar/%E3%83%84', false],
    ['Disallow: /foo/bar/%e3%83%84', '/foo/bar/ツ', false],
    ['Disallow: /a%2Fb', '/a/b', true],
    ['Disallow: /a%2fb', '/a%2Fb', false],
    ['Disallow: /{id}', '/%7Bid%7D', false],
    ['Disallow: /a b', '/a%20b', false],
    ['Disallow: /foo/bar?baz=quz', '/foo/bar?baz=quz', false],
    ['Disallow: /a%', '/a%zz', false],
    ['Disallow: /foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar', false],
    ['Disallow: /foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', true],
    ["Disallow: /a?b='c'", "/a?b='c'", false],
    ['Disallow: /a?b=%27c%27', "/a?b='c'", false],
    ["Disallow: /*'c", '/a?b=%27c%27', false],
    ["Disallow: /a'b", "/a'b", false],
    ['Disallow: /*.gif$', '/a.b/c.gif', false],
    ['Disallow: /*.gif$', '/c.gif?x', true],
    ['Disallow: /$', '/', false],
    ['Disallow: /$', '/a', true],
    ['Disallow: *', '/a', false],
    ['Disallow: /a*b*c$', '/abbc', false],
    ['Disallow: /a*bc*c$', '/abc', true],
    ['Disallow: /a*$', '/a/b', false],
    ['Disallow: /file-%2A.html', '/file-*.html', false],
    ['Disallow: /file-%2A.html', '/file-1.html', true],
    ['Disallow: /a$b', '/a$b', false],
    ['Disallow: /a%24', '/a$', false],
    ['Disallow: /\nAllow: /a', '/a', true],
    ['Allow: /a\nDisallow: /a', '/a', true],
    ['Allow: /a\nDisallow: /a/b', '/a/b', false],
    ['Allow: /%61\nDisallow: /a', '/a', true],
    ['Disallow: a', '/a', true],
    ['Disallow: /A', '/a', true],
  ])('%j of %s: allowed %s', (rules, path, allowed) => {
    expect(allows(`User-agent: MetricsBot\n${rules}`, path)).toBe(allowed);
  });
});

test('a rule that is the path of an address applies to it, in whatever form its characters are written', () => {
  const escape = fc.constantFrom(
    '%41',
    '%7e',
    '%27',
    '%2F',
    '%2f',
    '%e3%83%84',
    '%E3%83%84',
    '%25',
    '%',
    '?',
    '/',
    "'",
  );
  // Other meanings in the file: comments, wildcards, ends of lines. In addresses: segments of dots, and line breaks.
  const text = fc.string({ unit: 'binary', maxLength: 5 }).filter((part) => !/[#*$.\\\p{Cc}]/u.test(part));
  const path = fc.array(fc.oneof(escape, text), { maxLength: 10 }).map((parts) => `/a${parts.join('')}z`);
  fc.assert(
    fc.property(path, (written) => {
      expect([written, allows(`User-agent: MetricsBot\nDisallow: ${written}$`, written)]).toEqual([written, false]);
      const serialized = new URL(ORIGIN + written).href.slice(ORIGIN.length);
      expect(allows(`User-agent: MetricsBot\nDisallow: ${serialized}$`, written)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

describe('work is limited', () => {
  test.each(Object.entries(hostileFiles))('%s', (_name, { rules: written, path, allowed }) => {
    const rules = new RobotsFile(`User-agent: MetricsBot\n${written}`).rulesFor('MetricsBot', 'named');
    expect(isAllowedBy(rules, path)).toBe(allowed);
    expect(rules.steps).toBeLessThan(MOST_STEPS);
  });

  test('an address is matched once', () => {
    const { rules: written } = hostileFiles['a run of each length']!;
    const rules = new RobotsFile(`User-agent: MetricsBot\n${written}`).rulesFor('MetricsBot', 'named');
    rules.ruleFor(new URL(ORIGIN + LONG_PATH));
    const once = rules.steps;
    rules.ruleFor(new URL(ORIGIN + LONG_PATH));
    expect([once > 1_000_000, rules.steps]).toEqual([true, once]);
  });
});

describe('beyond the limit of work', () => {
  /** The longest, so that it is compared first, and exceeds the limit. */
  const expensive = `Allow: *${'a'.repeat(5_000)}b`;
  const long = 'a'.repeat(4_000);

  test.each([
    ['an Allow with a star does not apply', `Disallow: /\nAllow: *${long}*a`, true, false],
    ['an Allow without stars that is the longest applies', `Allow: /${long}`, true, true],
    ['a Disallow with a star applies by its text before the star', `Allow: /\nDisallow: /a*b`, true, false],
    ['a Disallow with another text before the star does not apply', `Allow: /\nDisallow: /b*a`, true, true],
  ])('%s', (_, written, isAllowedAlone, isAllowedWithOthers) => {
    expect(allows(`User-agent: MetricsBot\n${written}`, LONG_PATH)).toBe(isAllowedAlone);
    expect(allows(`User-agent: MetricsBot\n${written}\n${expensive}`, LONG_PATH)).toBe(isAllowedWithOthers);
  });
});

describe('the groups that apply', () => {
  const verdict = (content: string, obeyed: 'named' | 'applicable', path = '/a') => {
    const rules = new RobotsFile(content).rulesFor('MetricsBot', obeyed);
    return [isAllowedBy(rules, path), rules.crawlDelay];
  };

  test('are those for all crawlers when none names this one and they are requested', () => {
    const content = 'User-agent: *\nCrawl-delay: 3\nDisallow: /a';
    expect(verdict(content, 'named')).toEqual([true, 3]);
    expect(verdict(content, 'applicable')).toEqual([false, 3]);
    expect(verdict(content, 'applicable', '/b')).toEqual([true, 3]);
  });

  test('are never those for all crawlers when one names this one', () => {
    const content =
      'User-agent: *\nCrawl-delay: 3\nDisallow: /\n\nUser-agent: MetricsBot\nCrawl-delay: 1\nDisallow: /b';
    expect(verdict(content, 'named')).toEqual([true, 1]);
    expect(verdict(content, 'applicable')).toEqual([true, 1]);
    expect(verdict(content, 'applicable', '/b')).toEqual([false, 1]);
    expect(verdict('User-agent: metricsbot\nAllow: /', 'applicable')).toEqual([true, null]);
  });

  test.each([
    ['named', false],
    ['applicable', true],
  ] as const)('determine whether the whole site is disallowed: among the %s ones, %s', (obeyed, disallowsAll) => {
    expect(new RobotsFile('User-agent: *\nDisallow: /').rulesFor('MetricsBot', obeyed).disallowsAll).toBe(disallowsAll);
  });

  test.each(['-1', 'soon', 'Infinity'])('ignore a delay of %s', (written) => {
    expect(verdict(`User-agent: *\nCrawl-delay: ${written}`, 'applicable')).toEqual([true, null]);
  });
});
