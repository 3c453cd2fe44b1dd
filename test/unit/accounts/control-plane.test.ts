import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGatewayClient, readKeyHolder } from '../../../functions/core/accounts/control-plane.ts';
import { answerGatewayControl } from '../../../infra/local/aws/api-gateway.ts';
import { type ApiKeys, createApiKeys } from '../../../infra/local/api-keys.ts';
import type { UsagePlanModel } from '../../../infra/local/template/service-model.ts';

const limits = { requestsPerSecond: 1, burst: 1, monthlyQuota: 1 };
const plans: UsagePlanModel[] = [
  { id: 'p0', name: 'other-pro', ...limits },
  { id: 'p1', name: 'stack-basic', ...limits },
  { id: 'p2', name: 'stack-pro', ...limits },
];
const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
let dir: string;
let keys: ApiKeys;
let server: Server;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'holders-'));
  server = createServer((request, response) => answerGatewayControl(keys, plans)(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => {
  keys = createApiKeys(join(dir, `${Math.random()}.json`));
});
afterAll(() => {
  server.close();
  rmSync(dir, { recursive: true });
});

function read(keyId: string) {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createGatewayClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
  return readKeyHolder({ client, stackName: 'stack', abortSignal: AbortSignal.timeout(5_000) }, keyId);
}

function make(planId: string | null, tags: Record<string, string> = {}) {
  const { id } = keys.create({ name: 'stack-one', description: '', enabled: true, tags });
  if (planId) keys.setPlan(id, planId);
  return id;
}

test('the owner and allowances of a key are read from its tags, and its plan by name', async () => {
  const id = make('p2', { owner: 'o7', domains_per_day: '2000', pages_per_day: '0' });
  expect(await read(id)).toEqual({ owner: 'o7', plan: 'pro', domainsPerDay: 2_000, pagesPerDay: 0 });
});

test('a key without tags is its own owner, with the allowance of its plan', async () => {
  const id = make('p1');
  expect(await read(id)).toEqual({ owner: id, plan: 'basic', domainsPerDay: null, pagesPerDay: null });
});

test.each(['-1', '1.5', 'many', ''])('a tag %p sets no allowance', async (tag) => {
  const id = make('p1', { domains_per_day: tag });
  expect(await read(id)).toMatchObject({ domainsPerDay: null });
});

test('plans of other stacks are ignored', async () => {
  expect((await read(make('p0'))).plan).toBeNull();
  expect((await read(make(null))).plan).toBeNull();
});

test('an unknown key is an error', async () => {
  await expect(read('unknown')).rejects.toThrow(/identifier/);
});
