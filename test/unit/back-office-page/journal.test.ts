import { expect, test } from '@jest/globals';
import { apiRoutes } from '../../../functions/back-office/api.ts';
import messages from '../../../functions/back-office/page/src/locales/en.json' with { type: 'json' };

const ACTIONS = 'operations.journal.actions.';

test('the journal has a text for each action of an operator', () => {
  const changes = apiRoutes
    .filter(({ method, isOwn }) => method !== 'GET' && !isOwn)
    .map(({ method, pattern }) => `${method} ${pattern}`);
  const named = Object.keys(messages).filter((key) => key.startsWith(ACTIONS));
  expect(named.map((key) => key.slice(ACTIONS.length)).toSorted()).toEqual(changes.toSorted());
});
