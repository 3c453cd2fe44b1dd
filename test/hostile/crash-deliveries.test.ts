import { expect, test } from '@jest/globals';
import { deliver } from '../../functions/core/deliveries/deliver.ts';
import { createDeliveries } from '../../functions/core/deliveries/deliveries.ts';
import { scheduleDeliveries } from '../../functions/core/deliveries/schedule-deliveries.ts';
import { watchesTable } from '../support/dynamodb.ts';
import { tally } from '../support/form.ts';
import { createDeliverWorld } from '../unit/deliveries/deliver-world.ts';
import { killable } from './support-faults/crash-services.ts';
import { type CrashPoint, crashPoints, externalCall, runUntil, useKilled } from './support-faults/crash.ts';

const HOUR_MS = 3_600_000;

const world = useKilled(async () => {
  const opened = await createDeliverWorld();
  killable(opened.db);
  const queue: typeof opened.queue = {
    send: (...message) => externalCall('SendMessage', () => opened.queue.send(...message)),
  };
  const now = () => opened.clock.now;
  const deliveries = createDeliveries(opened.db, watchesTable.name, queue, now);
  const schedule = () => scheduleDeliveries({ deliveries, now, remainingMs: () => Infinity });
  return { ...opened, deliveries, schedule, services: { ...opened.services, deliveries } };
});

let round = 0;

/** Stores a watch, and returns its delivery, which has not been added. */
async function newDelivery(answer = '') {
  round += 1;
  const [watch, id] = [`w${round}`, `d${round}`];
  const url = `http://hook.test/${id}${answer}`;
  const Item = { partition: 'owner#o1', sort: `watch#${watch}`, deliver_url: url };
  await world.db.put({ TableName: watchesTable.name, Item });
  return { id, url, body: '{}', signer: { owner: 'o1', watch }, event: null };
}
const arrived = (id: string) => world.received.some((each) => each.id === id);
const isStored = async (id: string) => (await world.pending(id)) !== undefined;

/** Runs without a crash, then with one at each point, each with a new delivery. @returns the number of points */
async function killEverywhere(run: (point: CrashPoint | null) => Promise<string[]>): Promise<number> {
  const calls = await run(null);
  const points = crashPoints(calls.length);
  for (const point of points) await run(point);
  return points.length;
}

test('a delivery that was stored arrives wherever the function that adds it is killed', async () => {
  const tried = await killEverywhere(async (point) => {
    const delivery = await newDelivery();
    const { calls } = await runUntil(point, () => world.deliveries.add(delivery));
    const wasStored = await isStored(delivery.id);
    await world.pass(HOUR_MS);
    expect([point, arrived(delivery.id)]).toEqual([point, wasStored]);
    return calls;
  });
  tally({
    area: 'Failing dependencies',
    what: 'adding a delivery',
    tried,
    outcome: 'each delivery that was stored arrived',
  });
});

test('a delivery of a batch counts as unconfirmed for no longer than it is pending wherever a function is killed', async () => {
  await killEverywhere(async (point) => {
    const { id, url, body } = await newDelivery();
    const delivery = { id, url, body, signer: { owner: `o-${id}`, watch: null }, event: null };
    const { calls } = await runUntil(point, () => world.deliveries.add(delivery));
    const wasStored = await isStored(id);
    await world.pass(HOUR_MS);
    expect([point, arrived(id)]).toEqual([point, wasStored]);
    const { Items } = await world.db.query({
      TableName: watchesTable.name,
      KeyConditionExpression: '#partition = :partition',
      ExpressionAttributeNames: { '#partition': 'partition' },
      ExpressionAttributeValues: { ':partition': `unconfirmed#o-${id}` },
    });
    for (const { expires_at } of Items!)
      expect(expires_at as number).toBeLessThanOrEqual(world.clock.now / 1_000 + 25 * 3_600);
    expect(wasStored && Items!.length > 0).toBe(false);
    return calls;
  });
});

test.each([
  ['is accepted at once', ''],
  ['is accepted at the second attempt', '?answer=500&times=1'],
  ['is accepted after an hour', '?answer=503&retry_after=3600&times=1'],
])('a delivery that %s arrives wherever its sender is killed', async (_, answer) => {
  const tried = await killEverywhere(async (point) => {
    const delivery = await newDelivery(answer);
    await world.deliveries.add(delivery);
    // SQS would deliver the message again: here it is lost.
    const [message] = world.messages.splice(0);
    const { calls } = await runUntil(point, () => deliver(message!, world.services));
    await world.pass(3 * HOUR_MS);
    expect([point, arrived(delivery.id), await isStored(delivery.id)]).toEqual([point, true, false]);
    return calls;
  });
  tally({ area: 'Failing dependencies', what: `a sender; the delivery ${_}`, tried, outcome: 'each delivery arrived' });
});

test.each([
  ['sends a lost message', '', 10],
  ['sends the message of a late attempt', '?answer=503&retry_after=10800&times=1', 175],
  ['moves a delivery to a later time', '?answer=503&retry_after=800&times=1', 10],
])('a delivery arrives wherever the scheduler is killed while it %s', async (_, answer, minutes) => {
  const tried = await killEverywhere(async (point) => {
    const delivery = await newDelivery(answer);
    await world.deliveries.add(delivery);
    if (answer !== '') await world.work();
    world.messages.splice(0);
    world.clock.now += minutes * 60_000;
    const { calls } = await runUntil(point, () => world.schedule());
    await world.pass(4 * HOUR_MS);
    expect([point, arrived(delivery.id), await isStored(delivery.id)]).toEqual([point, true, false]);
    return calls;
  });
  tally({
    area: 'Failing dependencies',
    what: `the scheduler of deliveries while it ${_}`,
    tried,
    outcome: 'each delivery arrived',
  });
});
