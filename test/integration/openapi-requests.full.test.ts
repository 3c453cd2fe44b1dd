import { expect, test } from '@jest/globals';
import { engineIds } from '../../functions/core/keywords/choices.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { readDocument } from '../support/openapi.ts';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner } from '../support/runner.ts';
import { useOpened } from '../support/use-opened.ts';

/** `openapi.full.test.ts` has a few such requests; here are many. Nobody is asked, so that no call takes long. */
const runner = useOpened(() =>
  startTestRunner({ DISABLED_SOURCES: [...sources.map(({ id }) => id), ...engineIds].join(',') }, ['--offline']),
);

test('500 generated requests are answered as documented, and invalid ones rejected', async () => {
  const [key] = await proKeys(runner, 1);
  await holdRequests(readDocument(), runner, key!, 500);
  expect.hasAssertions();
}, 300_000);
