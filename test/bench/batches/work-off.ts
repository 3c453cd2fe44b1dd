import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { completePart } from '../../../functions/core/batches/complete-part.ts';
import { createBatch } from '../../../functions/core/batches/create-batch.ts';
import { createBatchServices } from '../../../functions/core/batches/batches-endpoint.ts';
import {
  createCompletionServices,
  createReadingServices,
} from '../../../functions/core/batches/batch-work-services.ts';
import { readPart } from '../../../functions/core/batches/read-part.ts';
import { recordSettings } from '../../../functions/core/domains/settings.ts';
import { batchSettings, completionSettings } from '../../../functions/core/batches/settings.ts';
import { createRecordServices } from '../../../functions/core/domains/services.ts';
import { operatorCaller } from '../../../functions/core/accounts/batch-caller.ts';
import type { Source } from '../../../functions/core/sources/source.ts';
import { createSdkDynamoDB } from '../../../functions/core/platform/dynamodb/sdk-client.ts';
import type { WorkTask } from '../../../functions/core/operations/work-tasks.ts';
import type { TaskQueue } from '../../../functions/core/platform/queues/task-queue.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import { batchesTable, cacheTable, coordinationTable, historyTable, scheduleTable } from '../../support/dynamodb.ts';
import { keywordsTable } from '../../support/keywords.ts';
import { settingsOf } from '../../support/settings.ts';
import { type DatabaseCall, recordCalls } from '../consumed.ts';
import type { WithMiddleware } from '../../support/in-process-dynamodb.ts';
import type { WorldReady } from '../worker/world.ts';

interface Work {
  domains: string[];
  sources: Source[];
  /** Latency of the sites, and of the database. */
  siteMs: number;
  databaseMs: number;
  /** Number of messages that are processed concurrently. */
  workers: number;
}

export interface WorkedOff {
  calls: DatabaseCall[];
  messages: number;
  /** The work on the messages of each stage, summed over the workers. */
  stages: Record<Stage, StageWork>;
}

type Stage = 'reading' | 'completing';

interface StageWork {
  ms: number;
  /** CPU time of all threads; if there are several workers, that of others is contained. */
  cpuMs: number;
}

/**
 * Creates a batch of new domains and processes it in this process, with the real use cases and stores. Sites and
 * database are in another process.
 */
export async function workOff({ domains, sources, siteMs, databaseMs, workers }: Work): Promise<WorkedOff> {
  const world = fork(join(import.meta.dirname, '../worker/world.ts'), [String(siteMs)]);
  const [ready] = (await once(world, 'message')) as [WorldReady];
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${ready.tablesPort}`,
    region: localRegion,
    credentials: localCredentials,
  });
  const calls = recordCalls(client as unknown as WithMiddleware, databaseMs);
  const queue = memoryQueue();
  const services = createServices(client, sources, queue, ready);
  const { view } = await createBatch(
    { domains, refresh: false, fields: null, history: null, paid: false },
    { idempotencyKey: 'bench', caller: operatorCaller, render: () => Promise.resolve({ isCut: false }) },
    services.answering,
  );
  const stages = await drain(queue, services.working, workers);
  const left = await services.answering.cache.readEntries(domains);
  if (view.batchId === null || left.size < domains.length) throw new Error(`Of the domains, ${left.size} were fetched`);
  client.destroy();
  world.kill();
  return { calls, messages: queue.sent, stages };
}

type MemoryQueue = TaskQueue<WorkTask> & { tasks: WorkTask[]; sent: number };

/** Ignores delays, which only give other batches precedence. */
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

function createServices(
  client: DynamoDBClient,
  sources: Source[],
  queue: MemoryQueue,
  { sitePort, dnsServer }: WorldReady,
) {
  const settings = settingsOf(
    { ...recordSettings, ...batchSettings, ...completionSettings },
    {
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
      // It has no rank for any domain.
      TRANCO_URL: 'http://tranco.test',
    },
  );
  const db = createSdkDynamoDB(client);
  const records = createRecordServices(db, settings);
  const { isReachable } = records;
  const answering = {
    ...createBatchServices({ db, settings, isReachable }),
    loadQueue: () => Promise.resolve(queue),
  };
  const deliveries = { add: () => Promise.resolve() };
  const work = { ...createReadingServices({ db, settings, isReachable }), ...createCompletionServices(db, settings) };
  const queues = { queue, batchQueue: queue, completionQueue: queue };
  const working = { ...records, ...work, ...queues, deliveries, sources, readKeys: () => Promise.resolve({}) };
  return { answering, working };
}

async function drain(
  { tasks }: MemoryQueue,
  services: ReturnType<typeof createServices>['working'],
  workers: number,
): Promise<WorkedOff['stages']> {
  const stages = { reading: { ms: 0, cpuMs: 0 }, completing: { ms: 0, cpuMs: 0 } };
  let working = 0;
  const work = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      working += 1;
      const started = performance.now();
      const cpu = process.cpuUsage();
      if (task.task === 'read-batch') await readPart(task, services);
      else if (task.task === 'complete-batch') await completePart(task, services);
      else throw new Error(`A batch sends no ${task.task}`);
      const { user, system } = process.cpuUsage(cpu);
      const stage = stages[task.task === 'read-batch' ? 'reading' : 'completing'];
      stage.ms += performance.now() - started;
      stage.cpuMs += (user + system) / 1_000;
      working -= 1;
    }
  };
  // A worker without a message ends, although running ones may still send messages: new workers process these.
  while (tasks.length > 0) await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, work));
  if (working > 0) throw new Error('A worker has not ended');
  return stages;
}
