import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  orders,
  queryOf,
  selectionOf,
  statuses,
} from '../../../../functions/back-office/page/src/domain/site/pages-selection.ts';
import { rowStates } from '../../../../functions/core/sites/audits/select-rows.ts';

test('an address without parameters selects all pages in the order of the crawl', () => {
  expect(queryOf(selectionOf(new URLSearchParams()))).toEqual({});
});

test('the parameters of an address are those of the API, without surrounding blanks', () => {
  const chosen = fc.record(
    {
      issue: fc.constantFrom('title-missing', 'hreflang-invalid'),
      status: fc.constantFrom(...statuses),
      state: fc.constantFrom(...rowStates),
      depth: fc.constantFrom('0', '3', 'none'),
      search: fc.constantFrom('shoes', ' shoes '),
      sort: fc.constantFrom(...orders),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(chosen, ({ search, sort, ...others }) => {
      const address = new URLSearchParams({
        ...others,
        ...(search && { search }),
        ...(sort && { sort }),
        tab: 'site.list',
      });
      expect(queryOf(selectionOf(address))).toEqual({
        ...others,
        ...(search && { search: search.trim() }),
        ...(sort && sort !== 'crawled' && { sort }),
      });
    }),
  );
});

test.each(['status=604', 'state=lost', 'depth=-1', 'depth=many', 'sort=fame', 'search=%20'])(
  'a parameter that the API would reject is omitted: %s',
  (address) => {
    expect(queryOf(selectionOf(new URLSearchParams(address)))).toEqual({});
  },
);
