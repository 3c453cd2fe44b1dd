import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { completePart } from '../../../functions/core/batches/complete-part.ts';
import { createBatch } from '../../../functions/core/batches/create-batch.ts';
import { openBatchServices } from '../../../functions/core/batches/open-batches.ts';
import { createBatchWorkServices } from '../../../functions/core/batches/open-batch-work.ts';
import { readPart } from '../../../functions/core/batches/read-part.ts';
import { recordSettings } from '../../../functions/core/platform/settings/settings.ts';
import { createRecordServices } from '../../../functions/core/domains/services.ts';
import { operatorCaller } from '../../../functions/core/accounts/batch-caller.ts';
import type { Source } from '../../../functions/core/sources/source.ts';
import { createSdkDynamoDB } from '../../../functions/core/platform/dynamodb/sdk-client.ts';
import type { WorkQueue, WorkTask } from '../../../functions/core/platform/queues/work-queue.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import { batchesTable, cacheTable, coordinationTable, historyTable, scheduleTable } from '../../support/dynamodb.ts';
import { keywordsTable } from '../../support/keywords.ts';
import { settingsOf } from '../../support/settings.ts';
import { type DatabaseCall, recordCalls } from '../consumed.ts';
import type { WorldReady } from '../worker/world.ts';

interface Work {
  domains: string[];
  sources: Source[];
  /** Each answer of the sites, and each call of the database, takes so long. */
  siteMs: number;
  databaseMs: number;
  /** Messages that are worked on at once. */
  workers: number;
}

export interface WorkedOff {
  calls: DatabaseCall[];
  messages: number;
  /** Time of all workers in which they read sites, and CPU of the whole. */
  readingMs: number;
  cpuMs: number;
}

/**
 * Makes a batch of new domains and works it off in this process, with the real use cases and stores. Sites and database
 * are in another process.
 */
export async function workOff({ domains, sources, siteMs, databaseMs, workers }: Work): Promise<WorkedOff> {
  const world = fork(join(import.meta.dirname, '../worker/world.ts'), [String(siteMs)]);
  const [ready] = (await once(world, 'message')) as [WorldReady];
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${ready.tablesPort}`,
    region: localRegion,
    credentials: localCredentials,
  });
  const calls = recordCalls(client, databaseMs);
  const queue = memoryQueue();
  const services = openServices(client, sources, queue, ready);
  const cpu = process.cpuUsage();
  const { view } = await createBatch(
    { domains, refresh: false, fields: null, history: null, paid: false },
    { idempotencyKey: 'bench', caller: operatorCaller, render: () => Promise.resolve({ isCut: false }) },
    services.answering,
  );
  const readingMs = await drain(queue, services.working, workers);
  const { user, system } = process.cpuUsage(cpu);
  const left = await services.answering.cache.readEntries(domains);
  if (view.batchId === null || left.size < domains.length) throw new Error(`Of the domains, ${left.size} were fetched`);
  client.destroy();
  world.kill();
  return { calls, messages: queue.sent, readingMs, cpuMs: (user + system) / 1000 };
}

type MemoryQueue = Pick<WorkQueue, 'send' | 'sendBatch'> & { tasks: WorkTask[]; sent: number };

/** Delays do not count: they are there for other batches. */
function memoryQueue(): MemoryQueue {
  const queue: MemoryQueue = {
    tasks: [],
    sent: 0,
    send: (task) => queue.sendBatch([task]),
    sendBatch(tasks) {
      queue.tasks.push(...tasks);
      queue.sent += tasks.length;
      return Promise.resolve();
    },
  };
  return queue;
}

function openServices(
  client: DynamoDBClient,
  sources: Source[],
  queue: MemoryQueue,
  { sitePort, dnsServer }: WorldReady,
) {
  const settings = settingsOf([...recordSettings, 'BATCHES_TABLE', 'WATCHES_TABLE', 'DELIVERY_QUEUE_URL'], {
    DOMAIN_CACHE_TABLE: cacheTable.name,
    DOMAIN_HISTORY_TABLE: historyTable.name,
    DOMAIN_SCHEDULE_TABLE: scheduleTable.name,
    KEYWORDS_TABLE: keywordsTable.name,
    COORDINATION_TABLE: coordinationTable.name,
    BATCHES_TABLE: batchesTable.name,
    WATCHES_TABLE: 'unused',
    DELIVERY_QUEUE_URL: 'unused',
    RESOLVE_OVERRIDES: `*.test=127.0.0.1:${sitePort}`,
    RESOLVE_DNS_SERVERS: dnsServer,
  });
  const db = createSdkDynamoDB(client);
  const records = createRecordServices(db, settings);
  const { isReachable } = records;
  const answering = {
    ...openBatchServices({ db, settings, isReachable }),
    loadQueue: () => Promise.resolve(queue),
  };
  const deliveries = { add: () => Promise.resolve() };
  const work = createBatchWorkServices({ db, settings, isReachable });
  const working = { ...records, ...work, deliveries, sources, queue, readKeys: () => Promise.resolve({}) };
  return { answering, working };
}

/** @returns the time of all workers in which they read sites */
async function drain(
  { tasks }: MemoryQueue,
  services: ReturnType<typeof openServices>['working'],
  workers: number,
): Promise<number> {
  let readingMs = 0;
  let working = 0;
  const work = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      working += 1;
      const started = performance.now();
      if (task.task === 'read-batch') await readPart(task, services);
      else if (task.task === 'complete-batch') await completePart(task, services);
      if (task.task === 'read-batch') readingMs += performance.now() - started;
      working -= 1;
    }
  };
  // A worker that finds nothing ends: whoever works on still may have sent something for it.
  while (tasks.length > 0) await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, work));
  if (working > 0) throw new Error('A worker has not ended');
  return readingMs;
}
