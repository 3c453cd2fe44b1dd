import { expect, test } from '@jest/globals';
import { apiRoutes } from '../../../functions/back-office/api.ts';
import { chineseOperations } from '../../../functions/back-office/page/src/language/operations/chinese.ts';
import { englishOperations } from '../../../functions/back-office/page/src/language/operations/english.ts';

test('the journal has words for each change that an operator can make', () => {
  const changes = apiRoutes
    .filter(({ method, isOwn }) => method !== 'GET' && !isOwn)
    .map(({ method, pattern }) => `${method} ${pattern}`);
  for (const { journal } of [englishOperations, chineseOperations]) {
    expect(Object.keys(journal.actions).toSorted()).toEqual(changes.toSorted());
  }
});
