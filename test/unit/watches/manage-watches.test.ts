import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventOfKey } from '../../support/api-event.ts';
import { fetchAllowance } from '../../../functions/core/accounts/fetch-allowance.ts';
import { createFetchedHosts } from '../../../functions/core/accounts/fetched-hosts.ts';
import { condition, type Condition } from '../../../functions/core/watches/conditions.ts';
import {
  changeWatch,
  createWatch,
  deleteWatch,
  rotateSecret,
  testWatch,
  type NewWatch,
} from '../../../functions/core/watches/manage-watches.ts';
import { TEST_INTERVAL_MS } from '../../../functions/core/deliveries/test-limits.ts';
import { SETTLE_MS } from '../../../functions/core/watches/store/events.ts';
import { createWatches } from '../../../functions/core/watches/store/watches.ts';
import { watchOf } from '../../../functions/core/watches/watch-answers.ts';
import { readWatchedCrawl } from '../../../functions/core/watches/watched-lists.ts';
import { keyedCallerOf } from '../../../functions/core/platform/http/caller.ts';
import { DAY_MS, dayOf } from '../../../functions/core/platform/time/day.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import type { SnapshotValues } from '../../../functions/core/record/history-values.ts';
import { coordinationTable, scheduleTable, watchesTable } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';
import { evaluateSnapshots, HOOK, createWatchWorld, ownerOf } from './watch-world.ts';

const world = useFresh(createWatchWorld);
const owner = ownerOf('o1');
const drop: Condition = condition.parse({ on: 'drop', metric: 'seo_score', by: 10 });
const requestOf = (changes: Partial<NewWatch> = {}): NewWatch => ({
  ...{ domains: ['a.com'], conditions: [drop], crawl: null, deliver: null, mail: false },
  ...changes,
});
const create = (changes?: Partial<NewWatch>, of = owner) => createWatch(requestOf(changes), of, world.managing);
const problem = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  );

/** Stores a snapshot of each following day with this score, and evaluates it like the worker. */
async function passDays(domain: string, ...scores: number[]) {
  for (const seo_score of scores) {
    world.clock.now += DAY_MS;
    const takenAt = new Date(world.clock.now).toISOString();
    const values = { site_status: 'ok', failed_audits: null, seo_score } as unknown as SnapshotValues;
    await world.records.services.snapshots.add(domain, takenAt, values);
    await evaluateSnapshots(domain, world.evaluating());
  }
}
/** Returns members of maps in the order of their names: DynamoDB keeps no order. */
const withSortedMembers = (db: DynamoDB): DynamoDB => ({
  ...db,
  get: async (...given) => sorted(await db.get(...given)),
});

function sorted<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(sorted) as Value;
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, sorted(member)]);
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1))) as Value;
}

/** Returns the item of a domain that refers to a watch of the owner. */
const placeOf = async (id: string, domain: string) =>
  (await world.db.get({ TableName: watchesTable.name, Key: { partition: `domain#${domain}`, sort: `o1#${id}` } })).Item;
const eventsOf = async (id: string) => {
  world.clock.now += SETTLE_MS + 1;
  return (await world.events.list(id, { after: '0', limit: 100 })).events;
};

describe('a new watch', () => {
  test('makes the snapshots of its domains daily', async () => {
    const { clock, list } = world;
    await create({ domains: ['a.com', 'b.com'] });
    const states = await list.states(['a.com', 'b.com']);
    for (const { followed, nextSnapshotAt } of states.values()) {
      expect([followed, Date.parse(nextSnapshotAt!) - clock.now <= DAY_MS]).toEqual([true, true]);
    }
  });

  test('is refused when the owner has the maximum number, also of concurrent ones', async () => {
    const few = ownerOf('o2', { most: 2 });
    const results = await Promise.all(Array.from({ length: 5 }, () => problem(create({}, few))));
    expect(results.filter((code) => code === null)).toHaveLength(2);
    const [first] = await world.watches.list('o2');
    expect(await problem(create({}, few))).toBe('watches_full');
    await deleteWatch('o2', first!.id, world.managing);
    expect(await problem(create({}, few))).toBeNull();
  });

  test('of followed domains leaves their number and their schedule as they are', async () => {
    const domains = ['a.com', 'b.com', 'c.com'];
    await create({ domains });
    const written: unknown[] = [];
    world.db.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          const { TableName, Key } = args.input as { TableName?: string; Key?: object };
          if (commandName === 'UpdateItemCommand' && TableName === scheduleTable.name) written.push(Key);
          return next(args);
        },
      { step: 'initialize' },
    );
    await create({ domains });
    expect(written).toEqual([]);
  });

  test('brings the snapshot of a followed domain forward that was not requested for long', async () => {
    const { clock, list, managing } = world;
    await create();
    clock.now += 40 * DAY_MS;
    const stateOfDomain = async () => (await list.states(['a.com'])).get('a.com')!;
    const { nextSnapshotAt, lastRequestedOn } = await stateOfDomain();
    const due = { domain: 'a.com', next_snapshot_at: nextSnapshotAt!, last_asked_on: lastRequestedOn! };
    await world.records.services.followed.advance(due, clock.now);
    const isDueSoon = async () => Date.parse((await stateOfDomain()).nextSnapshotAt!) - clock.now <= DAY_MS;
    expect(await isDueSoon()).toBe(false);
    await createWatch(requestOf(), owner, managing);
    expect(await isDueSoon()).toBe(true);
  });

  test('is refused for a blocked domain', async () => {
    await world.records.services.followed.block('b.com');
    expect(await problem(create({ domains: ['a.com', 'b.com'] }))).toBe('invalid_parameter');
  });

  test('has a receiver that is unconfirmed until it answers a test', async () => {
    const watch = await create({ deliver: { url: `${HOOK}?answer=401&times=1` } });
    expect(watchOf(watch).deliver).toMatchObject({ state: 'unconfirmed', reason: 'http_error', status: 401 });
    await passDays('a.com', 90, 70);
    await world.work();
    expect(world.received).toHaveLength(1);
    const { attempt } = await testWatch('o1', watch.id, world.managing);
    expect([attempt.error, watchOf((await world.watches.read('o1', watch.id))!).deliver?.state]).toEqual([
      null,
      'active',
    ]);
    expect(await problem(testWatch('o1', watch.id, world.managing))).toBe('rate_limited');
    world.clock.now += TEST_INTERVAL_MS;
    expect(await problem(testWatch('o1', watch.id, world.managing))).toBeNull();
  });

  test('has a receiver that is not tested while another address on its host was tested within a minute', async () => {
    await create({ deliver: { url: `${HOOK}?answer=401` } });
    const second = await create({ deliver: { url: `${HOOK}?answer=401` } });
    expect(watchOf(second).deliver).toMatchObject({ state: 'unconfirmed', reason: 'not_tested', status: null });
    expect(world.received).toHaveLength(1);
  });

  test('sends its events with a signature that standardwebhooks verifies', async () => {
    const watch = await create({ deliver: { url: HOOK } });
    const secret = await world.sending.secrets.current({ owner: 'o1', watch: watch.id });
    await passDays('a.com', 90, 70);
    expect(await world.work()).toEqual(['delivered']);
    const { body, id, timestamp, signature } = world.received.at(-1)!;
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    // The clock of the test is in the past.
    expect(() => new Webhook(secret).verify(body, headers)).toThrow(/timestamp/i);
    expect(new Webhook(secret).sign(id, new Date(Number(timestamp) * 1_000), body)).toBe(signature);
    expect(JSON.parse(body)).toMatchObject({
      type: 'watch.triggered',
      data: { id, watch: watch.id, domain: 'a.com', name: 'seo_score', before: 90, after: 70 },
    });
    expect(await eventsOf(watch.id)).toMatchObject([{ id, delivery: { state: 'delivered', attempts: 1 } }]);
  });
});

describe('the allowance of an owner', () => {
  const NONE = { domains: 0, pages: 0, watches: 0 };
  const HOLDER = { owner: 'o5', plan: 'basic', domainsPerDay: 3, pagesPerDay: 1 };
  const few = useFresh(() => createWatchWorld([], { maxFollowed: 1 }));

  /** An owner whose allowance is counted, as of a key. */
  function counted(changes: Partial<typeof HOLDER> = {}, given = world) {
    return ownerOf('o5', allowanceOf({ ...HOLDER, ...changes }, given));
  }
  const allowanceOf = (holder: typeof HOLDER, { allowances, managing, db } = world) =>
    fetchAllowance(keyedCallerOf(eventOfKey('k5')), {
      ...{ allowances, now: managing.now, plans: { basic: NONE, pro: NONE }, isReachable: () => false },
      holders: { find: () => Promise.resolve(holder), expire: () => Promise.resolve() },
      hosts: createFetchedHosts(db, coordinationTable.name, managing.now),
    });
  const used = async ({ allowances } = world) => (await allowances.used('o5')).domains;
  const followed = async (...domains: string[]) =>
    [...(await world.list.states(domains)).values()].map((state) => state.followed);

  test('counts each domain that becomes followed, and refuses those that it does not suffice for', async () => {
    const watch = await create({ domains: ['a.com', 'b.com'] }, counted());
    expect(await used()).toBe(2);
    await create({ domains: ['a.com', 'b.com'] }, counted());
    const changeTo = (...domains: string[]) => changeWatch(watch.id, { domains }, counted(), world.managing);
    await changeTo('b.com', 'c.com');
    await changeTo('a.com');
    expect(await used()).toBe(3);
    expect(await problem(changeTo('a.com', 'd.com'))).toBe('domain_allowance_exceeded');
    expect(await problem(create({ domains: ['d.com'] }, counted()))).toBe('domain_allowance_exceeded');
    expect(await followed('c.com', 'd.com')).toEqual([true, false]);
    const stored = (await world.watches.list('o5')).map(({ domains }) => domains!.join());
    expect(stored.toSorted()).toEqual(['a.com', 'a.com,b.com']);
  });

  test('applies to stored watches as soon as the operator changes it', async () => {
    const watch = await create({}, ownerOf('o6', { limits: { domains: 10, pages: 10 } }));
    await world.watches.setLimits('o6', { domains: 0, pages: 0 });
    await passDays('a.com', 90, 70);
    expect(await eventsOf(watch.id)).toEqual([]);
    await world.watches.setLimits('o6', { domains: 10, pages: 10 });
    await passDays('a.com', 90, 70);
    expect(await eventsOf(watch.id)).not.toEqual([]);
  });

  test('is not used by a request with too many hosts of one domain, nor are those of other owners', async () => {
    const hosts = Array.from({ length: 101 }, (_, index) => `h${index}.victim.com`);
    const many = counted({ domainsPerDay: 200 });
    for (let times = 0; times < 3; times += 1) {
      expect(await problem(create({ domains: hosts }, many))).toBe('domain_allowance_exceeded');
    }
    expect([await used(), ...(await followed('h0.victim.com'))]).toEqual([0, false]);
    const ofAnother = allowanceOf({ ...HOLDER, owner: 'o6' });
    await ofAnother.takePage('victim.com');
    await ofAnother.takeDomain('shop.victim.com');
  });

  test('is used for those that are followed by a request that is refused afterwards', async () => {
    const made = createWatch(requestOf({ domains: ['a.com', 'b.com'] }), counted({}, few), few.managing);
    expect(await problem(made)).toBe('snapshots_full');
    expect(await used(few)).toBe(1);
  });
});

describe('an evaluation', () => {
  test('that is repeated records and sends an event once', async () => {
    const watch = await create({ deliver: { url: HOOK } });
    await passDays('a.com', 90, 70);
    await world.work();
    await evaluateSnapshots('a.com', world.evaluating());
    await Promise.all([1, 2, 3].map(() => evaluateSnapshots('a.com', world.evaluating())));
    await world.work();
    expect(world.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'watch.test',
      'watch.triggered',
    ]);
    expect(await eventsOf(watch.id)).toHaveLength(1);
  });

  test.each([null, { url: HOOK }])('sends the mail of an event once, with the receiver %j', async (deliver) => {
    const watch = await create({ deliver, mail: true });
    await passDays('a.com', 90, 70);
    // The evaluation of the next day covers this one as well.
    for (const score of [70, 70]) {
      await world.work();
      await passDays('a.com', score);
    }
    await world.work();
    expect(world.mails).toMatchObject([{ subject: 'a.com: SEO score dropped from 90 to 70' }]);
    const last_status = deliver && 204;
    expect(await eventsOf(watch.id)).toMatchObject([{ delivery: { state: 'delivered', attempts: 1, last_status } }]);
  });

  test('sends mails in the language of the watch, and none after they were switched off', async () => {
    const watch = await create({ mail: true, language: 'zh' });
    expect(watchOf(watch)).not.toHaveProperty('language');
    expect(watchOf({ ...watch, limits: null })).toHaveProperty('language', 'zh');
    await passDays('a.com', 90, 70);
    world.clock.now += DAY_MS;
    await world.work();
    expect(world.mails).toMatchObject([{ subject: 'a.com：SEO 得分从 90 降至 70' }]);
    await passDays('a.com', 90, 70);
    await changeWatch(watch.id, { mail: false }, owner, world.managing);
    world.clock.now += DAY_MS;
    await world.work();
    expect(world.mails).toHaveLength(1);
    const delivery = { state: 'failed', last_error: 'mail_off' };
    expect((await eventsOf(watch.id)).at(-1)).toMatchObject({ delivery });
  });

  test('counts a domain once a day for each owner, and stops when the allowance is used up', async () => {
    const one = ownerOf('o3', { limits: { domains: 1, pages: 1 } });
    const [first, second] = [await create({}, one), await create({ domains: ['b.com'] }, one)];
    await create({}, one);
    world.clock.now += DAY_MS;
    expect(await evaluateSnapshots('a.com', world.evaluating())).toHaveLength(2);
    expect(await evaluateSnapshots('a.com', world.evaluating())).toHaveLength(2);
    expect(await evaluateSnapshots('b.com', world.evaluating())).toEqual([]);
    expect(await evaluateSnapshots('b.com', world.evaluating())).toEqual([]);
    world.clock.now += DAY_MS;
    const ids = async (domain: string) => (await evaluateSnapshots(domain, world.evaluating())).map(({ id }) => id);
    expect([await ids('b.com'), await ids('a.com')]).toEqual([[second.id], []]);
    expect(first.id).not.toBe(second.id);
  });

  test('keeps the snapshots of a domain daily for months, but does not follow it again', async () => {
    const { clock, list, records } = world;
    await create();
    const next = async () => (await list.states(['a.com'])).get('a.com')!;
    clock.now += 40 * DAY_MS;
    await evaluateSnapshots('a.com', world.evaluating());
    expect((await next()).lastRequestedOn).toBe(dayOf(clock.now));
    await records.services.followed.unfollow('a.com');
    clock.now += DAY_MS;
    expect(await evaluateSnapshots('a.com', world.evaluating())).toHaveLength(1);
    expect((await next()).followed).toBe(false);
  });

  test('does not concern the watches of a domain that is blocked', async () => {
    await create();
    await world.records.services.followed.block('a.com');
    expect(await evaluateSnapshots('a.com', world.evaluating())).toEqual([]);
  });
});

describe('a changed watch', () => {
  test('watches other domains', async () => {
    const watch = await create();
    await changeWatch(watch.id, { domains: ['b.com'] }, owner, world.managing);
    world.clock.now += DAY_MS;
    expect(await evaluateSnapshots('a.com', world.evaluating())).toEqual([]);
    expect((await evaluateSnapshots('b.com', world.evaluating())).map(({ id }) => id)).toEqual([watch.id]);
  });

  test('is changed by one of two concurrent requests, and watches the domains of that one only', async () => {
    const watch = await create();
    const names = ['b.com', 'c.com'];
    const changes = names.map((domain) => changeWatch(watch.id, { domains: [domain] }, owner, world.managing));
    const outcomes = await Promise.all(changes.map(problem));
    expect(outcomes.toSorted()).toEqual(['conflict', null]);
    world.clock.now += DAY_MS;
    const found = [];
    for (const name of names) found.push(await evaluateSnapshots(name, world.evaluating()));
    expect(found.map(({ length }) => length)).toEqual(outcomes.map((code) => (code === null ? 1 : 0)));
    const refused = names[outcomes.indexOf('conflict')]!;
    expect(await placeOf(watch.id, refused)).toMatchObject({ left: true, expires_at: expect.any(Number) });
  });

  test('does not watch a domain whose removal was interrupted', async () => {
    const watch = await create({ domains: ['a.com', 'b.com'] });
    const interrupted = { ...world.db, batchWrite: () => Promise.reject(new Error('the function has ended')) };
    const watches = createWatches(interrupted, watchesTable.name, () => world.clock.now);
    await problem(changeWatch(watch.id, { domains: ['b.com'] }, owner, { ...world.managing, watches }));
    world.clock.now += DAY_MS;
    expect(await evaluateSnapshots('a.com', world.evaluating())).toEqual([]);
    expect(await placeOf(watch.id, 'a.com')).toMatchObject({ left: true, expires_at: expect.any(Number) });
  });

  test('watches an added domain that is evaluated before the watch is stored', async () => {
    const watch = await create();
    const evaluated: unknown[] = [];
    const slow: typeof world.db = {
      ...world.db,
      async update(...given) {
        evaluated.push(await evaluateSnapshots('b.com', world.evaluating()));
        return world.db.update(...given);
      },
    };
    const watches = createWatches(slow, watchesTable.name, () => world.clock.now);
    await changeWatch(watch.id, { domains: ['b.com'] }, owner, { ...world.managing, watches });
    expect(evaluated).toEqual([[]]);
    world.clock.now += DAY_MS;
    expect(await evaluateSnapshots('b.com', world.evaluating())).toHaveLength(1);
  });

  test('compares its new conditions from then on', async () => {
    const watch = await create();
    await passDays('a.com', 90, 70);
    await changeWatch(
      watch.id,
      { conditions: [condition.parse({ on: 'below', metric: 'seo_score', value: 80 })] },
      owner,
      world.managing,
    );
    await passDays('a.com', 70, 70);
    expect((await eventsOf(watch.id)).map(({ condition: { on } }) => on)).toEqual(['drop', 'below']);
  });

  test('reports a condition that still holds again only if its conditions have changed', async () => {
    const below = condition.parse({ on: 'below', metric: 'seo_score', value: 80 });
    const watch = await create({ conditions: [below] });
    await passDays('a.com', 90, 70);
    expect(await eventsOf(watch.id)).toHaveLength(1);
    const watches = createWatches(withSortedMembers(world.db), watchesTable.name, () => world.clock.now);
    const changeTo = (...conditions: Condition[]) =>
      changeWatch(watch.id, { conditions }, owner, { ...world.managing, watches });
    await changeTo(below);
    await passDays('a.com', 70);
    expect(await eventsOf(watch.id)).toHaveLength(1);
    await changeTo(below, drop);
    await passDays('a.com', 70, 70);
    expect(await eventsOf(watch.id)).toHaveLength(2);
  });

  test('keeps its receiver unless the address changes', async () => {
    const watch = await create({ deliver: { url: HOOK } });
    const same = await changeWatch(watch.id, { mail: false }, owner, world.managing);
    expect(watchOf(same).deliver?.state).toBe('active');
    const none = await changeWatch(watch.id, { deliver: null }, owner, world.managing);
    expect(watchOf(none).deliver).toBeNull();
    expect(await problem(testWatch('o1', watch.id, world.managing))).toBe('no_receiver');
  });

  describe.each([
    ['answers', HOOK],
    ['fails', `${HOOK}?answer=500`],
  ])('whose receiver is changed during its test, which %s,', (_, tested) => {
    test.each([
      ['none', null],
      ['another', { url: `${HOOK}?answer=401` }],
    ])('keeps the change to %s', async (__, deliver) => {
      const watch = await create();
      await world.watches.set(watch, { unconfirmed_url: tested });
      const change = async () => {
        await changeWatch(watch.id, { deliver }, owner, world.managing);
        return null;
      };
      // A test is counted between the read of the watch and the request.
      const sending = { ...world.sending, tests: { take: change } };
      const outcome = await testWatch('o1', watch.id, { ...world.managing, sending });
      const stored = (await world.watches.read('o1', watch.id))!;
      expect([stored.deliver_url, stored.unconfirmed_url]).toEqual([undefined, deliver?.url]);
      expect(stored.challenge?.status).toBe(deliver ? 401 : undefined);
      expect(watchOf(outcome.watch)).toEqual(watchOf(stored));
    });
  });

  test('stays failing when a delivery fails while it is changed', async () => {
    const watch = await create({ deliver: { url: HOOK } });
    const failing = { since: world.clock.now, reason: 'http_error' };
    const takeDomains = async () => {
      await world.sending.outcomes.markFailing({ owner: 'o1', watch: watch.id }, HOOK, failing);
    };
    await changeWatch(watch.id, { domains: ['b.com'] }, ownerOf('o1', { takeDomains }), world.managing);
    const changed = watchOf((await world.watches.read('o1', watch.id))!);
    expect(changed).toMatchObject({ domains: ['b.com'], deliver: { state: 'failing', reason: 'http_error' } });
  });

  test('has a new secret, and both sign for a day', async () => {
    const watch = await create({ deliver: { url: HOOK } });
    const before = await world.sending.secrets.current({ owner: 'o1', watch: watch.id });
    const rotated = await rotateSecret('o1', watch.id, world.managing);
    const after = await world.sending.secrets.current({ owner: 'o1', watch: watch.id }, rotated.secret_version);
    expect(after).not.toBe(before);
    world.clock.now += TEST_INTERVAL_MS;
    await testWatch('o1', watch.id, world.managing);
    expect(world.received.at(-1)!.signature.split(' ')).toHaveLength(2);
  });

  test('has the promised signatures of each previous secret when it is rotated again', async () => {
    const watch = await create({ deliver: { url: HOOK } });
    const first = await world.sending.secrets.current({ owner: 'o1', watch: watch.id });
    for (let count = 0; count < 2; count += 1) {
      await rotateSecret('o1', watch.id, world.managing);
      world.clock.now += TEST_INTERVAL_MS;
    }
    await testWatch('o1', watch.id, world.managing);
    const { signature, id, timestamp, body } = world.received.at(-1)!;
    expect(signature.split(' ')).toHaveLength(3);
    expect(signature).toContain(new Webhook(first).sign(id, new Date(Number(timestamp) * 1000), body));
  });

  test.each(['changed', 'deleted'])('of another owner is not found when it is %s', async (action) => {
    const watch = await create();
    const other = ownerOf('o4');
    const work =
      action === 'deleted'
        ? deleteWatch(other.id, watch.id, world.managing)
        : changeWatch(watch.id, {}, other, world.managing);
    expect(await problem(work)).toBe('not_found');
  });
});

describe('the deletion', () => {
  test('of a watch deletes its events and stops its deliveries', async () => {
    const watch = await create({ deliver: { url: HOOK } });
    await passDays('a.com', 90, 70);
    await deleteWatch('o1', watch.id, world.managing);
    expect(await world.work()).toEqual(['dropped']);
    expect(await eventsOf(watch.id)).toEqual([]);
    expect(await evaluateSnapshots('a.com', world.evaluating())).toEqual([]);
  });

  test('of a domain deletes it from watches, with its events and pending deliveries', async () => {
    const watch = await create({ domains: ['a.com', 'b.com'], deliver: { url: `${HOOK}?answer=500&times=9` } });
    const tested = await world.watches.read('o1', watch.id);
    await world.watches.set(watch, { deliver_url: HOOK, unconfirmed_url: undefined });
    expect(tested?.unconfirmed_url).toBeDefined();
    await passDays('a.com', 90, 70);
    await passDays('b.com', 90, 70);
    await world.watches.deleteDomain('a.com');
    expect((await world.watches.read('o1', watch.id))?.domains).toEqual(['b.com']);
    expect((await eventsOf(watch.id)).map(({ domain }) => domain)).toEqual(['b.com']);
    expect(await world.work()).toEqual(['ignored', 'delivered']);
    expect(await evaluateSnapshots('a.com', world.evaluating())).toEqual([]);
  });

  test('of a domain that was removed from a watch deletes its events too', async () => {
    const watch = await create({ domains: ['a.com', 'b.com'] });
    await passDays('a.com', 90, 70);
    await changeWatch(watch.id, { domains: ['b.com'] }, owner, world.managing);
    expect(await eventsOf(watch.id)).toHaveLength(1);
    await world.watches.deleteDomain('a.com');
    expect(await eventsOf(watch.id)).toEqual([]);
  });
});

test('a watch of the operator watches the domains with a tag', async () => {
  const { list } = world;
  await list.add('a.com');
  await list.addTags('a.com', ['shops']);
  const operator = ownerOf('the-operator', { most: null, limits: null });
  const watch = await createWatch({ ...requestOf(), domains: undefined, tag: 'shops' }, operator, world.managing);
  await passDays('a.com', 90, 70);
  await passDays('b.com', 90, 70);
  expect((await eventsOf(watch.id)).map(({ domain }) => domain)).toEqual(['a.com']);
  await world.watches.deleteDomain('a.com');
  expect(await eventsOf(watch.id)).toEqual([]);
});

test('events are listed in pages, each once, in the order in which they were recorded', async () => {
  const watch = await create();
  await passDays('a.com', 90, 70, 90, 70, 90, 70);
  const all = await eventsOf(watch.id);
  expect(all).toHaveLength(3);
  const paged: string[] = [];
  for (let after: string | null = '0'; after !== null;) {
    const page: Awaited<ReturnType<typeof world.events.list>> = await world.events.list(watch.id, { after, limit: 1 });
    paged.push(...page.events.map(({ id }) => id));
    after = page.events.at(-1)?.sort ?? null;
  }
  expect(paged).toEqual(all.map(({ id }) => id));
  const since = await world.events.list(watch.id, { after: all[1]!.at, limit: 10 });
  expect(since.events).toHaveLength(2);
  expect(dayOf(Date.parse(all[0]!.measured_at))).toBe(dayOf(Date.parse(all[0]!.at)));
});

describe('the crawls of a watch', () => {
  const crawlOf = (members: object) =>
    ({ every: 'week', pages: 10, include: [], exclude: [], depth: null, ...members }) as NonNullable<NewWatch['crawl']>;
  const urls = Array.from({ length: 5_000 }, (_, number) => `https://a.com/products/item-${number}`);
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { details: unknown }) => error.details,
    );

  test('have lists of up to 5,000 addresses, of which answers contain the first ones', async () => {
    const { id } = await create({ crawl: crawlOf({ pages: 500, urls }) });
    const stored = (await world.watches.read(owner.id, id))!;
    expect(await readWatchedCrawl(stored)).toMatchObject({ urls, sitemaps: [] });
    expect(watchOf(stored).crawl).toMatchObject({ urls: urls.slice(0, 10), urls_total: 5_000, sitemaps_total: 0 });
    expect(watchOf(stored).crawl).not.toHaveProperty('cut');
  });

  test('have addresses of the watched domain alone', async () => {
    expect(await refused(create({ crawl: crawlOf({ urls: [urls[0], 'https://b.com/'] }) }))).toMatchObject([
      { param: 'crawl.urls.1', rule: 'other_host' },
    ]);
    const several = create({ domains: ['a.com', 'b.com'], crawl: crawlOf({ urls }) });
    expect(await refused(several)).toMatchObject([{ param: 'domains', rule: 'one_domain_for_lists' }]);
  });

  test('keep their lists when other members change, but not with another domain', async () => {
    const { id } = await create({ crawl: crawlOf({ sitemaps: ['https://a.com/sitemap.xml'] }) });
    await changeWatch(id, { conditions: [{ ...drop, by: 20 } as Condition] }, owner, world.managing);
    const stored = (await world.watches.read(owner.id, id))!;
    expect(await readWatchedCrawl(stored)).toMatchObject({ sitemaps: ['https://a.com/sitemap.xml'] });
    expect(await refused(changeWatch(id, { domains: ['b.com'] }, owner, world.managing))).toMatchObject([
      { param: 'domains', rule: 'one_domain_for_lists' },
    ]);
    const changed = await changeWatch(id, { domains: ['b.com'], crawl: crawlOf({}) }, owner, world.managing);
    expect(watchOf(changed)).toMatchObject({ domains: ['b.com'], crawl: { sitemaps: [], sitemaps_total: 0 } });
    expect(await world.watches.read(owner.id, id)).not.toHaveProperty('crawl_lists');
  });

  test('have encrypted credentials for one domain, of which answers contain names', async () => {
    const crawl = crawlOf({
      headers: { 'X-Token': 'token-51ab' },
      basic_auth: { username: 'you', password: 'pw-77c0' },
    });
    expect(await refused(create({ domains: ['a.com', 'b.com'], crawl }))).toMatchObject([
      { param: 'domains', rule: 'one_domain_for_credentials' },
    ]);
    const { id } = await create({ crawl });
    const stored = (await world.watches.read(owner.id, id))!;
    expect(Buffer.from(stored.crawl_credentials!).toString()).toContain('"owner":"o1"'.split('').reverse().join(''));
    expect(watchOf(stored).crawl).toMatchObject({ headers: ['X-Token'], basic_auth: true });
    for (const secret of ['token-51ab', 'pw-77c0'])
      expect(JSON.stringify([stored, watchOf(stored)])).not.toContain(secret);

    await changeWatch(id, { conditions: [{ ...drop, by: 20 } as Condition] }, owner, world.managing);
    expect(await world.watches.read(owner.id, id)).toHaveProperty('crawl_credentials');
    expect(await refused(changeWatch(id, { domains: ['b.com'] }, owner, world.managing))).toMatchObject([
      { param: 'domains', rule: 'one_domain_for_credentials' },
    ]);
    const changed = await changeWatch(id, { crawl: crawlOf({}) }, owner, world.managing);
    expect(watchOf(changed).crawl).toMatchObject({ headers: [], basic_auth: false });
    expect(await world.watches.read(owner.id, id)).not.toHaveProperty('crawl_credentials');
  });

  test.each([
    ['addresses', { urls: ['https://a.com/private'] }],
    ['credentials', { headers: { 'X-Token': 'token-51ab' } }],
  ])('with %s end when the data of their domain are deleted', async (_, members) => {
    const { id } = await create({ crawl: crawlOf(members) });
    await world.watches.deleteDomain('a.com');
    const stored = (await world.watches.read(owner.id, id))!;
    expect(stored).toMatchObject({ domains: [], crawl: null });
    expect(stored).not.toHaveProperty('crawl_lists');
    expect(stored).not.toHaveProperty('crawl_credentials');
  });

  test('of several domains continue for the others when the data of a domain are deleted', async () => {
    const { id } = await create({ domains: ['a.com', 'b.com'], crawl: crawlOf({}) });
    await world.watches.deleteDomain('a.com');
    const { domains, crawl } = (await world.watches.read(owner.id, id))!;
    expect({ domains, crawl }).toMatchObject({ domains: ['b.com'], crawl: { every: 'week' } });
  });

  test('refuse an invalid selector with its position', async () => {
    const extract = [{ name: 'price', css: 'b > ', get: 'text' }];
    expect(await refused(create({ crawl: crawlOf({ extract }) }))).toEqual([
      {
        ...{ param: 'crawl.extract.0.css', rule: 'selector', values: { position: 3 } },
        message: 'is not a CSS selector from character 3 on',
      },
    ]);
  });
});
