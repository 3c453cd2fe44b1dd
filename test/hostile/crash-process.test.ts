import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainAnswer } from '../../functions/core/record/record.ts';
import { type Providers, startProviders } from '../../infra/sandbox/providers/server.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite, type TestSite } from '../support/site.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { type AwsCall, awsFaults, type FaultProxy, startFaultProxy } from './support-faults/fault-proxy.ts';

const DOMAIN = 'killed.attacked.test';
const QUERY = `/api/v1/seo/query?domain=${DOMAIN}`;

/** Calls at which the whole process is killed: table, operation, and its effect. */
const points = [
  ['DomainHistory', 'PutItem', 'its snapshot is written'],
  ['DomainCache', 'PutItem', 'its entry is written'],
  ['Coordination', 'DeleteItem', 'its lease is given back'],
] as const;

let title = 'before';
let site: TestSite;
let proxy: FaultProxy;
let providers: Providers;
let dataDir: string;
let runner: TestRunner;

const start = () =>
  startTestRunner({
    ...proxy.environment,
    ...providers.urls,
    LOCAL_DATA_DIR: dataDir,
    LOCAL_RESOLVE: `*.attacked.test=127.0.0.1:${site.port}`,
  });

beforeAll(async () => {
  site = await startSite(onlyHomePage(() => `<title>${title}</title><p>words of the page</p>`));
  [proxy, providers] = await Promise.all([startFaultProxy(), startProviders()]);
  dataDir = mkdtempSync(join(tmpdir(), 'killed-'));
  runner = await start();
  await answer(QUERY);
});
afterAll(async () => {
  await runner.close();
  await Promise.all([proxy.close(), providers.close(), site.close()]);
  rmSync(dataDir, { recursive: true, force: true });
});

async function answer<Data>(path: string): Promise<Data> {
  const response = await runner.get(path);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Data }).data;
}

/** Kills the runner with all its running work, as soon as the call is made. */
async function killAt(isMeant: (call: AwsCall) => boolean) {
  const killed = Promise.withResolvers<void>();
  proxy.fail((call) => {
    if (!isMeant(call)) return null;
    void runner.stop('SIGKILL').then(killed.resolve, killed.reject);
    return awsFaults.hang;
  });
  await expect(runner.get(`${QUERY}&refresh=1`)).rejects.toThrow();
  await killed.promise;
  proxy.fail(null);
}

test.each(points.slice(0, tries(2, points.length)))(
  'a process that is killed at %s %s, before %s: no data are lost, and the next refresh succeeds',
  async (table, operation, _when) => {
    const before = await answer<DomainAnswer>(QUERY);
    title = `after ${table} ${operation}`;
    await killAt((call) => call.table.includes(table) && call.operation === operation);
    runner = await start();

    const found = await answer<DomainAnswer>(QUERY);
    expect([before.page!.title, title]).toContain(found.page!.title);
    expect(found.updated_at === before.updated_at).toBe(found.page!.title === before.page!.title);
    const history = `/api/v1/seo/history?domain=${DOMAIN}`;
    const { snapshots } = await answer<{ snapshots: { captured_at: string; title: string }[] }>(history);
    expect(snapshots).toContainEqual(
      expect.objectContaining({ captured_at: found.updated_at, title: found.page!.title }),
    );

    const next = await answer<DomainAnswer>(`${QUERY}&refresh=1`);
    expect([next.cache_status, next.page!.title]).toEqual(['refreshed', title]);
    tally({
      area: 'Failing dependencies',
      what: `the process killed (SIGKILL) at ${operation} of ${table}`,
      tried: 1,
      outcome: 'nothing lost after its restart',
    });
  },
  timeLimit(60_000, 90_000),
);
