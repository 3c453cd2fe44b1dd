import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { batchAnswer } from '../../functions/core/batches/definitions.ts';
import { keepSuiteWithinDay } from '../support/keep-within-day.ts';
import { proKeys } from '../support/pro-keys.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite, type TestSite } from '../support/site.ts';
import { tally } from '../support/form.ts';
import { awsFaults, type FaultProxy, startFaultProxy } from './support-faults/fault-proxy.ts';

type Batch = z.infer<typeof batchAnswer>;

// Allowances are counted by day.
keepSuiteWithinDay();

let runner: TestRunner;
let proxy: FaultProxy;
let site: TestSite;

beforeAll(async () => {
  site = await startSite(onlyHomePage(() => '<title>A page</title><p>some words'));
  proxy = await startFaultProxy();
  const LOCAL_RESOLVE = `*.mine.test=127.0.0.1:${site.port}`;
  runner = await startTestRunner({ ...punctual, ...proxy.environment, LOCAL_RESOLVE }, ['--offline']);
});
afterAll(async () => {
  await runner.close();
  await Promise.all([proxy.close(), site.close()]);
});

const steps = [
  ['DynamoDB', 'UpdateItem', 'Coordination', 'the allowance is taken'],
  ['DynamoDB', 'BatchWriteItem', 'Batches', 'its parts are stored'],
  ['DynamoDB', 'PutItem', 'Batches', 'its head is stored'],
  ['SQS', 'SendMessageBatch', '', 'its messages are sent'],
] as const;
const faults = ['serverError', 'lostAnswer'] as const;

test.each(steps.flatMap((step) => faults.map((fault) => [...step, fault] as const)))(
  'a batch fails at %s %s (%s) when %s (%s): the response is retryable, and the repeated request completes it',
  async (service, operation, table, when, fault) => {
    const [key] = (await proKeys(runner, 1)) as [string];
    const name = `${service}-${operation}-${fault}`.toLowerCase();
    const domains = [1, 2, 3].map((number) => `n${number}-${name}.mine.test`);
    const request = async (method: string, path: string) => {
      const headers = { 'X-SEO-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': name };
      const body = method === 'POST' && { body: JSON.stringify({ domains, fields: ['domain'] }) };
      const response = await fetch(`${runner.url}/api/v1/${path}`, { method, headers, ...body });
      return (await response.json()) as { code: number; retryable?: boolean; data: Batch };
    };
    // So that the key's owner is cached before the fault.
    await request('GET', 'usage');
    proxy.fail((call) =>
      call.service === service && call.operation === operation && call.table.includes(table) ? awsFaults[fault] : null,
    );
    const failed = await request('POST', 'seo/batches');
    proxy.fail(null);
    if (failed.code !== 202) expect(failed).toMatchObject({ code: expect.any(Number), retryable: true });
    const retried = await request('POST', 'seo/batches');
    expect(retried).toMatchObject({ code: 202 });
    let { data } = retried;
    while (data.totals.pending > 0) {
      await sleep(300);
      const answer = await request('GET', `seo/batches/${data.batch_id!}`);
      expect(answer).toMatchObject({ code: 200 });
      ({ data } = answer);
    }
    expect(data.items.map(({ domain, status }) => [domain, status])).toEqual(domains.map((domain) => [domain, 'done']));
    const usage = await request('GET', 'usage');
    expect(usage.data).toMatchObject({ domains: { used: domains.length } });
    tally({
      area: 'Failing dependencies',
      what: `a request for a batch, when ${when} (${fault})`,
      tried: 1,
      outcome: `${failed.code}; the repeated request completed it`,
    });
  },
);
