import { expect, test } from '@jest/globals';
import { CATEGORIES, categoryOf } from '../../../functions/back-office/page/src/domain/site/issue-categories.ts';
import { issueIds } from '../../../functions/core/sites/issues/ids.computed.ts';

test.each([
  ['broken-link', 'links'],
  ['link-empty', 'links'],
  ['redirect-chain', 'responses'],
  ['redirect-link', 'links'],
  ['canonical-loop', 'indexability'],
  ['canonicalised-link', 'links'],
  ['robots-blocked-link', 'links'],
  ['noindex-by-header', 'indexability'],
  ['home-page-not-indexable', 'indexability'],
  ['robots-disallows-all', 'indexability'],
  ['indexability-lost', 'indexability'],
  ['title-duplicate', 'titles'],
  ['content-thin', 'content'],
  ['structured-data-invalid', 'structured_data'],
  ['hreflang-to-error', 'hreflang'],
  ['image-large', 'resources'],
  ['compression-missing', 'technical'],
  ['url-space', 'addresses'],
  ['of-a-later-version', 'technical'],
])('the category of %s is %s', (id, category) => expect(categoryOf(id)).toBe(category));

test('the issues have all categories, each with at most a quarter of them', () => {
  const byCategory = Map.groupBy(issueIds, categoryOf);
  expect([...byCategory.keys()].toSorted()).toEqual(CATEGORIES.toSorted());
  for (const ids of byCategory.values()) expect(ids.length).toBeLessThanOrEqual(issueIds.length / 4);
});
