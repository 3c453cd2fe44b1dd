import { describe, expect, test } from '@jest/globals';
import {
  createUnconfirmedDeliveries,
  MOST_ADDED,
  MOST_UNCONFIRMED,
} from '../../../functions/core/deliveries/unconfirmed.ts';
import { putItems } from '../../../functions/core/platform/dynamodb/many-items.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import { watchesTable } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';
import { createDeliverWorld } from './deliver-world.ts';

const URL_NEW = 'http://hook.test/new?answer=500';

const world = useFresh(async () => {
  const opened = await createDeliverWorld();
  return { ...opened, list: createUnconfirmedDeliveries(opened.db, watchesTable.name, () => opened.clock.now) };
});
const add = (id: string, url = URL_NEW, owner = 'o1') =>
  world.deliveries.add({ id, url, body: '{}', signer: { owner, watch: null }, event: null });
const room = (url = URL_NEW, owner = 'o1') =>
  world.list.requireRoom(owner, url).then(
    () => null,
    (error: { code: string }) => error.code,
  );
async function fill(count = MOST_UNCONFIRMED) {
  for (let index = 0; index < count; index += 1) await add(`b${index}`);
}

describe('pending deliveries to unconfirmed addresses', () => {
  test('are limited to 100 for an owner', async () => {
    await fill(MOST_UNCONFIRMED - 1);
    expect(await room()).toBeNull();
    await add('last');
    expect([await room(), await room('http://other.test/'), await room(URL_NEW, 'o2')]).toEqual([
      ...['deliveries_full', 'deliveries_full', null],
    ]);
    // One that is added again counts once.
    await add('last');
    await world.deliveries.remove((await world.deliveries.claim({ delivery: 'last' }))!);
    expect(await room()).toBeNull();
  });

  test('do not limit those to an address that has answered a test, and end to count when theirs answers', async () => {
    await fill();
    await world.services.outcomes.confirm('o1', 'http://other.test/');
    expect([await room('http://other.test/'), await room()]).toEqual([null, 'deliveries_full']);
    await world.services.outcomes.confirm('o1', URL_NEW);
    expect(await room('http://hook.test/another')).toBeNull();
  });

  test('count for a day at most if the function that counts them is terminated', async () => {
    for (let index = 0; index < MOST_UNCONFIRMED; index += 1) {
      const signer = { owner: 'o1', watch: null };
      await world.list.count({ id: `b${index}`, url: URL_NEW, body: '{}', signer, event: null });
    }
    expect(await room()).toBe('deliveries_full');
    world.clock.now += DAY_MS + 3_600_000;
    expect(await room()).toBeNull();
  });

  test('of batches that were accepted before are added up to a limit, and no more beyond it', async () => {
    const expires_at = Math.ceil(world.clock.now / 1_000) + 3_600;
    const entries = Array.from({ length: MOST_ADDED - 1 }, (_, index) => {
      return { partition: 'unconfirmed#o1', sort: `old${index}`, address: 'another', expires_at };
    });
    await putItems({ db: world.db, table: watchesTable.name }, entries);
    await add('last');
    const messages = world.messages.length;
    const warn = console.warn;
    const warnings: string[] = [];
    console.warn = (line: string) => warnings.push(line);
    await add('beyond');
    console.warn = warn;
    expect([await world.pending('beyond'), world.messages.length]).toEqual([undefined, messages]);
    expect(warnings.join()).toContain('deliveries_full');
    expect(await world.pending('last')).toBeDefined();
  });
});
