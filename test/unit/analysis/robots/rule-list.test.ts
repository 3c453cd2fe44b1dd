import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_STEPS, RuleList } from '../../../../functions/core/analysis/robots/rules.ts';
import { addressFilter } from '../../../../functions/core/sites/graph/address-filter.ts';
import { WHOLE_SITE } from '../../../../functions/core/sites/store/item.ts';

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
