import { expect, test } from '@jest/globals';
import type { DomainAnswer } from '../../functions/core/record/record.ts';
import { domainAnswer } from '../../functions/core/record/schema.ts';
import { faults, startProviders } from '../../infra/sandbox/providers/server.ts';
import { startTestRunner } from '../support/runner.ts';
import { useOpened } from '../support/use-opened.ts';

/** Longer than a request waits for a source. */
const SLOW_MS = 12_000;
const providers = useOpened(() => startProviders());
const runner = useOpened(() => startTestRunner(providers.urls));

async function query(parameters: string): Promise<DomainAnswer> {
  const response = await runner.get(`/api/v1/seo/query?${parameters}`);
  return domainAnswer.parse(((await response.json()) as { data: unknown }).data);
}

test('a source that is slow at a refresh is pending, with its previous section', async () => {
  const before = await query('domain=shop.example');
  providers.fault('tranco', faults.slow(SLOW_MS));
  const after = await query('domain=shop.example&refresh=1');
  const report = after.sources.find(({ id }) => id === 'tranco')!;
  expect(report).toMatchObject({ status: 'pending', from_cache: true, fetched_at: expect.any(String) });
  expect(after.popularity.tranco).not.toBeNull();
  expect(after.popularity.tranco).toEqual(before.popularity.tranco);
});
