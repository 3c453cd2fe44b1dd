import { expect, test } from '@jest/globals';
import { RuleList } from '../../../../functions/core/analysis/robots/rules.ts';
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

test('a filter without patterns does not even parse addresses', () => {
  const isIncluded = addressFilter({ ...WHOLE_SITE, depth: 2 });
  expect(isIncluded('no address')).toBe(true);
  expect(() => addressFilter({ ...WHOLE_SITE, exclude: ['/a'] })('no address')).toThrow('Invalid URL');
});
