import { beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createFetchSlots, type FetchLimits } from '../../../functions/core/accounts/fetch-slots.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';

const tables = useFresh(() => createTestTables(coordinationTable));
const LIMITS = { all: 5, ofOwner: 2 };
const BUSY = { code: 'service_busy', status: 503, retryable: true, retryAfterSeconds: 5 };

let now: number;
beforeEach(() => {
  now = Date.parse('2026-11-29T23:59:50Z');
});

/** Slots as one instance sees them. */
const instance = (limits: FetchLimits = LIMITS, db: DynamoDB = tables.db) =>
  createFetchSlots(db, coordinationTable.name, limits, () => now);

/** Work that is in progress until it is ended. */
function createWork() {
  const ended = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const work = async () => {
    begun.resolve();
    await ended.promise;
    return 'done';
  };
  return { work, begun: begun.promise, end: ended.resolve };
}

/** Takes a slot and keeps it. @returns a function that ends the work */
async function begin(owner: string, limits?: FetchLimits) {
  const { work, begun, end } = createWork();
  const done = instance(limits).hold(owner, work);
  await Promise.race([begun, done]);
  return async () => {
    end();
    expect(await done).toBe('done');
  };
}

test('an owner has at most its own number of fetches in progress, and leaves the others theirs', async () => {
  const ends = [await begin('o1'), await begin('o1')];
  await expect(begin('o1')).rejects.toMatchObject(BUSY);
  await expect(begin('o1')).rejects.toThrow("The key's owner has 2 fetches in progress");
  ends.push(await begin('o2'), await begin('o2'), await begin('o3'));
  await expect(begin('o3')).rejects.toMatchObject(BUSY);
  await expect(begin('o3')).rejects.toThrow('All 5 fetches');
  await ends.shift()!();
  ends.push(await begin('o3'));
  for (const end of ends) await end();
  for (let time = 0; time < 5; time += 1) ends[time] = await begin(`o${time}`);
  for (const end of ends.slice(0, 5)) await end();
});

test('work that fails releases its slot', async () => {
  const limits = { all: 1, ofOwner: 1 };
  for (let time = 0; time < 3; time += 1) {
    const failing = instance(limits).hold('o1', () => Promise.reject(new Error('failed')));
    await expect(failing).rejects.toThrow('failed');
  }
  await (
    await begin('o1', limits)
  )();
});

test('the slots of functions that were terminated are free when these would have ended', async () => {
  for (let time = 0; time < 2; time += 1) await begin('o1');
  await begin('o2');
  now += 29_000;
  await expect(begin('o1')).rejects.toMatchObject(BUSY);
  now += 1_001;
  const ends = [await begin('o1'), await begin('o1'), await begin('o2'), await begin('o2'), await begin('o3')];
  await expect(begin('o3')).rejects.toMatchObject(BUSY);
  for (const end of ends) await end();
});

test('a write whose response was lost takes one slot', async () => {
  const repeating: DynamoDB = {
    ...tables.db,
    async update(input, options) {
      await tables.db.update(input, options);
      return tables.db.update(input, options);
    },
  };
  const limits = { all: 1, ofOwner: 1 };
  expect(await instance(limits, repeating).hold('o1', () => Promise.resolve('done'))).toBe('done');
  await (
    await begin('o2', limits)
  )();
});

test('fetches in progress never exceed the limits, whatever their order', async () => {
  const step = fc.record({ owner: fc.constantFrom('o1', 'o2', 'o3', 'o4'), awaits: fc.integer({ min: 0, max: 8 }) });
  const property = fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
    const inProgress: string[] = [];
    let served = 0;
    const count = (owner: string) => inProgress.filter((each) => each === owner).length;
    const fetching = steps.map(async ({ owner, awaits }) => {
      const work = async () => {
        inProgress.push(owner);
        expect(inProgress.length).toBeLessThanOrEqual(LIMITS.all);
        expect(count(owner)).toBeLessThanOrEqual(LIMITS.ofOwner);
        for (let read = 0; read < awaits; read += 1)
          await tables.db.get({ TableName: coordinationTable.name, Key: { id: 'x' } });
        inProgress.splice(inProgress.indexOf(owner), 1);
        served += 1;
      };
      await instance()
        .hold(owner, work)
        .catch((error: unknown) => expect(error).toMatchObject(BUSY));
    });
    await Promise.all(fetching);
    expect(inProgress).toEqual([]);
    expect(served).toBeGreaterThan(0);
  });
  await fc.assert(property, { numRuns: 5 });
});
