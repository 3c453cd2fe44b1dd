import { NOTFOUND } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { cancelBatch, readBatch } from '../../../functions/core/batches/read-batch.ts';
import { completePart } from '../../../functions/core/batches/complete-part.ts';
import { createBatch } from '../../../functions/core/batches/create-batch.ts';
import { readPart } from '../../../functions/core/batches/read-part.ts';
import type { BatchOptions, BatchView } from '../../../functions/core/batches/batch.ts';
import { deleteDomain } from '../../../functions/core/deletion/delete-domain.ts';
import { queryDomain } from '../../../functions/core/domains/fetch-domain.ts';
import {
  type BatchCaller,
  keyCaller,
  OPERATOR,
  operatorCaller,
} from '../../../functions/core/accounts/batch-caller.ts';
import { createFetchedHosts } from '../../../functions/core/accounts/fetched-hosts.ts';
import type { NewDelivery } from '../../../functions/core/deliveries/delivery.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import type { SourceAnswer } from '../../../functions/core/record/source-answer.ts';
import { createAllowances } from '../../../functions/core/accounts/allowances.ts';
import { createBatches } from '../../../functions/core/batches/store/batches.ts';
import { createBatchesInProgress } from '../../../functions/core/batches/store/batches-in-progress.ts';
import { keyedCallerOf } from '../../../functions/core/platform/http/caller.ts';
import { createOnceMarkers } from '../../../functions/core/platform/coordination.ts';
import { createMissingDomains } from '../../../functions/core/domains/store/missing-domains.ts';
import { createDomainCache } from '../../../functions/core/domains/store/domain-cache.ts';
import { createQueryDays } from '../../../functions/core/domains/schedule/query-days.ts';
import { createIdempotencyKeys } from '../../../functions/core/batches/idempotency-keys.ts';
import type { WorkTask } from '../../../functions/core/operations/work-tasks.ts';
import { eventOfKey } from '../../support/api-event.ts';
import { batchesTable, cacheTable, coordinationTable, historyTable, scheduleTable } from '../../support/dynamodb.ts';
import { createTestRecordServices, scriptedSource } from '../../support/record-services.ts';
import { killable } from './crash-services.ts';
import { type CrashPoint, externalCall, runUntil, type RunOutcome } from './crash.ts';

/** Time after which a message that was not processed is delivered again. */
const VISIBILITY_MS = 3 * 60_000;
/** Response time of a site. */
const SITE_MS = 3_000;
/** Maximum number of messages that are delivered twice, with several workers. */
const MOST_COPIES = 8;
const ORDER: BatchOptions = { refresh: false, fields: null, history: null, paid: true };
const OWNER = 'o1';
const plans = { basic: { domains: 100_000, pages: 0, watches: 1 }, pro: { domains: 100_000, pages: 0, watches: 1 } };

interface Message {
  task: WorkTask;
  visibleAt: number;
}

interface CreateOptions {
  idempotencyKey?: string | null;
  owner?: string;
}

/** The domains of the requests to each source. */
type Requested = Record<'site' | 'tranco' | 'paid', string[]>;

/**
 * Runs batches from the request to the end, in processes that can be killed at each call: the real stores with an
 * embedded DynamoDB, a queue that redelivers unprocessed messages, and sources that the test controls. The clock runs,
 * and each site advances it by some seconds.
 *
 * Names that begin with `gone` do not exist, the sites of those with `down` do not answer.
 */
export async function createBatchWorld() {
  const asked: Requested = { site: [], tranco: [], paid: [] };
  let clockOffsetMs = Date.parse(`${new Date().toISOString().slice(0, 10)}T06:00:00Z`) - Date.now();
  const now = () => Date.now() + clockOffsetMs;
  const address = { setting: 'TRANCO_URL', baseUrl: 'https://provider.example' } as const;
  let siteMs = SITE_MS;
  /** Returns how a call fails, by its name; `lost answer`: it is executed, but its response is lost. */
  let faultOf: (name: string) => 'failure' | 'lost answer' | null = () => null;
  const mayFail = async <Result>(name: string, call: () => Promise<Result>): Promise<Result> => {
    const fault = faultOf(name);
    if (fault === 'failure') throw new Error(`${name} failed`);
    const result = await call();
    if (fault === 'lost answer') throw new Error(`The answer to ${name} was lost`);
    return result;
  };
  /** Delays the response of a site, for tests with several workers. */
  let beforeSite: (domain: string) => Promise<void> = () => Promise.resolve();

  const answering = (
    id: keyof Requested,
    parts: Parameters<typeof scriptedSource>[0],
    answer: (of: string) => SourceAnswer,
  ) =>
    scriptedSource({
      ...parts,
      // Longer than any delay of a site in the tests, on a busy machine too.
      ...{ inlineMs: 20_000, backgroundMs: 20_000 },
      fetch: (domain) =>
        externalCall(id, async () => {
          asked[id].push(domain);
          if (id === 'site') await beforeSite(domain);
          return answer(domain);
        }),
    });
  const sources = [
    answering('site', { id: 'site', fields: ['page', 'seo_score'] }, (domain) => {
      clockOffsetMs += siteMs;
      if (domain.startsWith('down')) {
        return { status: 'error', error: { code: 'timeout', message: 'It did not answer', retryable: true } };
      }
      const page = { title: domain, http_status: 200, final_url: `https://${domain}/`, links: { total: 3 } } as never;
      return { status: 'ok', http_status: 200, sections: { page, seo_score: 90 }, keywords: [] };
    }),
    answering('tranco', { id: 'tranco', fields: ['popularity.tranco'], address }, () => ({
      status: 'ok',
      sections: { 'popularity.tranco': { rank: 7, date: '2026-11-01', rank_30d_ago: null, change_30d: null } },
    })),
    answering('paid', { id: 'dataforseo', fields: ['organic'], address, costUsd: 0.01 }, () => ({
      status: 'ok',
      sections: { organic: { etv: 1, count: 2 } as DomainRecord['organic'] },
    })),
  ];

  const opened = await createTestRecordServices(sources);
  const { db, tables } = opened;
  Object.defineProperty(opened.clock, 'now', { get: now });
  killable(tables.db);
  tables.db.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        mayFail(commandName, () => next(args)),
    { step: 'initialize', name: 'fault' },
  );
  const network = {
    resolver: (domain: string) => ({
      resolve4: (name: string) =>
        externalCall('DNS', () =>
          domain.startsWith('gone')
            ? Promise.reject(Object.assign(new Error(name), { code: NOTFOUND }))
            : Promise.resolve(['192.0.2.1']),
        ),
      cancel: () => {},
    }),
    release: () => Promise.resolve(),
  } as never;

  const messages: Message[] = [];
  const put = (tasks: WorkTask[], delayMs: number) => {
    messages.push(...tasks.map((task) => ({ task, visibleAt: now() + delayMs })));
    return Promise.resolve();
  };
  const queue = {
    send: (task: WorkTask, delayMs = 0) =>
      externalCall('SendMessage', () => mayFail('SendMessage', () => put([task], delayMs))),
    sendBatch: (tasks: WorkTask[]) =>
      externalCall('SendMessageBatch', () => mayFail('SendMessageBatch', () => put(tasks, 0))),
  };

  /** Creates the services of a new instance of a function. */
  const instance = () => {
    const batches = createBatches(db, batchesTable.name, now);
    const inProgress = createBatchesInProgress(db, batchesTable.name, now);
    const keys = createIdempotencyKeys(db, coordinationTable.name, now);
    const isReachable = () => false;
    return {
      ...opened.services,
      network,
      queue,
      batchQueue: queue,
      completionQueue: queue,
      now,
      batches,
      inProgress,
      isReachable,
      claims: createOnceMarkers(db, coordinationTable.name, now),
      allowances: createAllowances(db, coordinationTable.name, now),
      hosts: { hosts: createFetchedHosts(db, coordinationTable.name, now), isReachable, now },
      schedule: createQueryDays(db, scheduleTable.name),
      cache: createDomainCache(db, cacheTable.name),
      missing: createMissingDomains(db, coordinationTable.name, now),
      keys,
      loadQueue: () => Promise.resolve(queue),
      loadDeliveries: () => Promise.resolve(deliveries),
      deliveries,
    };
  };
  const delivered: NewDelivery[] = [];
  const deliveries = {
    add: (delivery: NewDelivery) => {
      delivered.push(delivery);
      return Promise.resolve();
    },
    requireRoom: () => Promise.resolve(),
  };
  const caller = (owner = OWNER): BatchCaller => {
    if (owner === OPERATOR) return operatorCaller;
    const holder = { owner, plan: 'pro', domainsPerDay: null, pagesPerDay: null };
    const holders = { find: () => Promise.resolve(holder), expire: () => Promise.resolve() };
    return keyCaller(keyedCallerOf(eventOfKey('key')), {
      ...{ holders, plans, now },
      allowances: createAllowances(db, coordinationTable.name, now),
    });
  };

  async function work(task: WorkTask) {
    if (task.task === 'read-batch') await readPart(task, instance());
    else if (task.task === 'complete-batch') await completePart(task, instance());
    else throw new Error(`A batch sends no ${task.task}`);
  }

  /** Receives the message that is visible first; advances the clock until it is visible. */
  function takeNext(): Message {
    const [first] = messages.toSorted((one, other) => one.visibleAt - other.visibleAt);
    clockOffsetMs += Math.max(0, first!.visibleAt - now());
    messages.splice(messages.indexOf(first!), 1);
    return first!;
  }

  return {
    asked,
    delivered,
    messages,
    now,
    sources,
    db: tables.db,
    instance,
    work,
    takeNext,
    advanceClock: (ms: number) => (clockOffsetMs += ms),
    beforeSite: (next: typeof beforeSite) => (beforeSite = next),
    siteTakes: (ms: number) => (siteMs = ms),
    fail: (next: typeof faultOf | null) => (faultOf = next ?? (() => null)),
    async create(
      domains: unknown[],
      { idempotencyKey = null, owner = OWNER, ...order }: Partial<BatchOptions> & CreateOptions = {},
    ) {
      const render = () => Promise.resolve({ isCut: false });
      const request = { ...ORDER, ...order, domains };
      return (await createBatch(request, { idempotencyKey, caller: caller(owner), render }, instance())).view;
    },
    read: (id: string): Promise<BatchView> => readBatch(id, caller(), instance()),
    cancel: (id: string): Promise<BatchView> => cancelBatch(id, caller(), instance()),
    /** Processes all messages with concurrent workers, in any order, and some of them twice. */
    async workTogether(workers: number, random: () => number): Promise<void> {
      let working = 0;
      let copies = MOST_COPIES;
      const worker = async () => {
        while (messages.length > 0 || working > 0) {
          const visible = messages.filter(({ visibleAt }) => visibleAt <= now());
          if (visible.length === 0 && working > 0) {
            await sleep(5);
            continue;
          }
          const message = visible[Math.floor(random() * visible.length)] ?? takeNext();
          const at = messages.indexOf(message);
          if (at >= 0) messages.splice(at, 1);
          if (copies > 0 && random() < 1 / 3) {
            copies -= 1;
            messages.push(message);
          }
          working += 1;
          await work(message.task).finally(() => (working -= 1));
        }
      };
      await Promise.all(Array.from({ length: workers }, worker));
    },
    query: (domain: string) => queryDomain({ domain, refresh: false, allowance: null }, instance()),
    forget: (domain: string) => {
      const others = opened.domainItems;
      const ofBatches = createBatches(db, batchesTable.name, now);
      return deleteDomain(domain, { ...instance(), domainItems: [...others, ofBatches] });
    },
    /**
     * Processes all messages, one after the other. The worker that makes the call of the crash point is killed there,
     * and its message is delivered again after the visibility timeout.
     *
     * @returns names of the calls, and whether one was killed
     */
    async workOff(point: CrashPoint | null = null): Promise<{ calls: string[]; wasKilled: boolean }> {
      const calls: string[] = [];
      let wasKilled = false;
      while (messages.length > 0) {
        const message = takeNext();
        const left: number | null = point && !wasKilled && point.call > calls.length ? point.call - calls.length : null;
        const outcome: RunOutcome<void> = await runUntil(left === null ? null : { call: left, mode: point!.mode }, () =>
          work(message.task),
        );
        if (outcome.error !== null) throw outcome.error as Error;
        if (outcome.wasKilled) messages.push({ ...message, visibleAt: now() + VISIBILITY_MS });
        wasKilled ||= outcome.wasKilled;
        calls.push(...outcome.calls);
      }
      return { calls, wasKilled };
    },
    /** Number of domains of today's allowance that are used. */
    used: async (owner = OWNER) => (await createAllowances(db, coordinationTable.name, now).used(owner)).domains,
    batchesInProgress: () => Array.fromAsync(instance().inProgress.list()),
    async record(domain: string): Promise<DomainRecord | null> {
      const entry = await opened.services.cache.read(domain, { consistent: true });
      return entry && (JSON.parse(entry.recordJson) as DomainRecord);
    },
    async history(domain: string) {
      const { Items } = await db.query({
        TableName: historyTable.name,
        KeyConditionExpression: '#domain = :domain',
        ExpressionAttributeNames: { '#domain': 'domain' },
        ExpressionAttributeValues: { ':domain': domain },
      });
      return Items!;
    },
    block: (domain: string) => opened.services.followed.block(domain),
    close: () => opened.close(),
  };
}

export type BatchWorld = Awaited<ReturnType<typeof createBatchWorld>>;
