import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainAnswer, SourceReport } from '../../functions/core/record/record.ts';
import { domainAnswer } from '../../functions/core/record/schema.ts';
import { sourceKeys } from '../../functions/core/sources/providers/keys.ts';
import { flattenSections } from '../../functions/core/record/sections.ts';
import { variableOf } from '../../infra/local/settings.ts';
import { faults, type ProviderFault, type Providers, startProviders } from '../../infra/sandbox/providers/server.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';

const KEY = 'key-of-this-test';

async function query(runner: TestRunner, parameters = 'domain=shop.example'): Promise<DomainAnswer> {
  const response = await runner.get(`/api/v1/seo/query?${parameters}`);
  expect(response.status).toBe(200);
  return domainAnswer.parse(((await response.json()) as { data: unknown }).data);
}

const reportOf = (answer: DomainAnswer, id: string) => answer.sources.find((report) => report.id === id)!;

/** Expects all sections, also nested ones; `poll_after_seconds` is null when nothing is pending. */
function expectEverySection({ poll_after_seconds: _, ...answer }: DomainAnswer) {
  const members = Object.entries({ ...answer, ...flattenSections(answer) });
  // The site declares no policy: these members are null although all of their sources were read.
  const known = members.filter(([name]) => !name.startsWith('ai_policy.') || name === 'ai_policy.contradictions');
  for (const [name, member] of known) expect([name, member]).not.toEqual([name, null]);
}

/** Queries until the worker has completed the record. */
async function settled(runner: TestRunner, isSettled: (answer: DomainAnswer) => boolean): Promise<DomainAnswer> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const answer = await query(runner);
    if (isSettled(answer)) return answer;
    await sleep(1_100);
  }
  throw new Error('The record was not settled in time');
}

test('npm start -- --offline: every section of shop.example is filled from the fakes', async () => {
  const runner = await startTestRunner({}, ['--offline']);
  const first = await query(runner);
  expect(reportOf(first, 'pagespeed').status).toBe('pending');
  const answer = await settled(runner, ({ complete }) => complete);
  await runner.close();
  expectEverySection(answer);
  expect(answer).toMatchObject({ cache_status: 'hit', pending: [], poll_after_seconds: null });
  for (const { id, status, fetched_at } of answer.sources) {
    expect([id, status]).toEqual([id, 'ok']);
    expect(Date.parse(fetched_at!)).not.toBeNaN();
  }
  // These licences require attribution.
  for (const id of ['tranco', 'crux']) expect(reportOf(answer, id).attribution).toMatch(/CC BY/);
});

test('a real domain is requested from real services, a reserved one from the sandbox, and sources without keys are not configured', async () => {
  const runner = await startTestRunner({ TRANCO_URL: 'http://127.0.0.1:9' });
  const answer = await query(runner);
  await runner.close();
  expect(reportOf(answer, 'rdap').status).toBe('ok');
  expect(reportOf(answer, 'crux').status).toBe('ok');
  expect(reportOf(answer, 'tranco')).toMatchObject({ status: 'error', error: { code: 'connection_refused' } });
});

describe('faulty sources are reported', () => {
  let providers: Providers;
  let runner: TestRunner;

  beforeAll(async () => {
    providers = await startProviders({ key: KEY });
    runner = await startTestRunner({
      ...providers.urls,
      ...Object.fromEntries(sourceKeys.map((key) => [variableOf(key), KEY])),
    });
    await query(runner);
    await settled(runner, ({ complete }) => complete);
  });
  afterAll(() => Promise.all([runner.close(), providers.close()]));
  test('after a refresh with their faults, with all sections filled', async () => {
    const misbehaving: Record<string, [ProviderFault, Partial<SourceReport>]> = {
      open_page_rank: [faults.tooManyRequestsPage(), { status: 'rate_limited', http_status: 429 }],
      wayback: [faults.unavailable(), { status: 'error', http_status: 503 }],
      crux: [faults.captcha(), { status: 'blocked', http_status: 200 }],
      dataforseo: [faults.truncated(), { status: 'error' }],
      rdap: [faults.reset(), { status: 'error' }],
    };
    for (const [id, [fault]] of Object.entries(misbehaving)) providers.fault(id, fault);
    const answer = await query(runner, 'domain=shop.example&refresh=1');
    expect(answer.cache_status).toBe('refreshed');
    for (const [id, [, expected]] of Object.entries(misbehaving)) {
      const report = { id, ...expected, from_cache: true, fetched_at: expect.any(String) };
      expect(reportOf(answer, id)).toMatchObject(report);
    }
    expectEverySection(answer);
    const others = answer.sources.filter(({ id }) => id !== 'pagespeed' && !(id in misbehaving));
    for (const other of others) expect([other.id, other.status]).toEqual([other.id, 'ok']);
  });

  test('no key of a source is in the output of the runner', () => {
    expect(providers.requests.some(({ headers }) => headers.authorization?.includes(KEY))).toBe(true);
    expect(runner.output()).not.toContain(KEY);
  });
});
