import { expect, test } from '@jest/globals';
import { issueIds } from '../../../functions/shared/record/issue-ids.ts';
import { ISSUES } from '../../../functions/shared/website/issues/index.ts';

test('every issue is known by its id, and nothing else is', () => {
  expect(issueIds).toEqual(ISSUES.map(({ id }) => id));
});
