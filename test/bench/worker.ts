import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { siteSource } from '../../functions/core/sources/site/site.ts';
import { dayOf } from '../../functions/core/platform/time/day.ts';
import { takeSnapshot } from '../../functions/core/domains/take-snapshot.ts';
import { localCredentials, localRegion } from '../../infra/local/credentials.ts';
import { createTestRecordServices } from '../support/record-services.ts';
import { networkOf } from '../unit/platform/network/local-servers.ts';
import type { Row } from './table.ts';
import type { WorldReady } from './worker/world.ts';
import { testTables } from '../support/dynamodb.ts';

const DOMAINS = [100, 1_000];
/** As many as the event source invokes concurrently. */
const AT_ONCE = 10;

const WARM_UP = 50;

/** Measures a snapshot with a real crawl in the worker, with the site and the database in another process. */
export async function benchWorker(): Promise<Row[]> {
  const [few, many] = [await runOnce(DOMAINS[0]!), await runOnce(DOMAINS[1]!)];
  return [
    { what: `worker, ${DOMAINS[0]} domains: CPU per snapshot`, samples: [few.cpuMs], unit: 'ms' },
    { what: `worker, ${DOMAINS[1]} domains: CPU per snapshot`, samples: [many.cpuMs], unit: 'ms' },
    { what: `worker, ${DOMAINS[1]} domains: snapshots per second`, samples: [many.perSecond], unit: 'count' },
    {
      what: 'worker: CPU per snapshot, many / few domains',
      samples: [many.cpuMs / few.cpuMs],
      unit: 'ratio',
      goal: 1.2,
    },
  ];
}

async function runOnce(domains: number) {
  const world = fork(join(import.meta.dirname, 'worker/world.ts'));
  const [{ tablesPort, sitePort }] = (await once(world, 'message')) as [WorldReady];
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${tablesPort}`,
    region: localRegion,
    credentials: localCredentials,
  });
  const tables = testTables(client, () => Promise.resolve(client.destroy()));
  const { services } = await createTestRecordServices([siteSource], { tables, maxFollowed: domains + WARM_UP });
  services.network = networkOf({ '*.test': sitePort });
  const domainOf = (index: number) => `site-${index}.test`;
  const take = (index: number) => takeSnapshot({ task: 'snapshot', domain: domainOf(index), attempt: 0 }, services);
  // Only followed domains have snapshots.
  for (let index = 0; index < domains + WARM_UP; index += 1)
    await services.followed.follow(domainOf(index), Date.now());
  // Warm-up: the first snapshots load and compile code.
  for (let index = 0; index < WARM_UP; index += 1) await take(domains + index);

  let next = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  const worker = async () => {
    while (next < domains) await take(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  const taken = await services.snapshots.has(domainOf(domains - 1), dayOf(services.now()));
  if (!taken) throw new Error('The last domain has no snapshot');
  await tables.close();
  world.kill();
  return { cpuMs: (user + system) / 1000 / domains, perSecond: domains / seconds };
}
