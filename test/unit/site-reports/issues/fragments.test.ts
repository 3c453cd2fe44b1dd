import { expect, jest, test } from '@jest/globals';
import { idHashes } from '../../../../functions/core/analysis/rules/fragments.ts';
import { FRAGMENT_MISSING } from '../../../../functions/core/site-reports/issues/fragments.ts';
import { ISSUES } from '../../../../functions/core/site-reports/issues/index.ts';
import type { HtmlPage } from '../../../../functions/core/site-reports/issues/issue.ts';
import { urlOf } from '../graph/crawled.ts';
import { siteOf } from './site-of.ts';

/** Pages that each link to a part of every page, of which the last one lacks it. */
const PAGES = 60;
const paths = Array.from({ length: PAGES }, (_, index) => (index === 0 ? '/' : `/p${index}`));
const idsOf = (page: number) => idHashes([page === PAGES - 1 ? 'other' : 'part', `own-${page}`]);
const linked = paths.map((path) => ({ url: urlOf(path), fragment: 'part', element: '<a>' }));

test('links to parts of many pages are looked up without decoding all ids of a page for each', () => {
  const site = siteOf(
    Object.fromEntries(paths.map((path, index) => [path, { facts: { fragments: linked, ids: idsOf(index) } }])),
  );
  const issue = ISSUES.find(({ id }) => id === FRAGMENT_MISSING)!;
  const decoding = jest.spyOn(Buffer, 'from');
  const found = [...issue.find(site)];
  const evidence = issue.evidence!(site);
  const targets = found.flatMap((page) => evidence(page as HtmlPage).map(({ target }) => target));
  const decodings = decoding.mock.calls.length;
  decoding.mockRestore();
  expect(found).toHaveLength(PAGES);
  expect(targets).toEqual(paths.map(() => urlOf(paths.at(-1)!)));
  // Once for each page and each pass at most.
  expect(decodings).toBeLessThanOrEqual(2 * PAGES);
});
