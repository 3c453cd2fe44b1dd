import { expect, test } from '@jest/globals';
import { engineIds } from '../../functions/core/keywords/choices.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { readDocument } from '../support/openapi.ts';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner } from '../support/runner.ts';
import { useOpened } from '../support/use-opened.ts';

/** Sends many more requests than `openapi.full.test.ts`, without sources, so that calls are fast. */
const runner = useOpened(() =>
  startTestRunner({ DISABLED_SOURCES: [...sources.map(({ id }) => id), ...engineIds].join(',') }, ['--offline']),
);

test('500 generated requests are answered as documented, and invalid ones rejected', async () => {
  const [key] = await proKeys(runner, 1);
  await holdRequests(readDocument(), runner, key!, 500);
  expect.hasAssertions();
}, 300_000);
