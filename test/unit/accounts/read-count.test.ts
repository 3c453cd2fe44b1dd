import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGatewayClient } from '../../../functions/core/accounts/control-plane.ts';
import { createPlanUsage } from '../../../functions/core/accounts/plan-usage.ts';
import { createCountReader } from '../../../functions/core/accounts/read-count.ts';
import { answerGatewayControl } from '../../../infra/local/aws/api-gateway.ts';
import { type ApiKeys, createApiKeys } from '../../../infra/local/api-keys.ts';
import type { UsagePlanModel } from '../../../infra/local/template/service-model.ts';
import { coordinationTable, openTables, type TestTables } from '../../support/dynamodb.ts';

const NOW = Date.parse('2026-11-03T12:00:00Z');
const table = coordinationTable.name;
const limits = { requestsPerSecond: 1, burst: 60, monthlyQuota: 100 };
const plans: UsagePlanModel[] = [
  { id: 'p1', name: 'stack-basic', ...limits },
  { id: 'p2', name: 'stack-pro', ...limits, monthlyQuota: 900 },
];
let dir: string;
let keys: ApiKeys;
let server: Server;
let tables: TestTables;
let requests: string[];
let now: number;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'counts-'));
  const file = join(dir, 'keys.json');
  writeFileSync(file, JSON.stringify(manyKeys()));
  keys = createApiKeys(file, { lagMs: 60_000 });
  server = createServer((request, response) => {
    requests.push(request.url!);
    answerGatewayControl(keys, plans)(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  tables = await openTables(coordinationTable);
});
beforeEach(() => {
  requests = [];
  now = NOW;
});
afterAll(async () => {
  server.close();
  await tables.close();
  rmSync(dir, { recursive: true });
});

/** 1,200 keys on one plan in the runner, with a request each. */
function manyKeys() {
  const ids = Array.from({ length: 1_200 }, (_, index) => `key${index}`);
  const about = { description: '', enabled: true, planId: 'p1', createdAt: '', updatedAt: '', tags: {} };
  return {
    keys: ids.map((id) => ({ id, name: `stack-${id}`, value: id, ...about })),
    usage: Object.fromEntries(ids.map((id) => [id, { '2026-11-02': 1 }])),
  };
}

/** Reader of an instance. */
function reader() {
  const gateway = createGatewayClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  return createCountReader({ gateway, db: tables.db, table, stackName: 'stack', now: () => now });
}

test('one of many concurrent callers reads the count of all keys of a plan, page by page, and stores it for the others', async () => {
  const counts = await Promise.all(Array.from({ length: 10 }, () => reader()('basic')));
  const [count, ...more] = counts.filter((one) => one !== null);
  expect(more).toEqual([]);
  expect(Object.keys(count!.keys)).toHaveLength(1_200);
  expect(requests.filter((url) => url.includes('/usage?'))).toHaveLength(3);
  const id = 'key1100';
  const expected = { limits, readAt: NOW };
  expect(count).toMatchObject({ ...expected, keys: { [id]: { days: [0, 1, 0], remaining: 99 } } });
  const stored = await createPlanUsage(tables.db, table, () => now).read('basic', id);
  expect(stored).toMatchObject({ ...expected, keys: { [id]: { days: [0, 1, 0], remaining: 99 } } });
});

test('an unused plan has its limits, and an unknown one is an error', async () => {
  now += 60_000;
  expect(await reader()('pro')).toMatchObject({ limits: { monthlyQuota: 900 }, keys: {} });
  await expect(reader()('gold')).rejects.toThrow();
});
