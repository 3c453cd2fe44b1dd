import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { BatchOptions, BatchView } from '../../../functions/core/batches/batch.ts';
import { completePart } from '../../../functions/core/batches/complete-part.ts';
import { createBatch } from '../../../functions/core/batches/create-batch.ts';
import { cancelBatch, readBatch } from '../../../functions/core/batches/read-batch.ts';
import { DOMAINS_AT_ONCE, readPart } from '../../../functions/core/batches/read-part.ts';
import { OPERATOR, operatorCaller } from '../../../functions/core/accounts/batch-caller.ts';
import type { NewDelivery } from '../../../functions/core/deliveries/delivery.ts';
import { createAllowances } from '../../../functions/core/accounts/allowances.ts';
import { createFetchedHosts } from '../../../functions/core/accounts/fetched-hosts.ts';
import { createBatches } from '../../../functions/core/batches/store/batches.ts';
import { createBatchesInProgress } from '../../../functions/core/batches/store/batches-in-progress.ts';
import { createDomainCache } from '../../../functions/core/domains/store/domain-cache.ts';
import { createIdempotencyKeys } from '../../../functions/core/batches/idempotency-keys.ts';
import { createMissingDomains } from '../../../functions/core/domains/store/missing-domains.ts';
import { createOnceMarkers } from '../../../functions/core/platform/coordination.ts';
import type { CompleteBatchTask, ReadBatchTask } from '../../../functions/core/batches/tasks.ts';
import type { WorkTask } from '../../../functions/core/operations/work-tasks.ts';
import type { DomainRecord } from '../../../functions/core/record/record.ts';
import { batchesTable, cacheTable, coordinationTable } from '../../support/dynamodb.ts';
import { createTestRecordServices, type ScriptedSource, scriptedSource } from '../../support/record-services.ts';

const page = { http_status: 200, final_url: 'https://a.com/', title: 'A', links: { total: 1 } } as DomainRecord['page'];
/** Durations of fetching a site, and of requesting a source with a rate limit. */
const SITE_MS = 2_000;
const SOURCE_MS = 4_000;
/** Domains that one message fetches. On this clock, the sites take their time one after the other. */
const A_SLICE = DOMAINS_AT_ONCE * Math.ceil(20_000 / (DOMAINS_AT_ONCE * SITE_MS));

let opened: Awaited<ReturnType<typeof createTestRecordServices>>;
let site: ScriptedSource;
let tranco: ScriptedSource;
let services: ReturnType<typeof servicesOf>;
let delivered: NewDelivery[] = [];

function servicesOf({ services: records, queue, db, clock }: typeof opened) {
  const now = () => clock.now;
  const inProgress = createBatchesInProgress(db, batchesTable.name, now);
  const keys = createIdempotencyKeys(db, coordinationTable.name, now);
  const deliveries = {
    add: (delivery: NewDelivery) => {
      delivered.push(delivery);
      return Promise.resolve();
    },
    requireRoom: () => Promise.resolve(),
  };
  return {
    ...records,
    batchQueue: queue,
    completionQueue: queue,
    cache: createDomainCache(db, cacheTable.name),
    missing: createMissingDomains(db, coordinationTable.name, now),
    batches: createBatches(db, batchesTable.name, now),
    inProgress,
    claims: createOnceMarkers(db, coordinationTable.name, now),
    allowances: createAllowances(db, coordinationTable.name, now),
    hosts: { hosts: createFetchedHosts(db, coordinationTable.name, now), isReachable: () => true, now },
    deliveries,
    loadDeliveries: () => Promise.resolve(deliveries),
    keys,
    loadQueue: () => Promise.resolve(queue),
    isReachable: () => false,
  };
}

beforeEach(async () => {
  const takes = (ms: number) => {
    opened.clock.now += ms;
  };
  site = scriptedSource({
    id: 'site',
    fields: ['page', 'seo_score'],
    answer: () => {
      takes(SITE_MS);
      return { status: 'ok', sections: { page, seo_score: 90 } };
    },
  });
  tranco = scriptedSource({
    id: 'tranco',
    fields: ['popularity.tranco'],
    address: { setting: 'TRANCO_URL', baseUrl: 'https://provider.example' },
    answer: () => {
      takes(SOURCE_MS);
      return { status: 'empty' };
    },
  });
  const dns = scriptedSource({ id: 'dns', fields: ['dns'], answer: () => ({ status: 'ok', sections: {} }) });
  opened = await createTestRecordServices([site, dns, tranco]);
  services = servicesOf(opened);
  delivered = [];
});
afterEach(() => opened.close());

const ORDER: BatchOptions = { refresh: false, fields: 'seo_score', history: null, paid: false };
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}.com`);

async function make(domains: string[], options: Partial<BatchOptions> = {}): Promise<BatchView> {
  const render = () => Promise.resolve({ isCut: false });
  const request = { ...ORDER, ...options, domains };
  const { view } = await createBatch(request, { idempotencyKey: null, caller: operatorCaller, render }, services);
  return view;
}
const batchesInProgress = () => Array.fromAsync(services.inProgress.list());
const currentState = (id: string) => readBatch(id, operatorCaller, services);
const pendingOf = ({ rows }: BatchView) => rows.filter(({ status }) => status === 'pending').length;

interface Waiting {
  task: WorkTask;
  at: number;
}

/** Messages of the queue, with the time from which they are delivered. */
let waiting: Waiting[];
beforeEach(() => {
  waiting = [];
});

function collect() {
  waiting.push(...opened.sent.splice(0).map(({ task, delayMs }) => ({ task, at: opened.clock.now + delayMs })));
}

/** Processes messages one after the other, like one worker, until `isDone`. */
async function work(isDone: () => boolean | Promise<boolean> = () => false): Promise<void> {
  for (;;) {
    collect();
    const [next] = waiting.toSorted((one, other) => one.at - other.at);
    if (!next || (await isDone())) return;
    waiting.splice(waiting.indexOf(next), 1);
    opened.clock.now = Math.max(opened.clock.now, next.at);
    await perform(next.task);
  }
}

async function perform(task: WorkTask): Promise<void> {
  if (task.task === 'read-batch') return readPart(task satisfies ReadBatchTask, services);
  if (task.task === 'complete-batch') return completePart(task satisfies CompleteBatchTask, services);
}

test('a batch fetches the sites of all domains first, then each source with a rate limit once', async () => {
  const { batchId } = await make(names('d', 30));
  await work(() => site.requests === 30);
  expect([site.requests, tranco.requests]).toEqual([30, 0]);
  await work();
  expect([site.requests, tranco.requests]).toEqual([30, 30]);
  const { rows, entries } = await currentState(batchId!);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['done']));
  expect([...entries.values()].every(({ recordJson }) => recordJson.startsWith('{"complete":true'))).toBe(true);
  expect(await batchesInProgress()).toEqual([]);
});

test('a message occupies a worker for some seconds only', async () => {
  await make(names('d', 125));
  collect();
  const before = opened.clock.now;
  await perform(waiting.shift()!.task);
  expect(opened.clock.now - before).toBeLessThanOrEqual(20_000 + DOMAINS_AT_ONCE * SITE_MS);
  expect(opened.sent).toMatchObject([{ task: { task: 'read-batch', part: 0, from: A_SLICE }, delayMs: 0 }]);
});

test('a small batch finishes before a large one that was created earlier', async () => {
  const large = await make(names('large', 90));
  await work(() => site.requests >= 10);
  const before = site.requests;
  const small = await make(names('small', 10));
  let isSmallDone = false;
  await work(async () => (isSmallDone = pendingOf(await currentState(small.batchId!)) === 0));
  expect(isSmallDone).toBe(true);
  // The earlier messages are one slice each; then the small batch is served.
  expect(site.requests - before - 10).toBeLessThanOrEqual(4 * A_SLICE + 10);
  expect(pendingOf(await currentState(large.batchId!))).toBeGreaterThan(20);
});

test('a large batch continues when many small ones are created', async () => {
  const large = await make(names('large', 60));
  let created = 0;
  await work(async () => {
    if ((await batchesInProgress()).length < 3) await make(names(`small${(created += 1)}x`, 5));
    collect();
    return created > 12 || pendingOf(await currentState(large.batchId!)) === 0;
  });
  expect(pendingOf(await currentState(large.batchId!))).toBeLessThan(60 - created);
});

test('the sources of a small batch are requested before the remaining ones of a large one', async () => {
  await make(names('large', 40));
  await work(() => tranco.requests >= 8);
  const before = tranco.requests;
  const small = await make(names('small', 4));
  const isComplete = async () => {
    const { entries } = await currentState(small.batchId!);
    return (
      entries.size === 4 && [...entries.values()].every(({ recordJson }) => recordJson.includes('"complete":true'))
    );
  };
  await work(isComplete);
  expect(tranco.requests - before - 4).toBeLessThan(24);
  expect(tranco.requests).toBeLessThan(44);
  await work();
  expect(tranco.requests).toBe(44);
});

describe('the end of a batch with a receiver', () => {
  const deliver = 'https://hooks.example/batches';
  const states = () => delivered.map(({ body }) => (JSON.parse(body) as { data: { status: string } }).data.status);

  test('is sent once to it, signed for the owner', async () => {
    const { batchId } = await make(names('d', 3), { deliver });
    expect(delivered).toEqual([]);
    await work();
    expect(delivered.map(({ id, url, signer }) => ({ id, url, signer }))).toEqual([
      { id: `batch_${batchId}`, url: deliver, signer: { owner: OPERATOR, watch: null } },
    ]);
    expect(states()).toEqual(['done']);
  });

  test('is sent when everything is cached', async () => {
    await make(names('d', 3));
    await work();
    const { batchId } = await make(names('d', 3), { deliver });
    expect([batchId === null, states()]).toEqual([false, ['done']]);
  });

  test('is sent when it is cancelled', async () => {
    const { batchId } = await make(names('d', 20), { deliver });
    await cancelBatch(batchId!, operatorCaller, services);
    await work();
    expect(states()).toEqual(['cancelled']);
  });
});

describe('a cancellation', () => {
  test('stops requests to the sources with a rate limit', async () => {
    const { batchId } = await make(names('d', 20));
    await work(() => tranco.requests >= 4);
    await cancelBatch(batchId!, operatorCaller, services);
    await work();
    expect(tranco.requests).toBeLessThanOrEqual(12);
    expect(await batchesInProgress()).toEqual([]);
  });
});

test('a batch whose messages were lost is restarted when it is read an hour later', async () => {
  const { batchId } = await make(names('d', 4));
  opened.sent.splice(0);
  opened.clock.now += 30 * 60_000;
  await currentState(batchId!);
  expect(opened.sent).toEqual([]);
  opened.clock.now += 31 * 60_000;
  await currentState(batchId!);
  await currentState(batchId!);
  expect(opened.sent).toMatchObject([{ task: { task: 'read-batch', part: 0 } }]);
  await work();
  expect(pendingOf(await currentState(batchId!))).toBe(0);
});

test('a failing site becomes a failed row with the known data, and a later batch retries it when that is due', async () => {
  const works = site.answer;
  site.answer = () => ({
    status: 'error',
    exists: true,
    error: { code: 'http_503', message: 'The site answered 503', retryable: true },
  });
  const { batchId } = await make(['a.com']);
  await work();
  const { rows, entries } = await currentState(batchId!);
  expect(rows[0]).toMatchObject({ status: 'failed', error: { code: 'http_503', retryable: true } });
  expect(entries.has('a.com')).toBe(true);
  const soon = await make(['a.com']);
  expect([soon.batchId, soon.rows[0]!.status]).toEqual([null, 'failed']);
  site.answer = works;
  opened.clock.now += 20 * 60_000;
  const later = await make(['a.com']);
  expect(later.rows[0]!.status).toBe('pending');
  await work();
  expect((await currentState(later.batchId!)).rows[0]).toMatchObject({ status: 'done', error: null });
  expect((await currentState(batchId!)).rows[0]).toMatchObject({ status: 'done' });
});

describe('a site whose failure is not retryable', () => {
  const error = { code: 'robots_disallowed', message: 'robots.txt disallows this address', retryable: false };
  const refuses = (): ReturnType<ScriptedSource['answer']> => ({ status: 'blocked', exists: true, error });

  test('becomes a failed row, and a failed row of later batches without another request', async () => {
    site.answer = refuses;
    const { batchId } = await make(['a.com']);
    await work();
    expect((await currentState(batchId!)).rows).toMatchObject([{ status: 'failed', error }]);
    const later = await make(['a.com']);
    expect([later.batchId, later.rows[0], site.requests]).toMatchObject([null, { status: 'failed', error }, 1]);
  });

  test('becomes a failed row of a refreshing batch, though its earlier page is known', async () => {
    await make(['a.com']);
    await work();
    opened.clock.now += 1_000;
    site.answer = refuses;
    const { batchId } = await make(['a.com'], { refresh: true });
    await work();
    expect((await currentState(batchId!)).rows).toMatchObject([{ status: 'failed', error }]);
    expect((await make(['a.com'])).rows).toMatchObject([{ status: 'done', error: null }]);
  });

  test('leaves a failed row if the operator has disabled the site as a source', async () => {
    const disabled = { code: 'disabled', message: 'The operator has disabled this source', retryable: false };
    site.answer = () => ({ status: 'skipped', exists: true, error: disabled });
    tranco.answer = () => ({ status: 'ok', sections: {} });
    const { batchId } = await make(['a.com']);
    await work();
    expect((await currentState(batchId!)).rows).toMatchObject([{ status: 'failed', error: disabled }]);
  });
});

test('a later failure of a site does not change the row of a batch that has refreshed it', async () => {
  const { batchId } = await make(['a.com'], { refresh: true });
  await work();
  opened.clock.now += 1_000;
  site.answer = () => ({
    status: 'timeout',
    exists: true,
    error: { code: 'timeout', message: 'The host did not answer in time', retryable: true },
  });
  await make(['a.com'], { refresh: true });
  await work();
  expect((await currentState(batchId!)).rows).toMatchObject([{ status: 'done', error: null }]);
});

test('a refreshing batch is done by a page without its sitemap', async () => {
  const error = { code: 'sitemap_unreachable', message: 'The sitemap could not be fetched', retryable: true };
  site.answer = () => ({ status: 'partial', sections: { page, seo_score: 90 }, error });
  const { batchId } = await make(['a.com'], { refresh: true });
  await work();
  expect((await currentState(batchId!)).rows).toMatchObject([{ status: 'done', error: null }]);
});

test('a refreshing batch is not done by records that were stored before it', async () => {
  await make(['a.com']);
  await work();
  opened.clock.now += 1_000;
  const { batchId } = await make(['a.com', 'a.com'], { refresh: true });
  expect(pendingOf(await currentState(batchId!))).toBe(2);
  await work();
  expect(site.requests).toBe(2);
  expect(pendingOf(await currentState(batchId!))).toBe(0);
});

test('a name that is known not to exist creates no batch unless refresh is requested', async () => {
  await services.missing.add('gone.com', 86_400_000);
  const known = await make(['gone.com', 'gone.com']);
  expect([known.batchId, ...known.rows.map(({ status }) => status)]).toEqual([null, 'not_found', 'not_found']);
  expect(known.rows[0]!.error).toMatchObject({ code: 'domain_not_found', retryable: false });
  expect((await make(['gone.com'], { refresh: true })).rows[0]!.status).toBe('pending');
  opened.clock.now += 86_400_000;
  expect((await make(['gone.com'])).rows[0]!.status).toBe('pending');
});

describe('duplicate messages', () => {
  test('are not multiplied when a batch waits for another', async () => {
    const waitingFor = await services.leases.acquire('sources of batches');
    const { batchId } = await make(names('d', 4));
    await work(() => waiting.some(({ task }) => task.task === 'complete-batch'));
    const [message] = waiting;
    waiting = [message!, { ...message! }, { ...message! }];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const [next] = waiting.toSorted((one, other) => one.at - other.at);
      opened.clock.now = Math.max(opened.clock.now, next!.at);
      waiting.splice(waiting.indexOf(next!), 1);
      // Another caller holds the lease all the time.
      await services.leases.renew('sources of batches', waitingFor!);
      await perform(next!.task);
      collect();
    }
    expect(waiting).toHaveLength(1);
    await services.leases.release('sources of batches', waitingFor!);
    await work();
    expect(pendingOf(await currentState(batchId!))).toBe(0);
    expect(tranco.requests).toBe(4);
  });
});

test('a paid source is requested once when the worker was killed before its answer was stored', async () => {
  const paid = scriptedSource({
    id: 'dataforseo',
    fields: ['organic', 'paid'],
    costUsd: 0.01,
    address: { setting: 'DATAFORSEO_URL', baseUrl: 'https://provider.example' },
    answer: () => ({ status: 'empty' }),
  });
  opened.services.sources.push(paid);
  await make(['a.com'], { paid: true });
  await work(() => waiting.some(({ task }) => task.task === 'complete-batch'));
  const task = waiting[0]!.task as CompleteBatchTask;
  const amend = services.cache.amend.bind(services.cache);
  services.cache.amend = () => Promise.reject(new Error('killed'));
  await perform(task);
  services.cache.amend = amend;
  // The leases of the killed worker have expired.
  opened.clock.now += 180_000;
  const createdAt = opened.clock.now;
  await services.inProgress.take({ id: task.batchId, owner: OPERATOR, stage: 'completing', fetches: 1, createdAt });
  await perform(task);
  expect([paid.requests, tranco.requests]).toEqual([1, 2]);
});
