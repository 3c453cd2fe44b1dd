import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { CLAIM_MS } from '../../../functions/core/deliveries/limits.ts';
import { deliver } from '../../../functions/core/deliveries/deliver.ts';
import { useFresh } from '../../support/use-opened.ts';
import { watchesTable } from '../../support/dynamodb.ts';
import { createDeliverWorld, SIGNER } from './deliver-world.ts';

const world = useFresh(createDeliverWorld);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const URL_OK = 'http://hook.test/in';

async function expectedSignatures(body: string, seconds: string, id = 'd1') {
  const secrets = await world.services.secrets.signing(SIGNER, (await world.watch()) ?? {});
  return secrets.map((secret) => new Webhook(secret).sign(id, new Date(Number(seconds) * 1000), body)).join(' ');
}

test('a delivery is posted once, signed, and stored as delivered', async () => {
  await world.add(URL_OK);
  expect(await world.work()).toEqual(['delivered']);
  const [sent] = world.received;
  expect(sent).toMatchObject({ inbox: '/in', id: 'd1', body: '{"type":"test"}' });
  expect(Number(sent!.timestamp)).toBe(world.clock.now / 1000);
  expect(sent!.signature).toBe(await expectedSignatures(sent!.body, sent!.timestamp));
  expect((await world.event())!.delivery).toEqual({
    ...{ state: 'delivered', attempts: 1, last_status: 204, last_error: null, at: world.clock.now },
  });
  expect([await world.pending(), world.messages]).toEqual([undefined, []]);
});

test('after a rotation a delivery has the signatures of both secrets', async () => {
  await world.add(URL_OK);
  await world.update({ deliver_url: URL_OK, secret_version: 2, secret_rotated_at: world.clock.now });
  await world.work();
  const [sent] = world.received;
  expect(sent!.signature.split(' ')).toHaveLength(2);
  expect(sent!.signature).toBe(await expectedSignatures(sent!.body, sent!.timestamp));
});

test('a receiver that is down for an hour gets the delivery afterwards, with the same id', async () => {
  await world.add('http://hook.test/in?answer=500&times=6');
  expect(await world.work()).toEqual(['retried']);
  expect((await world.event())!.delivery).toMatchObject({
    state: 'pending',
    last_status: 500,
    last_error: 'http_error',
  });
  const outcomes = await world.pass(2 * HOUR_MS);
  expect(outcomes.filter((each) => each !== 'ignored')).toEqual([...Array<string>(5).fill('retried'), 'delivered']);
  expect(world.received.map(({ id }) => id)).toEqual(Array(7).fill('d1'));
  const seconds = world.received.map(({ timestamp }) => Number(timestamp));
  expect(seconds.at(-1)! - seconds[0]!).toBeGreaterThan(3_600);
  expect((await world.event())!.delivery).toMatchObject({ state: 'delivered', attempts: 7 });
});

test('a delivery fails after a day, and a later success ends the failure of its watch', async () => {
  await world.add('http://hook.test/in?answer=500&times=11');
  await world.work();
  await world.pass(25 * HOUR_MS);
  expect(world.received).toHaveLength(11);
  expect((await world.event())!.delivery).toMatchObject({ state: 'failed', attempts: 11, last_status: 500 });
  expect((await world.watch())!.failing).toEqual({ since: expect.any(Number) as unknown, reason: 'http_error' });
  expect(await world.pending()).toBeUndefined();
  const url = 'http://hook.test/in?answer=500&times=11';
  await world.deliveries.add({ id: 'd2', url, body: '{}', signer: SIGNER, event: null });
  expect(await world.work()).toEqual(['delivered']);
  expect((await world.watch())!.failing).toBeUndefined();
});

test('410 ends the delivery and all others of the watch at once', async () => {
  const url = 'http://hook.test/in?answer=410';
  await world.add(url);
  await world.deliveries.add({ id: 'd2', url, body: '{}', signer: SIGNER, event: null });
  expect(await world.work()).toEqual(['failed', 'dropped']);
  expect(world.received).toHaveLength(1);
  expect((await world.watch())!.failing).toEqual({ since: world.clock.now, reason: 'receiver_gone' });
  expect((await world.event())!.delivery).toMatchObject({ state: 'failed', last_status: 410 });
  expect([await world.pending(), await world.pending('d2'), world.messages]).toEqual([undefined, undefined, []]);
});

test.each([429, 503])('Retry-After of %i delays the next attempt', async (status) => {
  await world.add(`http://hook.test/in?answer=${status}&retry_after=600&times=1`);
  await world.work();
  expect((await world.pending())!.next_attempt_at).toBe(world.clock.now + 10 * MINUTE_MS);
  world.clock.now += 10 * MINUTE_MS;
  expect(await world.work()).toEqual(['delivered']);
});

test('a redirect is a failure, and its target is not requested', async () => {
  await world.add('http://hook.test/in?answer=redirect');
  expect(await world.work()).toEqual(['retried']);
  expect((await world.event())!.delivery).toMatchObject({ last_status: 302, last_error: 'redirected' });
  expect(world.site.requests).toEqual(['/in?answer=redirect']);
});

describe('a receiver is not contacted', () => {
  test.each([
    ['whose name has a private address', 'https://private.test/', 'address_not_public'],
    ['that is a private address', 'https://10.0.0.1/', 'address_not_public'],
    ['on another port', 'https://public.test:8443/', 'port_not_allowed'],
    ['over plain http', 'http://public.test/', 'https_required'],
    ['that the operator has blocked', 'https://www.blocked.test/', 'host_blocked'],
    ['that has no address', 'https://unknown.test/', 'name_not_found'],
  ])('%s', async (_, url, error) => {
    world.names.set('private.test', '127.0.0.1').set('public.test', '192.0.2.1');
    await world.followed.block('blocked.test');
    await world.add(url);
    expect(await world.work()).toEqual(['retried']);
    expect((await world.event())!.delivery).toMatchObject({ state: 'pending', last_status: null, last_error: error });
    expect(world.site.requests).toEqual([]);
  });

  test('whose name gets a private address between two attempts', async () => {
    await world.add('https://moving.test/');
    await world.work();
    expect((await world.event())!.delivery).toMatchObject({ attempts: 1, last_error: 'name_not_found' });
    world.names.set('moving.test', '127.0.0.1');
    world.clock.now += 5_000;
    await world.work();
    expect((await world.event())!.delivery).toMatchObject({ attempts: 2, last_error: 'address_not_public' });
  });
});

describe('an answer', () => {
  test.each(['large', 'drip'])('that is %s counts by its status, and is not read to its end', async (answer) => {
    world.services.attemptMs = 1_000;
    await world.add(`http://hook.test/in?answer=${answer}`);
    expect(await world.work()).toEqual(['delivered']);
  });

  test.each(['hang', 'drip-head'])('that never comes (%s) is a timeout', async (answer) => {
    world.services.attemptMs = 500;
    await world.add(`http://hook.test/in?answer=${answer}`);
    expect(await world.work()).toEqual(['retried']);
    expect((await world.event())!.delivery).toMatchObject({ last_status: null, last_error: 'timeout' });
  });
});

test('a third delivery to a host waits for a slot without an attempt, and another host gets its own', async () => {
  const releases = [await world.services.slots.take('hook.test'), await world.services.slots.take('hook.test')];
  await world.add(URL_OK);
  expect(await world.work()).toEqual(['deferred']);
  expect(await world.pending()).toMatchObject({ attempts: 0, deferrals: 1, next_attempt_at: world.clock.now + 2_000 });
  const owner = { owner: 'o1', watch: null };
  await world.deliveries.add({ id: 'd2', url: 'http://other.test/in', body: '{}', signer: owner, event: null });
  expect(await world.work()).toEqual(['delivered']);
  await releases[0]!();
  world.clock.now += 2_000;
  expect(await world.work()).toEqual(['delivered']);
});

describe('a delivery is not lost', () => {
  test('when its sender is terminated after the request: it is sent again with the same id', async () => {
    await world.add(URL_OK);
    const [message] = world.messages.splice(0);
    const outcomes = { ...world.services.outcomes, recordEvent: () => Promise.reject(new Error('terminated')) };
    await expect(deliver(message!, { ...world.services, outcomes })).rejects.toThrow('terminated');
    expect(await deliver(message!, world.services)).toMatchObject({ outcome: 'ignored' });
    expect(await world.work()).toEqual([]);
    world.clock.now += CLAIM_MS;
    expect(await world.work()).toEqual(['delivered']);
    expect(world.received.map(({ id }) => id)).toEqual(['d1', 'd1']);
  });

  test('when its message is lost: the scheduler sends it again, once', async () => {
    await world.add(URL_OK);
    world.messages.splice(0);
    expect((await world.schedule()).sent).toBe(0);
    world.clock.now += 10 * MINUTE_MS;
    expect((await world.schedule()).sent).toBe(1);
    expect((await world.schedule()).sent).toBe(0);
    expect(await world.work()).toEqual(['delivered']);
  });

  test('when its next attempt is later than SQS can delay a message', async () => {
    await world.add('http://hook.test/in?answer=503&retry_after=3600&times=1');
    await world.work();
    expect(world.messages).toEqual([]);
    expect((await world.schedule()).sent).toBe(0);
    world.clock.now += 55 * MINUTE_MS;
    expect((await world.schedule()).sent).toBe(1);
    expect(world.messages).toEqual([{ delivery: 'd1', at: world.clock.now + 5 * MINUTE_MS }]);
  });
});

test('two messages about one delivery cause one request', async () => {
  await world.add(URL_OK);
  await world.deliveries.add({ id: 'd1', url: URL_OK, body: '{}', signer: SIGNER, event: null });
  expect(world.messages).toHaveLength(2);
  const [one, other] = world.messages.splice(0);
  await Promise.all([deliver(one!, world.services), deliver(other!, world.services)]);
  expect(world.received.map(({ body }) => body)).toEqual(['{"type":"test"}']);
});

test.each([
  ['deleted', null, 'watch_deleted'],
  ['without a receiver', { deliver_url: null }, 'receiver_removed'],
])('a delivery of a watch that is %s is dropped', async (_, watch, error) => {
  await world.add(URL_OK);
  if (watch) await world.update(watch);
  else await world.db.delete({ TableName: 'watches', Key: { partition: 'owner#o1', sort: 'watch#w1' } });
  const [message] = world.messages.splice(0);
  expect(await deliver(message!, world.services)).toMatchObject({ outcome: 'dropped', error });
  expect([await world.pending(), world.received]).toEqual([undefined, []]);
});

describe('a delivery of a watch whose new address is unconfirmed', () => {
  const NEW = 'http://hook.test/new';

  test('waits without an attempt, and arrives after the address is confirmed', async () => {
    await world.add('http://hook.test/in?answer=500');
    expect(await world.work()).toEqual(['retried']);
    await world.update({ unconfirmed_url: NEW });
    expect(await world.pass(2 * MINUTE_MS)).toEqual(['deferred', 'deferred']);
    expect((await world.event())!.delivery).toMatchObject({ state: 'pending', attempts: 1 });
    await world.update({ deliver_url: NEW });
    expect(await world.pass(HOUR_MS)).toContain('delivered');
    expect(world.received.map(({ inbox }) => inbox.split('?')[0])).toEqual(['/in', '/new']);
  });

  test('fails after a day', async () => {
    await world.add(URL_OK);
    await world.update({ unconfirmed_url: NEW });
    expect((await world.pass(26 * HOUR_MS)).at(-1)).toBe('failed');
    expect((await world.event())!.delivery).toMatchObject({ state: 'failed', last_error: 'receiver_unconfirmed' });
    expect([await world.pending(), world.received]).toEqual([undefined, []]);
  });
});

describe('a delivery that is deferred for a day fails', () => {
  /** Makes the next attempt shortly before the day has ended. */
  async function attemptLate() {
    world.clock.now += 24 * HOUR_MS - 1_000;
    return world.work();
  }

  test('when the host of its receiver has no free slot', async () => {
    world.services.slots = { take: () => Promise.resolve(null) };
    await world.add(URL_OK);
    expect(await world.work()).toEqual(['deferred']);
    expect(await attemptLate()).toEqual(['failed']);
    expect((await world.event())!.delivery).toMatchObject({
      state: 'failed',
      attempts: 0,
      last_error: 'receiver_busy',
    });
    expect([await world.pending(), world.messages, world.received]).toEqual([undefined, [], []]);
  });

  test('when the new address of its watch is unconfirmed', async () => {
    await world.add(URL_OK);
    await world.update({ unconfirmed_url: 'http://hook.test/new' });
    expect(await world.work()).toEqual(['deferred']);
    expect(await attemptLate()).toEqual(['failed']);
    expect((await world.event())!.delivery).toMatchObject({ state: 'failed', last_error: 'receiver_unconfirmed' });
    expect([await world.pending(), world.messages]).toEqual([undefined, []]);
  });

  test('when its owner could not test its address', async () => {
    world.services.tests = { take: () => Promise.resolve('hosts' as const) };
    const signer = { owner: 'o1', watch: null };
    await world.deliveries.add({ id: 'b1', url: URL_OK, body: '{}', signer, event: null });
    expect(await world.work()).toEqual(['deferred']);
    expect(await attemptLate()).toEqual(['failed']);
    expect([await world.pending('b1'), world.messages, world.received]).toEqual([undefined, [], []]);
  });
});

test('a delivery goes to the current receiver of its watch', async () => {
  await world.add('http://hook.test/old');
  await world.update({ deliver_url: 'http://other.test/new' });
  await world.work();
  expect(world.received.map(({ inbox }) => inbox)).toEqual(['/new']);
});

describe("a delivery of an owner's batch or crawl", () => {
  const add = (id: string, url: string, owner = 'o1') =>
    world.deliveries.add({ id, url, body: '{"type":"batch.ended"}', signer: { owner, watch: null }, event: null });
  const types = () => world.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

  test('goes to a new address after it has answered a test, and to a known one at once', async () => {
    await add('b1', URL_OK);
    expect(await world.work()).toEqual(['delivered']);
    await add('b2', URL_OK);
    expect(await world.work()).toEqual(['delivered']);
    expect(types()).toEqual(['watch.test', 'batch.ended', 'batch.ended']);
  });

  test('does not go to an address that does not answer the test', async () => {
    await add('b1', 'http://hook.test/in?answer=404&times=2');
    expect(await world.pass(3 * MINUTE_MS)).toEqual(['retried', 'deferred', 'retried', 'delivered']);
    expect(types()).toEqual(['watch.test', 'watch.test', 'watch.test', 'batch.ended']);
  });

  test('waits, without an attempt, while another new address on its host was tested within a minute', async () => {
    await add('b1', URL_OK);
    await add('b2', 'http://hook.test/other');
    await add('b4', 'http://other.test/in');
    expect(await world.work()).toEqual(['delivered', 'deferred', 'delivered']);
    expect(types().splice(2)).toEqual(['watch.test', 'batch.ended']);
    expect(await world.pending('b2')).toMatchObject({ attempts: 0, next_attempt_at: world.clock.now + MINUTE_MS });
    await add('b3', URL_OK);
    await add('c1', 'http://hook.test/c', 'o2');
    expect(await world.work()).toEqual(['delivered', 'delivered']);
    world.clock.now += MINUTE_MS;
    expect(await world.work()).toEqual(['delivered']);
    expect([types().length, await world.pending('b2')]).toEqual([9, undefined]);
  });

  test('arrives at each of a few new addresses, of which one is tested a minute', async () => {
    for (let index = 0; index < 6; index += 1) await add(`b${index}`, `http://hook.test/${index}`);
    await world.pass(20 * MINUTE_MS);
    const ended = world.received.filter(({ id }) => !id.endsWith('_test'));
    expect(ended.map(({ id }) => id).toSorted()).toEqual(['b0', 'b1', 'b2', 'b3', 'b4', 'b5']);
    const seconds = world.received.filter(({ id }) => id.endsWith('_test')).map(({ timestamp }) => Number(timestamp));
    const gaps = seconds.slice(1).map((time, index) => time - seconds[index]!);
    expect([seconds.length, gaps.filter((gap) => gap < 60)]).toEqual([6, []]);
  });
});

describe.each([
  ['blocked.com', ['blocked.com', 'www.blocked.com', 'BLOCKED.com.', 'a.b.blocked.com', 'a.b.blocked.com.']],
  ['hook.other.com', ['hook.other.com', 'hook.other.com.', 'www.hook.other.com', 'WWW.hook.other.com.']],
])('a block of %s holds for', (blocked, hosts) => {
  test.each(hosts)('%s', async (host) => {
    world.names.set(new URL(`https://${host}/`).hostname, '192.0.2.1');
    await world.followed.block(blocked);
    await world.add(`https://${host}/`);
    await world.work();
    expect((await world.event())!.delivery).toMatchObject({ last_error: 'host_blocked' });
  });
});

test('a block of a host does not hold for other hosts of its domain', async () => {
  await world.followed.block('hook.other.com');
  await world.add('https://my.other.com/');
  await world.work();
  expect((await world.event())!.delivery).toMatchObject({ last_error: 'name_not_found' });
});

describe('a receiver that has answered 410 gets nothing of its owner', () => {
  const url = 'http://hook.test/in?answer=410&times=1';
  const second = { owner: 'o1', watch: 'w2' };
  const put = (watch: { owner: string; watch: string }, attributes = {}) =>
    world.db.put({
      TableName: watchesTable.name,
      Item: { partition: `owner#${watch.owner}`, sort: `watch#${watch.watch}`, deliver_url: url, ...attributes },
    });
  const stateOf = async (signer: { owner: string; watch: string }) =>
    (await world.services.outcomes.readSigner(signer))!;

  test('by another watch, which then fails too, until a test of the address succeeds', async () => {
    await put(second);
    await world.add(url);
    expect(await world.work()).toEqual(['failed']);
    await world.deliveries.add({ id: 'd2', url, body: '{}', signer: second, event: null });
    expect(await world.work()).toEqual(['dropped']);
    expect(world.received).toHaveLength(1);
    expect(await stateOf(second)).toMatchObject({ failing: { since: world.clock.now, reason: 'receiver_gone' } });
    await world.services.outcomes.confirm('o1', url);
    for (const signer of [SIGNER, second]) {
      await world.deliveries.add({ id: `after-${signer.watch}`, url, body: '{}', signer, event: null });
    }
    expect(await world.work()).toEqual(['delivered', 'delivered']);
    expect([(await stateOf(SIGNER)).failing, (await stateOf(second)).failing]).toEqual([undefined, undefined]);
  });

  test('but still of other owners', async () => {
    const other = { owner: 'o2', watch: 'w2' };
    await put(other);
    await world.add(url);
    await world.work();
    await world.deliveries.add({ id: 'd2', url, body: '{}', signer: other, event: null });
    expect(await world.work()).toEqual(['delivered']);
  });
});

test('410 ends the confirmation of an address: the next batch tests it again', async () => {
  const url = 'http://hook.test/in?answer=410';
  await world.services.outcomes.confirm('o1', url);
  await world.add(url);
  expect(await world.work()).toEqual(['failed']);
  const signer = { owner: 'o1', watch: null };
  await world.deliveries.add({ id: 'b1', url, body: '{"type":"batch.ended"}', signer, event: null });
  expect(await world.work()).toEqual(['failed']);
  expect(world.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['test', 'watch.test']);
});

test('a watch that fails is in the list for the operator until a delivery succeeds', async () => {
  const { outcomes } = world.services;
  await world.add('http://hook.test/in?answer=500');
  await world.pass(25 * 60 * MINUTE_MS);
  expect(await outcomes.readFailing()).toMatchObject([SIGNER]);
  await outcomes.clearFailing(SIGNER, 'http://hook.test/in?answer=500');
  expect(await outcomes.readFailing()).toEqual([]);
});
