import { expect, test } from '@jest/globals';
import { batchRoutes } from '../../../functions/back-office/batch-routes.ts';
import { deadLetterRoutes } from '../../../functions/back-office/dead-letter-routes.ts';
import { domainRoutes } from '../../../functions/back-office/domain-routes.ts';
import { keywordListRoutes } from '../../../functions/back-office/keyword-list-routes.ts';
import { keywordRoutes } from '../../../functions/back-office/keyword-routes.ts';
import { keyRoutes } from '../../../functions/back-office/key-routes.ts';
import { operationRoutes } from '../../../functions/back-office/operation-routes.ts';
import { chineseOperations } from '../../../functions/back-office/page/src/language/operations/chinese.ts';
import { englishOperations } from '../../../functions/back-office/page/src/language/operations/english.ts';
import { pageRoutes } from '../../../functions/back-office/page-routes.ts';
import { siteRoutes } from '../../../functions/back-office/site-routes.ts';

test('the journal has words for each change that an operator can make', () => {
  const routes = [
    keyRoutes,
    domainRoutes,
    pageRoutes,
    siteRoutes,
    batchRoutes,
    operationRoutes,
    deadLetterRoutes,
    keywordRoutes,
    keywordListRoutes,
  ].flat();
  const changes = routes
    .filter(({ method, isOwn }) => method !== 'GET' && !isOwn)
    .map(({ method, pattern }) => `${method} ${pattern}`);
  for (const { journal } of [englishOperations, chineseOperations]) {
    expect(Object.keys(journal.actions).toSorted()).toEqual(changes.toSorted());
  }
});
