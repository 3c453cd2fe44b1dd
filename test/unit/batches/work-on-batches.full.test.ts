import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { BatchView } from '../../../functions/core/batches/batch.ts';
import { resumeBatches } from '../../../functions/core/batches/resume-batches.ts';
import { createBatchWorld } from '../../hostile/support-faults/batch-world.ts';
import { MAX_PART_ROWS } from '../../../functions/core/batches/store/item.ts';
import { chance } from '../../hostile/support-faults/chance.ts';
import { useOpened } from '../../support/use-opened.ts';

const DAY_MS = 86_400_000;
let before: number;

const world = useOpened(() => createBatchWorld());
beforeEach(async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  world.siteTakes(0);
  before = await world.used();
});
afterEach(() => {
  world.fail(null);
  world.beforeSite(() => Promise.resolve());
  world.messages.length = 0;
  jest.restoreAllMocks();
});

let created = 0;
const newNames = (count: number, kind = 'w') => Array.from({ length: count }, () => `${kind}${(created += 1)}.com`);
/** Most rows are invalid, so that there are many parts with few domains. */
const spread = (domains: string[], aPart: number) =>
  domains.flatMap((domain) => [domain, ...Array<string>(MAX_PART_ROWS / aPart - 1).fill('no domain')]);
const statuses = ({ rows }: BatchView) => rows.map(({ status }) => status);
const times = (list: string[], domain: string) => list.filter((each) => each === domain).length;
const usedNow = async () => (await world.used()) - before;

async function expectDoneOnce(ids: string[], domains: string[]) {
  expect(world.messages).toEqual([]);
  for (const id of ids) {
    const known = statuses(await world.read(id)).filter((status) => status !== 'invalid');
    expect(new Set(known)).toEqual(new Set(['done']));
  }
  expect(await world.batchesInProgress()).toEqual([]);
  for (const domain of domains) {
    const { site, tranco, paid } = world.asked;
    expect([domain, ...[site, tranco, paid].map((list) => times(list, domain))]).toEqual([domain, 1, 1, 1]);
    expect(await world.history(domain)).toHaveLength(1);
  }
}

test.each(['down', 'gone', 'up'])('a domain in many rows is requested once: %s', async (kind) => {
  const [domain] = newNames(1, kind);
  const forms = [domain!, `https://${domain!}/`, domain!.toUpperCase(), `www.${domain!}`, `${domain!},`];
  const { batchId } = await world.create(Array.from({ length: 70 }, (_, row) => forms[row % forms.length]));
  await world.workOff();
  const status = { down: 'failed', gone: 'not_found', up: 'done' }[kind];
  expect(statuses(await world.read(batchId!))).toEqual(Array(70).fill(status));
  expect(times(world.asked.site, domain!)).toBe(kind === 'gone' ? 0 : 1);
  expect(await usedNow()).toBe(kind === 'gone' ? 0 : 1);
});

test('each domain is fetched once, and the batch ends, when messages are duplicated, concurrent and out of order', async () => {
  const domains = newNames(40);
  const { batchId } = await world.create(spread(domains, 5));
  await world.workTogether(4, chance(27));
  await world.workOff();
  await expectDoneOnce([batchId!], domains);
  expect(await usedNow()).toBe(40);
});

test('each domain is fetched once when two batches and a query request it concurrently', async () => {
  const domains = newNames(12);
  world.beforeSite(() => new Promise((resolve) => setTimeout(resolve, 5)));
  const both = await Promise.all([world.create(domains), world.create(domains)]);
  await Promise.all([world.workTogether(3, chance(28)), ...domains.slice(0, 6).map((domain) => world.query(domain))]);
  await world.workOff();
  await expectDoneOnce(
    both.map(({ batchId }) => batchId!),
    domains,
  );
});

test('each domain is fetched once after both were created when two batches refresh it concurrently', async () => {
  const domains = newNames(8);
  await world.create(domains);
  await world.workOff();
  world.advanceClock(60_000);
  const both = await Promise.all([world.create(domains, { refresh: true }), world.create(domains, { refresh: true })]);
  world.advanceClock(1_000);
  await world.workTogether(3, chance(29));
  await world.workOff();
  for (const { batchId, createdAt } of both) {
    const { rows, entries } = await world.read(batchId!);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['done']));
    for (const { updatedAt } of entries.values()) expect(updatedAt > createdAt).toBe(true);
  }
  for (const domain of domains) expect(times(world.asked.site, domain)).toBe(2);
});

test('forty hosts of one registrable domain are fetched a day for an owner; the others are refused, and their allowance is returned', async () => {
  const hosts = newNames(43).map((name) => `${name.replace('.com', '')}.many-hosts.com`);
  const { batchId } = await world.create(hosts, { paid: false });
  await world.workOff();
  const { rows } = await world.read(batchId!);
  const refused = rows.filter(({ status }) => status === 'refused');
  expect(rows.filter(({ status }) => status === 'done')).toHaveLength(40);
  expect(refused).toHaveLength(3);
  for (const { error } of refused) {
    expect(error).toMatchObject({ code: 'domain_allowance_exceeded', retryable: true });
    expect(error!.message).toContain('many-hosts.com');
  }
  expect(await usedNow()).toBe(40);
});

test('a batch reports that its domains were deleted', async () => {
  const domains = newNames(3);
  const { batchId } = await world.create(domains);
  await world.workOff();
  for (const domain of domains) await world.forget(domain);
  const view = await world.read(batchId!);
  expect(view.rows.map(({ input, domain, error }) => [input, domain, error!.code])).toEqual(
    domains.map(() => [null, null, 'forgotten']),
  );
  expect([view.pollAfterSeconds, view.entries.size]).toEqual([null, 0]);
});

describe('during the work', () => {
  /** Fetches the first part of a batch. */
  async function begin(count: number) {
    const domains = newNames(count);
    const { batchId } = await world.create(spread(domains, 5));
    await world.work(world.takeNext().task);
    return { id: batchId!, domains };
  }

  test('a cancelled batch fetches no more, sends no more messages, and returns the unused allowance', async () => {
    const { id } = await begin(40);
    const requested = world.asked.site.length;
    await world.cancel(id);
    await world.workTogether(3, chance(30));
    expect(world.asked.site).toHaveLength(requested);
    expect(await world.batchesInProgress()).toEqual([]);
    const view = await world.read(id);
    expect(statuses(view).filter((status) => status === 'done')).toHaveLength(5);
    expect(statuses(view).filter((status) => status === 'refused')).toHaveLength(35);
    expect(await usedNow()).toBe(5);
  });

  test('an expired batch fetches no more, without errors', async () => {
    const { id } = await begin(40);
    const requested = world.asked.site.length;
    world.advanceClock(31 * DAY_MS);
    await world.workOff();
    const { batches, inProgress, batchQueue, completionQueue } = world.instance();
    await resumeBatches({ batches, batchesInProgress: inProgress, batchQueue, completionQueue, now: world.now });
    world.advanceClock(-31 * DAY_MS);
    expect(world.asked.site).toHaveLength(requested);
    expect((await world.read(id)).pollAfterSeconds).not.toBeNull();
    expect(await world.batchesInProgress()).toEqual([]);
  });

  test('a deleted domain is not fetched again', async () => {
    const domains = newNames(6);
    const [later, last] = [domains[1]!, domains.at(-1)!];
    const { batchId } = await world.create(domains);
    await world.forget(later);
    world.beforeSite(async (domain) => {
      // Not in the last group of domains that are fetched at the same time.
      if (domain === domains[2]) await world.forget(last);
    });
    await world.workOff();
    expect(await Promise.all([later, last].map((domain) => world.record(domain)))).toEqual([null, null]);
    expect(world.asked.site.filter((domain) => domain === later || domain === last)).toEqual([]);
    const view = await world.read(batchId!);
    expect(statuses(view)).toEqual(['done', 'failed', 'done', 'done', 'done', 'failed']);
    expect(JSON.stringify(view.rows)).not.toContain(last);
  });
});

describe('a failed request', () => {
  /** Fails the nth call of a name. */
  function failNth(name: string, nth: number, fault: 'failure' | 'lost answer') {
    let calls = 0;
    world.fail((call) => (call === name && (calls += 1) === nth ? fault : null));
  }
  const faults = ['failure', 'lost answer'] as const;
  const steps = [
    ['PutItemCommand', 1],
    ['PutItemCommand', 2],
    ['BatchWriteItemCommand', 1],
    ['UpdateItemCommand', 1],
    ['UpdateItemCommand', 2],
    ['UpdateItemCommand', 3],
    ['UpdateItemCommand', 4],
    ['SendMessageBatch', 1],
  ].flatMap(([name, nth]) => faults.map((fault) => [name as string, nth as number, fault] as const));

  test.each(steps)('%s (%i., %s) is completed by the same request with its key', async (name, nth, fault) => {
    const domains = newNames(5);
    const idempotencyKey = `key ${created}`;
    failNth(name, nth, fault);
    await world.create(domains, { idempotencyKey }).catch(() => {});
    world.fail(null);
    const { batchId } = await world.create(domains, { idempotencyKey });
    await world.workTogether(2, () => 0.9);
    await expectDoneOnce([batchId!], domains);
    expect(await usedNow()).toBe(5);
  });

  test.each(steps)('at %s (%i., %s) without a key uses no allowance', async (name, nth, fault) => {
    const domains = newNames(5);
    failNth(name, nth, fault);
    const batch = await world.create(domains).catch(() => null);
    world.fail(null);
    await world.workOff();
    expect(await world.batchesInProgress()).toEqual([]);
    expect(await usedNow()).toBe(batch === null ? 0 : 5);
  });
});
