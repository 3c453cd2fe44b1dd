import { expect, test } from '@jest/globals';
import { deleteDeliveriesAbout } from '../../../functions/core/deliveries/deliveries.ts';
import type { PendingDelivery } from '../../../functions/core/deliveries/pending-delivery.ts';
import { putItems } from '../../../functions/core/platform/dynamodb/many-items.ts';
import { shardOf } from '../../../functions/core/platform/names/shards.ts';
import { recordCalls } from '../../bench/consumed.ts';
import { watchesTable } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';
import { createDeliverWorld, SIGNER } from './deliver-world.ts';

const world = useFresh(createDeliverWorld);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const URL_OK = 'http://hook.test/in';
const add = (id: string, domain?: string) =>
  world.deliveries.add({
    ...{ id, url: URL_OK, body: '{}', signer: SIGNER, event: null },
    ...(domain !== undefined && { domain }),
  });

/** Stores deliveries whose next attempt is in some hours. */
function addLater(count: number): Promise<void> {
  const at = world.clock.now + 8 * HOUR_MS;
  const items = Array.from({ length: count }, (_, index) => {
    const id = `later${index}`;
    const item: PendingDelivery = {
      ...{ id, url: URL_OK, body: '{}', signer: SIGNER, event: null, created_at: world.clock.now, attempts: 9 },
      ...{ deferrals: 0, next_attempt_at: at, is_claimed: false, message_at: null, expires_at: at },
      ...{ due_shard: shardOf(id), due_at: new Date(at - 10 * MINUTE_MS).toISOString() },
    };
    return { partition: `delivery#${id}`, sort: id, ...item };
  });
  return putItems({ db: world.db, table: watchesTable.name }, items);
}

/** Loses the messages of three deliveries, and returns the capacity units of the run that sends them again. */
async function unitsOfRun(name: string) {
  for (const number of [1, 2, 3]) await add(`${name}${number}`);
  world.messages.splice(0);
  world.clock.now += 10 * MINUTE_MS;
  const calls = recordCalls(world.db);
  expect(await world.schedule()).toEqual({ sent: 3, complete: true });
  const units = calls.reduce((sum, { readUnits, writeUnits }) => sum + readUnits + writeUnits, 0);
  // Their watch does not exist.
  expect(await world.work()).toEqual(['dropped', 'dropped', 'dropped']);
  return units;
}

test('a run costs the same with 100 and with 20,000 deliveries that are pending until later', async () => {
  await addLater(100);
  const few = await unitsOfRun('few');
  await addLater(20_000);
  expect(await unitsOfRun('few-')).toBe(few);
});

test('a run that has no time left is continued by the next one, the longest overdue first', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => `d${index}`);
  for (const id of ids) {
    await add(id);
    world.clock.now += 10;
  }
  world.messages.splice(0);
  world.clock.now += 10 * MINUTE_MS;
  let left = 12;
  const first = await world.schedule(() => (left-- > 0 ? HOUR_MS : 0));
  expect(first.complete).toBe(false);
  const sentIn = () => world.messages.map(({ delivery }) => delivery);
  const early = sentIn();
  expect([early.length, early.length < ids.length]).toEqual([first.sent, true]);
  for (const id of early) {
    const older = ids.filter((each) => shardOf(each) === shardOf(id) && ids.indexOf(each) < ids.indexOf(id));
    expect(older.filter((each) => !early.includes(each))).toEqual([]);
  }
  expect(await world.schedule()).toEqual({ sent: ids.length - first.sent, complete: true });
  expect(sentIn().toSorted()).toEqual(ids.toSorted());
});

test('concurrent runs send each message once', async () => {
  for (const id of ['d1', 'd2', 'd3']) await add(id);
  world.messages.splice(0);
  world.clock.now += 10 * MINUTE_MS;
  const runs = await Promise.all([world.schedule(), world.schedule(), world.schedule()]);
  expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(3);
  expect(world.messages.map(({ delivery }) => delivery).toSorted()).toEqual(['d1', 'd2', 'd3']);
});

test('a failure to send a message does not prevent the others, and is made up for by a later run', async () => {
  for (const id of ['d1', 'd2', 'd3']) await add(id);
  world.messages.splice(0);
  world.clock.now += 10 * MINUTE_MS;
  const { send } = world.queue;
  world.queue.send = (task, delayMs) =>
    task.delivery === 'd2' ? Promise.reject(new Error('SQS does not answer')) : send(task, delayMs);
  await expect(world.schedule()).rejects.toMatchObject({ code: 'not_scheduled' });
  expect(world.messages.map(({ delivery }) => delivery).toSorted()).toEqual(['d1', 'd3']);
  world.queue.send = send;
  await world.work();
  world.clock.now += 10 * MINUTE_MS;
  expect((await world.schedule()).sent).toBe(1);
  expect(world.messages.map(({ delivery }) => delivery)).toEqual(['d2']);
});

test('the deletion of the deliveries about a domain reads no others', async () => {
  await add('d1', 'a.com');
  const calls = recordCalls(world.db);
  const units = () => calls.splice(0).reduce((sum, { readUnits, writeUnits }) => sum + readUnits + writeUnits, 0);
  await deleteDeliveriesAbout(world.db, watchesTable.name, 'a.com');
  const alone = units();
  await add('d2', 'a.com');
  await addLater(500);
  await add('d3', 'b.com');
  units();
  await deleteDeliveriesAbout(world.db, watchesTable.name, 'a.com');
  expect(units()).toBe(alone);
  await world.add(URL_OK, { id: 'd4' });
  expect((await world.work()).toSorted()).toEqual(['delivered', 'delivered', 'ignored', 'ignored']);
});
