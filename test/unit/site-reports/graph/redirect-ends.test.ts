import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LOOP, NOWHERE, redirectEnds } from '../../../../functions/core/site-reports/graph/site.ts';

const ends = (...targets: number[]) => [...redirectEnds(Int32Array.from(targets)).ends];

test.each<[string, number[], number[]]>([
  ['no redirects', [0, 1], [0, 1]],
  ['a redirect', [1, 1], [1, 1]],
  ['a chain, from its end on', [0, 0, 1, 2], [0, 0, 0, 0]],
  ['a chain, from its beginning on', [1, 2, 3, 3], [3, 3, 3, 3]],
  ['two into one', [2, 2, 2], [2, 2, 2]],
  ['a circle', [1, 2, 0], [LOOP, LOOP, LOOP]],
  ['a chain into a loop', [1, 2, 1, 3], [LOOP, LOOP, LOOP, 3]],
  ['a page to itself, and another one to that page', [LOOP, 0], [LOOP, LOOP]],
  ['a chain out of the site', [1, NOWHERE, 2], [NOWHERE, NOWHERE, 2]],
])('%s', (_, targets, expected) => {
  expect(ends(...targets)).toEqual(expected);
});

test('the final target and the number of redirects equal those of following as many redirects as there are pages, on random sites', () => {
  const anyTargets = fc
    .integer({ min: 1, max: 30 })
    .chain((count) => fc.array(fc.integer({ min: LOOP, max: count - 1 }), { minLength: count, maxLength: count }));
  fc.assert(
    fc.property(anyTargets, (targets) => {
      const endOf = (start: number) => {
        let at = start;
        let hops = 0;
        for (; hops < targets.length && at >= 0 && targets[at] !== at; hops++) at = targets[at]!;
        if (at < 0) return [at, 0];
        return targets[at] === at ? [at, hops] : [LOOP, 0];
      };
      const found = redirectEnds(Int32Array.from(targets));
      expect(targets.map((_, start) => [found.ends[start], found.hops[start]])).toEqual(
        targets.map((_, start) => endOf(start)),
      );
    }),
  );
});
