import { describe, expect, test } from '@jest/globals';
import { createWatch, deleteWatch, type NewWatch, testWatch } from '../../../functions/core/watches/manage-watches.ts';
import { condition } from '../../../functions/core/watches/conditions.ts';
import { isError } from '../../../functions/core/platform/http/errors.ts';
import { startOfNextDay } from '../../../functions/core/platform/time/day.ts';
import { watchOf } from '../../../functions/core/watches/watch-answers.ts';
import { useFresh } from '../../support/use-opened.ts';
import { createWatchWorld, ownerOf } from './watch-world.ts';

const hosts = Array.from({ length: 60 }, (_, index) => `h${index}.test`);
const world = useFresh(() => createWatchWorld([], { hosts }));
const owner = ownerOf('o1');
const create = (url: string, of = owner) => {
  const drop = condition.parse({ on: 'drop', metric: 'seo_score', by: 10 });
  const request: NewWatch = { domains: ['a.com'], conditions: [drop], crawl: null, deliver: { url }, mail: false };
  return createWatch(request, of, world.managing);
};
const stateOf = (watch: Awaited<ReturnType<typeof create>>) => watchOf(watch).deliver!;

/** Tests the receiver of a watch. @returns the seconds after which to retry if it is refused */
async function sendTestOf(id: string, of = owner): Promise<number | null> {
  try {
    await testWatch(of.id, id, world.managing);
    return null;
  } catch (error) {
    if (isError(error, 'rate_limited')) return error.retryAfterSeconds!;
    throw error;
  }
}

describe('test deliveries of an owner', () => {
  test('reach at most 20 hosts in a day when watches are created, tested and deleted in a loop', async () => {
    for (const host of hosts) {
      const watch = await create(`http://${host}/inbox?answer=401`);
      await sendTestOf(watch.id);
      await deleteWatch('o1', watch.id, world.managing);
    }
    expect(world.site.requests).toHaveLength(20);
    const refused = await create(`http://${hosts[59]}/inbox`);
    expect(stateOf(refused)).toMatchObject({ state: 'unconfirmed', reason: 'not_tested' });
    const { now } = world.clock;
    expect(await sendTestOf(refused.id)).toBe((startOfNextDay(now) - now) / 1_000);
    world.clock.now = startOfNextDay(now);
    expect(await sendTestOf(refused.id)).toBeNull();
  });

  test('reach one host once a minute, by whichever address and watch', async () => {
    const first = await create('http://h0.test/one?answer=401');
    const second = await create('http://H0.TEST./two?answer=401');
    expect(stateOf(second)).toMatchObject({ state: 'unconfirmed', reason: 'not_tested' });
    expect([await sendTestOf(first.id), await sendTestOf(second.id)]).toEqual([60, 60]);
    expect(world.site.requests).toHaveLength(1);
    world.clock.now += 60_000;
    expect([await sendTestOf(second.id), await sendTestOf(first.id)]).toEqual([null, 60]);
    expect(world.site.requests).toEqual(['/one?answer=401', '/two?answer=401']);
  });

  test('do not count hosts of confirmed addresses', async () => {
    const confirmed = await create('http://h0.test/inbox');
    expect(stateOf(confirmed).state).toBe('active');
    world.clock.now += 24 * 3_600_000;
    for (const host of hosts.slice(1, 21))
      await deleteWatch('o1', (await create(`http://${host}/inbox?answer=401`)).id, world.managing);
    expect(world.site.requests).toHaveLength(21);
    expect(await sendTestOf(confirmed.id)).toBeNull();
    expect(stateOf(await create('http://h0.test/inbox'))).toMatchObject({ state: 'active' });
    expect(stateOf(await create('http://h22.test/inbox'))).toMatchObject({ reason: 'not_tested' });
  });
});

test('a host gets two test deliveries at a time from all owners', async () => {
  const watches = [];
  for (const id of ['o1', 'o2', 'o3']) watches.push(await create('http://h0.test/inbox?answer=401', ownerOf(id)));
  world.clock.now += 60_000;
  const slots = [await world.sending.slots.take('h0.test'), await world.sending.slots.take('h0.test')];
  expect(await Promise.all(watches.map(({ id, owner: of }) => sendTestOf(id, ownerOf(of))))).toEqual([5, 5, 5]);
  expect(world.site.requests).toHaveLength(3);
  await slots[0]!();
  expect(await sendTestOf(watches[0]!.id)).toBeNull();
});

describe('the address of a second watch', () => {
  test('is confirmed without a test if its owner has confirmed it, also after the first watch was deleted', async () => {
    const first = await create('http://h0.test/inbox');
    await deleteWatch('o1', first.id, world.managing);
    expect(stateOf(await create('http://h0.test/inbox')).state).toBe('active');
    expect(world.site.requests).toHaveLength(1);
    world.clock.now += 60_000;
    expect(stateOf(await create('http://h0.test/inbox', ownerOf('o2'))).state).toBe('active');
    expect(world.site.requests).toHaveLength(2);
  });

  test('is tested again if its receiver has answered 410', async () => {
    const url = 'http://h0.test/inbox?answer=410';
    const first = await create(url);
    // The receiver has answered a test before it wanted no further deliveries.
    await world.watches.set(first, { deliver_url: url, unconfirmed_url: undefined });
    await world.sending.outcomes.confirm('o1', url);
    const signer = { owner: 'o1', watch: first.id };
    await world.deliveries.add({ id: 'd1', url, body: '{}', signer, event: null });
    expect(await world.work()).toEqual(['failed']);
    world.clock.now += 60_000;
    expect(stateOf(await create(url))).toMatchObject({ state: 'unconfirmed', reason: 'receiver_gone', status: 410 });
  });

  test('gets nothing after its receiver has answered 410 to a test of the first, until it answers one with 2xx', async () => {
    const url = 'http://h0.test/inbox';
    const [first, second] = [await create(url), await create(url)];
    const send = async (id: string) => {
      const signer = { owner: 'o1', watch: second.id };
      await world.deliveries.add({ id, url, body: '{}', signer, event: null });
      return world.work();
    };
    await world.sending.outcomes.withdraw('o1', url);
    expect(await send('d1')).toEqual(['dropped']);
    world.clock.now += 60_000;
    expect(await sendTestOf(first.id)).toBeNull();
    expect(await send('d2')).toEqual(['delivered']);
  });

  test('is withdrawn by a test that is answered with 410', async () => {
    const url = 'http://h0.test/inbox?answer=410&times=1';
    const first = await create('http://h0.test/other');
    await world.watches.set(first, { deliver_url: url });
    world.clock.now += 60_000;
    await sendTestOf(first.id);
    expect(await world.sending.outcomes.isWithdrawn('o1', url)).toBe(true);
  });
});
