import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { OPERATOR } from '../../../functions/core/accounts/batch-caller.ts';
import { resumeBatches } from '../../../functions/core/batches/resume-batches.ts';
import { yieldMs } from '../../../functions/core/batches/start-work.ts';
import { newBatchId } from '../../../functions/core/batches/store/item.ts';
import {
  createBatchesInProgress,
  MAX_BATCHES_IN_PROGRESS,
  type BatchInProgress,
} from '../../../functions/core/batches/store/batches-in-progress.ts';
import { CONDITION_FAILED, type DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { recordCalls } from '../../bench/consumed.ts';
import { createBatchWorld } from '../../hostile/support-faults/batch-world.ts';
import { crashPoints, runUntil } from '../../hostile/support-faults/crash.ts';
import { batchesTable, createTestTables } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Owner of the requests of the tests. */
const OWNER = 'o1';
const FULL = { kind: 'batches_full', status: 409, retryable: true, values: { max: MAX_BATCHES_IN_PROGRESS } };

const world = useFresh(() => createBatchWorld());
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void jest.restoreAllMocks());

/** Puts batches on the list of an owner. */
async function fill(count: number, owner = OWNER): Promise<BatchInProgress[]> {
  const createdAt = world.now();
  const batches = Array.from({ length: count }, (): BatchInProgress => {
    return { id: newBatchId(createdAt), owner, stage: 'reading', fetches: 1_000, createdAt };
  });
  for (const batch of batches) expect(await world.instance().inProgress.take(batch)).toBe(true);
  return batches;
}

function resume() {
  const { batches, inProgress, batchQueue, completionQueue } = world.instance();
  return resumeBatches({ batches, batchesInProgress: inProgress, batchQueue, completionQueue, now: world.now });
}

const slotsOf = async (owner = OWNER) =>
  (await world.batchesInProgress()).filter((batch) => batch.owner === owner).length;

describe('an owner with the maximum number of batches in progress', () => {
  test('is refused another one, which counts nothing, and does not affect others', async () => {
    await fill(MAX_BATCHES_IN_PROGRESS);
    await expect(world.create(['a.com', 'b.com'])).rejects.toMatchObject(FULL);
    await expect(world.create(['a.com'], { idempotencyKey: 'k' })).rejects.toMatchObject(FULL);
    expect([await world.used(), await slotsOf(), world.messages]).toEqual([0, MAX_BATCHES_IN_PROGRESS, []]);
    const { batchId } = await world.create(['a.com'], { owner: 'o2' });
    expect(batchId).not.toBeNull();
  });

  test('is the operator, too', async () => {
    await fill(MAX_BATCHES_IN_PROGRESS, OPERATOR);
    await expect(world.create(['a.com'], { owner: OPERATOR })).rejects.toMatchObject(FULL);
  });

  test('gets batches that have nothing to fetch', async () => {
    await fill(MAX_BATCHES_IN_PROGRESS);
    const { batchId } = await world.create(['no domain'], { deliver: 'https://hooks.example/batches' });
    expect([batchId === null, world.delivered.length]).toEqual([false, 1]);
  });

  test('has exactly this number after many concurrent requests', async () => {
    const requests = Array.from({ length: 40 }, (_, index) => world.create([`d${index}.com`]));
    const results = await Promise.allSettled(requests);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    expect(refusals).toHaveLength(20);
    for (const refusal of refusals) expect(refusal).toMatchObject(FULL);
    expect([await slotsOf(), await world.used()]).toEqual([20, 20]);
  });
});

describe('1,000 batches of 50 owners in progress', () => {
  const OWNERS = 50;
  beforeEach(async () => {
    await Promise.all(Array.from({ length: OWNERS }, (_, index) => fill(MAX_BATCHES_IN_PROGRESS, `owner${index}`)));
  });

  test('are all listed, and another owner can create one', async () => {
    expect(await world.batchesInProgress()).toHaveLength(OWNERS * MAX_BATCHES_IN_PROGRESS);
    const { batchId } = await world.create(['a.com']);
    const listed = await world.batchesInProgress();
    expect(listed).toHaveLength(OWNERS * MAX_BATCHES_IN_PROGRESS + 1);
    await expect(world.create(['a.com'], { owner: 'owner7' })).rejects.toMatchObject(FULL);
    await world.workOff();
    expect((await world.read(batchId!)).rows).toMatchObject([{ status: 'done' }]);
    expect(await slotsOf()).toBe(0);
  });

  test('cost a message of a worker few capacity units', async () => {
    const calls = recordCalls(world.db);
    const unitsOf = async (work: () => Promise<unknown>) => {
      calls.length = 0;
      await work();
      return calls.reduce((sum, { readUnits }) => sum + readUnits, 0);
    };
    const { inProgress } = world.instance();
    const batch = { id: newBatchId(world.now()), owner: OWNER, createdAt: new Date(world.now()).toISOString() };
    // The first one reads the whole list.
    expect(await unitsOf(() => yieldMs({ ...batch, fetches: 1 }, { inProgress }))).toBeLessThanOrEqual(12);
    expect(calls.length).toBeLessThanOrEqual(2);
    await Promise.all(Array.from({ length: OWNERS }, (_, index) => fill(MAX_BATCHES_IN_PROGRESS, `another${index}`)));
    // The others read a page of it, however many there are.
    expect(await unitsOf(() => yieldMs({ ...batch, fetches: 1_001 }, { inProgress }))).toBeLessThanOrEqual(12);
    expect(calls).toHaveLength(1);
    const entry = { ...batch, fetches: 1, stage: 'reading' as const, createdAt: world.now() };
    await inProgress.take(entry);
    expect(await unitsOf(() => inProgress.has(entry))).toBe(1);
  });
});

describe('a slot is free again', () => {
  beforeEach(() => fill(MAX_BATCHES_IN_PROGRESS - 1));
  afterEach(async () => {
    await world.create(['next.com']);
    expect(await slotsOf()).toBe(MAX_BATCHES_IN_PROGRESS);
  });
  const isFull = () => expect(world.create(['next.com'])).rejects.toMatchObject(FULL);

  test('when a batch is done', async () => {
    await world.create(['a.com', 'b.com']);
    await isFull();
    await world.workOff();
  });

  test('when a batch is cancelled, without a wait for other batches', async () => {
    const { batchId } = await world.create(Array.from({ length: 100 }, (_, index) => `d${index}.com`));
    await world.cancel(batchId!);
    // A smaller batch is served first, and another one requests sources.
    await world.instance().inProgress.take({ ...(await fill(1, 'o2'))[0]!, fetches: 1 });
    await world.instance().leases.acquire('sources of batches');
    const before = world.now();
    const messages = world.messages.length;
    while (world.messages.length > 0) {
      const { task, visibleAt } = world.takeNext();
      expect(visibleAt).toBeLessThan(before + 10_000);
      await world.work(task);
    }
    expect([messages > 0, world.asked.site]).toEqual([true, []]);
  });

  test('when a batch is cancelled while its sources are requested', async () => {
    const { batchId } = await world.create(['a.com']);
    await world.work(world.takeNext().task);
    expect(world.messages.map(({ task }) => task.task)).toEqual(['complete-batch']);
    await world.instance().leases.acquire('sources of batches');
    await world.cancel(batchId!);
    await world.work(world.takeNext().task);
    expect([world.messages, world.asked.tranco]).toEqual([[], []]);
  });

  test('when a batch is stopped', async () => {
    await world.create(['a.com']);
    world.messages.length = 0;
    world.advanceClock(2 * DAY_MS);
    await resume();
    await world.workOff();
    expect(world.asked.site).toEqual([]);
    await fill(MAX_BATCHES_IN_PROGRESS - 1);
  });

  test.each(['BatchWriteItemCommand', 'SendMessageBatch'])('when its creation fails at %s', async (failing) => {
    world.fail((name) => (name === failing ? 'failure' : null));
    await expect(world.create(['a.com'])).rejects.toThrow(`${failing} failed`);
    world.fail(null);
    expect([await slotsOf(), await world.used()]).toEqual([MAX_BATCHES_IN_PROGRESS - 1, 0]);
  });

  test('when the allowance of the day is used up', async () => {
    await world.instance().allowances.take(OWNER, 'domains', 100_000, 100_000);
    const { batchId } = await world.create(['a.com'], { deliver: 'https://hooks.example/batches' });
    expect((await world.read(batchId!)).rows).toMatchObject([{ status: 'refused' }]);
    expect(await slotsOf()).toBe(MAX_BATCHES_IN_PROGRESS - 1);
    world.advanceClock(DAY_MS);
  });
});

test('a batch has the number of domains within the allowance on the list', async () => {
  await world.instance().allowances.take(OWNER, 'domains', 100_000, 99_998);
  await world.create(['a.com', 'b.com', 'c.com']);
  expect(await world.batchesInProgress()).toMatchObject([{ owner: OWNER, stage: 'reading', fetches: 2 }]);
});

describe('a request with an Idempotency-Key', () => {
  const idempotencyKey = 'k';

  test('keeps its slot when it fails and is repeated, and gets one after a refusal', async () => {
    const others = await fill(MAX_BATCHES_IN_PROGRESS - 1);
    world.fail((name) => (name === 'BatchWriteItemCommand' ? 'failure' : null));
    await expect(world.create(['a.com'], { idempotencyKey })).rejects.toThrow('BatchWriteItemCommand failed');
    world.fail(null);
    expect(await slotsOf()).toBe(MAX_BATCHES_IN_PROGRESS);
    await expect(world.create(['b.com'], { idempotencyKey: 'other' })).rejects.toMatchObject(FULL);
    const first = await world.create(['a.com'], { idempotencyKey });
    const second = await world.create(['a.com'], { idempotencyKey });
    expect([second.batchId, await slotsOf()]).toEqual([first.batchId, MAX_BATCHES_IN_PROGRESS]);
    await world.instance().inProgress.remove(others[0]!);
    await world.create(['b.com'], { idempotencyKey: 'other' });
    expect([await slotsOf(), await world.used()]).toEqual([MAX_BATCHES_IN_PROGRESS, 2]);
  });

  test('gets one slot when it is sent several times at once', async () => {
    const views = await Promise.all(Array.from({ length: 5 }, () => world.create(['a.com'], { idempotencyKey })));
    expect(new Set(views.map(({ batchId }) => batchId)).size).toBe(1);
    expect([await slotsOf(), await world.used()]).toEqual([1, 1]);
  });

  test('gets a slot again when the scheduler has freed it', async () => {
    world.fail((name) => (name === 'BatchWriteItemCommand' ? 'failure' : null));
    await expect(world.create(['a.com'], { idempotencyKey })).rejects.toThrow('BatchWriteItemCommand failed');
    world.fail(null);
    world.advanceClock(5 * MINUTE_MS);
    expect(await resume()).toEqual({ resumed: 0, ended: 1 });
    expect(await slotsOf()).toBe(0);
    const { batchId } = await world.create(['a.com'], { idempotencyKey });
    expect(await slotsOf()).toBe(1);
    await world.workOff();
    expect((await world.read(batchId!)).rows).toMatchObject([{ status: 'done' }]);
  });
});

describe('the scheduler', () => {
  /** Returns the calls of creating a batch whose owner had one before. */
  async function callsOfCreation(): Promise<string[]> {
    await world.create(['first.com']);
    const { calls } = await runUntil(null, () => world.create(['second.com']));
    await world.workOff();
    return calls;
  }

  test('frees the slot of a function that was killed before it stored the batch, but not of one that runs', async () => {
    const calls = await callsOfCreation();
    const slot = { call: calls.indexOf('BatchWriteItemCommand') + 1, mode: 'before' } as const;
    expect(await runUntil(slot, () => world.create(['b.com']))).toMatchObject({ wasKilled: true });
    expect(await resume()).toEqual({ resumed: 0, ended: 0 });
    world.advanceClock(5 * MINUTE_MS - 10_000);
    await resume();
    expect(await slotsOf()).toBe(1);
    world.advanceClock(10_000);
    expect(await resume()).toEqual({ resumed: 0, ended: 1 });
    expect(await slotsOf()).toBe(0);
  });

  test('frees the slot of a function that was killed at any of its calls, or restarts its batch', async () => {
    const calls = await callsOfCreation();
    for (const [index, point] of crashPoints(calls.length).entries()) {
      expect(await runUntil(point, () => world.create([`d${index}.com`]))).toMatchObject({ wasKilled: true });
      world.messages.length = 0;
      world.advanceClock(31 * MINUTE_MS);
      await resume();
      await world.workOff();
      expect([point, await slotsOf()]).toEqual([point, 0]);
    }
  });
});

describe('the list', () => {
  const tables = useFresh(() => createTestTables(batchesTable));
  const now = Date.parse('2026-11-22T10:00:00Z');
  const inProgress = () => createBatchesInProgress(tables.db, batchesTable.name, () => now);
  const batch = (id: string, owner = OWNER): BatchInProgress => {
    return { id, owner, stage: 'reading', fetches: 1, createdAt: now };
  };

  test('contains a batch once when the answer to its write was lost', async () => {
    const { db } = tables;
    const put: DynamoDB['put'] = async (input) => {
      await db.put(input);
      throw Object.assign(new Error('Repeated by the SDK'), { name: CONDITION_FAILED });
    };
    const store = createBatchesInProgress({ ...db, put }, batchesTable.name, () => now);
    expect(await store.take(batch('b1'))).toBe(true);
    expect(await store.take(batch('b1'))).toBe(true);
    expect(await Array.fromAsync(store.list())).toEqual([batch('b1')]);
  });

  test.each(['k4f8z2', 'owner of the console: a/b=c+d@e', 'o#1', OPERATOR, '組織'])(
    'has an owner of its own: %s',
    async (owner) => {
      const other = owner.slice(0, -1);
      expect([await inProgress().take(batch('b1', owner)), await inProgress().take(batch('b2', other))]).toEqual([
        true,
        true,
      ]);
      await inProgress().remove(batch('b1', owner));
      expect(await Array.fromAsync(inProgress().list())).toEqual([batch('b2', other)]);
      await inProgress().remove(batch('b1', owner));
      expect([await inProgress().has(batch('b1', owner)), await inProgress().has(batch('b2', other))]).toEqual([
        false,
        true,
      ]);
    },
  );

  test('changes the stage of a batch only while it is on the list', async () => {
    expect(await inProgress().setStage(batch('b1'), 'completing')).toBe(false);
    await inProgress().take(batch('b1'));
    expect(await inProgress().setStage(batch('b1'), 'completing')).toBe(true);
    await inProgress().remove(batch('b1'));
    expect(await inProgress().setStage(batch('b1'), 'completing')).toBe(false);
    expect(await Array.fromAsync(inProgress().listAll())).toEqual([]);
  });
});
