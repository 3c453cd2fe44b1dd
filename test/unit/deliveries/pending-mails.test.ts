import { beforeEach, describe, expect, test } from '@jest/globals';
import { createDeliveries } from '../../../functions/core/deliveries/deliveries.ts';
import { NO_EVENTS } from '../../../functions/core/deliveries/deliver.ts';
import { CLAIM_MS, MAIL_DELAY_MS } from '../../../functions/core/deliveries/limits.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { watchesTable } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';
import { createDeliverWorld, SIGNER } from './deliver-world.ts';

const world = useFresh(createDeliverWorld);
const ID = `mail_${SIGNER.watch}`;
const [E1, E2, E3] = [
  '2026-11-20T07:59:00.000Z#e1',
  '2026-11-20T07:59:01.000Z#e2',
  '2026-11-20T07:59:02.000Z#e3',
] as const;

const keyOfEvent = (sort: string) => ({ partition: `events#${SIGNER.watch}`, sort });
const outcomeOf = async (sort: string) => {
  const read = { TableName: watchesTable.name, Key: keyOfEvent(sort), ConsistentRead: true };
  return (await world.db.get(read)).Item?.delivery as object | undefined;
};
const add = (...events: string[]) => Promise.all(events.map((event) => world.deliveries.addToMail(SIGNER, event)));
const storeWatch = (attributes: object = {}) => world.update({ mail: true, ...attributes });

/** A store whose calls of DynamoDB are changed. */
const deliveriesWith = (changes: Partial<DynamoDB>) =>
  createDeliveries({ ...world.db, ...changes }, watchesTable.name, world.queue, () => world.clock.now);

/** Thrown where a function is terminated. */
const terminated = () => Promise.reject(new Error('terminated'));

beforeEach(async () => {
  await storeWatch();
  for (const sort of [E1, E2, E3]) await world.db.put({ TableName: watchesTable.name, Item: keyOfEvent(sort) });
});

describe('events of one run', () => {
  test('are one mail, ten minutes after the first', async () => {
    await add(E2, E1);
    expect(await world.pass(MAIL_DELAY_MS - 10_000)).toEqual([]);
    await add(E3);
    expect(await world.pass(10_000)).toEqual(['delivered']);
    expect(world.mails).toEqual([[E1, E2, E3]]);
    expect([await world.pending(ID), world.messages]).toEqual([undefined, []]);
    const outcome = { state: 'delivered', attempts: 1, last_status: null, last_error: null };
    for (const sort of [E1, E2, E3]) expect(await outcomeOf(sort)).toMatchObject(outcome);
  });

  test('that are added at once, and twice, are in it once', async () => {
    const events = Array.from({ length: 20 }, (_, index) => `2026-11-20T08:00:00.${100 + index}Z#e`);
    await Promise.all([add(...events), add(...events)]);
    await world.pass(MAIL_DELAY_MS);
    expect(world.mails).toEqual([events]);
  });

  test('that are too many for one mail are several', async () => {
    const events = Array.from({ length: 501 }, (_, index) => `2026-11-20T08:00:00.000Z#${1_000 + index}`);
    for (const event of events) await add(event);
    await add(events[0]!);
    await world.pass(MAIL_DELAY_MS);
    expect(world.mails.map(({ length }) => length)).toEqual([500, 1]);
    expect(world.mails.flat()).toEqual(events);
  });
});

describe('an event that is added', () => {
  test('after the mail was sent is another mail', async () => {
    await add(E1);
    await world.pass(MAIL_DELAY_MS);
    await add(E2);
    await world.pass(MAIL_DELAY_MS);
    expect(world.mails).toEqual([[E1], [E2]]);
  });

  test('while the mail is sent is not lost', async () => {
    const { mail } = world.services;
    world.services.mail = async (signer, events) => {
      if (world.mails.length === 0) await add(E2);
      return mail(signer, events);
    };
    await add(E1);
    await world.pass(MAIL_DELAY_MS);
    expect(await world.pending(ID)).toMatchObject({ events: new Set([E2]), is_claimed: false });
    await world.pass(MAIL_DELAY_MS);
    expect(world.mails).toEqual([[E1], [E2]]);
    expect(await world.pending(ID)).toBeUndefined();
  });

  test('while the mail is ended is not lost', async () => {
    let isAdded = false;
    world.services.deliveries = deliveriesWith({
      async delete(input) {
        if (!isAdded) await add(E2);
        isAdded = true;
        return world.db.delete(input);
      },
    });
    await add(E1);
    await world.pass(2 * MAIL_DELAY_MS);
    expect(world.mails).toEqual([[E1], [E2]]);
    expect(await world.pending(ID)).toBeUndefined();
  });
});

describe('a function that is terminated', () => {
  test('before the message of a mail is sent delays it until the scheduler runs', async () => {
    const queue = { send: terminated };
    const interrupted = createDeliveries(world.db, watchesTable.name, queue, () => world.clock.now);
    await expect(interrupted.addToMail(SIGNER, E1)).rejects.toThrow('terminated');
    await add(E1);
    await world.pass(3 * MAIL_DELAY_MS);
    expect(world.mails).toEqual([[E1]]);
  });

  test('after the mail was accepted sends it again, with all events', async () => {
    await add(E1, E2);
    world.clock.now += MAIL_DELAY_MS;
    const { deliveries } = world.services;
    world.services.deliveries = { ...deliveries, endMail: terminated };
    await expect(world.work()).rejects.toThrow('terminated');
    world.services.deliveries = deliveries;
    await add(E3);
    world.messages.push({ delivery: ID, at: world.clock.now + 1_000 });
    await world.pass(CLAIM_MS + 10_000);
    expect(world.mails).toEqual([
      [E1, E2],
      [E1, E2, E3],
    ]);
    expect(await world.pending(ID)).toBeUndefined();
  });

  test('while it ends the mail sends nothing again', async () => {
    await add(E1);
    world.clock.now += MAIL_DELAY_MS;
    const { deliveries } = world.services;
    world.services.deliveries = deliveriesWith({ delete: terminated });
    await expect(world.work()).rejects.toThrow('terminated');
    world.services.deliveries = deliveries;
    await world.pass(3 * MAIL_DELAY_MS);
    expect(world.mails).toEqual([[E1]]);
    expect(await world.pending(ID)).toBeUndefined();
  });

  test('while SNS fails sends the mail later', async () => {
    const { mail } = world.services;
    await add(E1);
    world.clock.now += MAIL_DELAY_MS;
    world.services.mail = terminated;
    await expect(world.work()).rejects.toThrow('terminated');
    world.services.mail = mail;
    await world.pass(3 * MAIL_DELAY_MS);
    expect(world.mails).toEqual([[E1]]);
  });
});

describe('the outcome of a mail', () => {
  test('without a recipient is stored as failed, and does not mark the watch as failing', async () => {
    world.services.mail = () => Promise.resolve({ error: 'no_recipient' });
    await add(E1);
    expect(await world.pass(MAIL_DELAY_MS)).toEqual(['dropped']);
    expect(await outcomeOf(E1)).toMatchObject({ state: 'failed', attempts: 1, last_error: 'no_recipient' });
    expect((await world.watch())!.failing).toBeUndefined();
  });

  test('is not that of events with a receiver', async () => {
    await storeWatch({ deliver_url: 'http://hook.test/in' });
    await add(E1);
    await world.pass(MAIL_DELAY_MS);
    expect([world.mails, await outcomeOf(E1)]).toEqual([[[E1]], undefined]);
  });

  test('is not stored if its events have been deleted', async () => {
    world.services.mail = () => Promise.resolve({ error: NO_EVENTS });
    await add(E1);
    expect(await world.pass(MAIL_DELAY_MS)).toEqual(['dropped']);
    expect([await outcomeOf(E1), await world.pending(ID)]).toEqual([undefined, undefined]);
  });

  test('of a deleted watch is none: nothing is sent', async () => {
    await add(E1);
    await world.db.delete({
      TableName: watchesTable.name,
      Key: { partition: `owner#${SIGNER.owner}`, sort: `watch#${SIGNER.watch}` },
    });
    expect(await world.pass(MAIL_DELAY_MS)).toEqual(['dropped']);
    expect([world.mails, await world.pending(ID)]).toEqual([[], undefined]);
  });
});
