import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ALL_PAGES,
  orders,
  queryOf,
  type Selection,
} from '../../../../functions/back-office/page/src/domain/site/list/selection.ts';
import { sitePagesParameters } from '../../../../functions/core/sites/audits/list-parameters.ts';
import * as z from 'zod/mini';

test('of all pages in their order nothing is asked', () => {
  expect(queryOf(ALL_PAGES)).toEqual({});
});

test('what is chosen is asked for in the interface’s own words, and blanks are no search', () => {
  const { issue, status, sort } = sitePagesParameters(z.string())._zod.def.shape;
  const known = z.object({ issue, status, sort });
  const selections: fc.Arbitrary<Selection> = fc.record({
    issue: fc.constantFrom('', 'title-missing', 'hreflang-invalid'),
    status: fc.constantFrom('', '2xx', '3xx', '4xx', '5xx'),
    search: fc.constantFrom('', ' ', ' shoes '),
    sort: fc.constantFrom(...orders),
  });
  fc.assert(
    fc.property(selections, (selection) => {
      const { search = '', ...query } = queryOf(selection);
      expect(search).toBe(selection.search.trim());
      expect(z.safeParse(known, query).success).toBe(true);
      expect(Object.keys(query).sort()).toEqual(
        (['issue', 'sort', 'status'] as const).filter((name) => !['', 'crawled'].includes(selection[name])),
      );
    }),
  );
});
