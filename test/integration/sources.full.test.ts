import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DomainAnswer } from '../../functions/shared/record/record.ts';
import { domainAnswer } from '../../functions/shared/record/schema.ts';
import { faults } from '../../infra/sandbox/providers/faults.ts';
import { type Providers, startProviders } from '../../infra/sandbox/providers/providers.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';

/** Longer than a source may take while the caller waits. */
const SLOW_MS = 12_000;

let providers: Providers;
let runner: TestRunner;
beforeAll(async () => {
  providers = await startProviders();
  runner = await startTestRunner(providers.urls);
});
afterAll(() => Promise.all([runner.close(), providers.close()]));

async function query(parameters: string): Promise<DomainAnswer> {
  const response = await runner.get(`/api/v1/seo/query?${parameters}`);
  return domainAnswer.parse(((await response.json()) as { data: unknown }).data);
}

test('a source that is late at a refresh is pending, beside its section of before', async () => {
  const before = await query('domain=shop.example');
  providers.fault('tranco', faults.slow(SLOW_MS));
  const after = await query('domain=shop.example&refresh=1');
  const report = after.sources.find(({ id }) => id === 'tranco')!;
  expect(report).toMatchObject({ status: 'pending', from_cache: true, fetched_at: expect.any(String) });
  expect(after.popularity.tranco).not.toBeNull();
  expect(after.popularity.tranco).toEqual(before.popularity.tranco);
});
