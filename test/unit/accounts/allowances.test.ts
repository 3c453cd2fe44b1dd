import fc from 'fast-check';
import { beforeAll, expect, test } from '@jest/globals';
import { type Allowances, createAllowances } from '../../../functions/core/accounts/allowances.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';
import { keySettings } from '../../../functions/core/accounts/settings.ts';
import { planAllowances, readSettings as readDeployment } from '../../../infra/settings.ts';
import { settingsOf } from '../../support/settings.ts';

const DAY = Date.parse('2026-11-21T00:00:00Z');
let now = DAY;
/** Stores of separate instances. */
let create: () => Allowances;
let owner = 0;
const newOwner = () => `o${(owner += 1)}`;

const tables = useOpened(() => createTestTables(coordinationTable));
beforeAll(() => {
  create = () => createAllowances(tables.db, coordinationTable.name, () => now);
});

test('exactly as many of fifty concurrent clients succeed as are left', async () => {
  const cases = fc.record({ limit: fc.integer({ min: 0, max: 60 }), before: fc.integer({ min: 0, max: 10 }) });
  await fc.assert(
    fc.asyncProperty(cases, async ({ limit, before }) => {
      const one = newOwner();
      for (let taken = 0; taken < before; taken += 1) await create().take(one, 'domains', limit);
      const left = Math.max(0, limit - before);
      const results = await Promise.all(Array.from({ length: 50 }, () => create().take(one, 'domains', limit)));
      expect(results.filter(Boolean)).toHaveLength(Math.min(50, left));
      expect((await create().used(one)).domains).toBe(Math.min(limit, before + 50));
    }),
    { numRuns: 10 },
  );
});

test('a count whose response was lost, so that the client sends it again, counts once', async () => {
  const one = newOwner();
  // Where the first response is lost, the client repeats the call.
  const twice: DynamoDB = {
    ...tables.db,
    update: (input) => tables.db.update(input).then(() => tables.db.update(input)),
  };
  const repeating = createAllowances(twice, coordinationTable.name, () => now);
  expect(await repeating.take(one, 'domains', 2)).toBe(1);
  expect(await repeating.take(one, 'domains', 2)).toBe(2);
  expect(await create().take(one, 'domains', 2)).toBeNull();
  await repeating.giveBack(one, 'domains');
  expect((await create().used(one)).domains).toBe(1);
});

test('domains, pages and owners are counted separately', async () => {
  const [one, other] = [newOwner(), newOwner()];
  await create().take(one, 'domains', 5);
  await create().take(one, 'pages', 5);
  await create().take(one, 'pages', 5);
  expect(await create().used(one)).toEqual({ domains: 1, pages: 2 });
  expect(await create().used(other)).toEqual({ domains: 0, pages: 0 });
});

test('a day begins at midnight (UTC)', async () => {
  const one = newOwner();
  now = DAY + 86_399_999;
  expect(await create().take(one, 'domains', 1)).toBe(1);
  expect(await create().take(one, 'domains', 1)).toBeNull();
  now += 1;
  expect(await create().used(one)).toEqual({ domains: 0, pages: 0 });
  expect(await create().take(one, 'domains', 1)).toBe(1);
});

test('a returned allowance can be used again', async () => {
  const one = newOwner();
  await create().take(one, 'domains', 1);
  await create().giveBack(one, 'domains');
  expect(await create().take(one, 'domains', 1)).toBe(1);
  expect(await create().take(one, 'domains', 1)).toBeNull();
});

test('what is returned after midnight is subtracted from the day on which it was counted', async () => {
  const one = newOwner();
  const before = DAY + 86_399_999;
  now = before;
  expect(await create().take(one, 'domains', 9, 3, before)).toBe(3);
  now = DAY + 86_400_001;
  expect(await create().take(one, 'domains', 9, 5)).toBe(5);
  expect(await create().giveBack(one, 'domains', 3, before)).toBeNull();
  expect((await create().used(one)).domains).toBe(5);
  now = before;
  expect((await create().used(one)).domains).toBe(0);
});

test('of several at once, all or none are counted, also for concurrent clients', async () => {
  const one = newOwner();
  const results = await Promise.all(Array.from({ length: 10 }, () => create().take(one, 'domains', 10, 4)));
  expect(results.filter(Boolean)).toHaveLength(2);
  expect((await create().used(one)).domains).toBe(8);
  expect(await create().take(newOwner(), 'domains', 3, 4)).toBeNull();
});

test('nothing can be returned on a day without counts', async () => {
  const one = newOwner();
  await create().giveBack(one, 'domains');
  expect(await create().used(one)).toEqual({ domains: 0, pages: 0 });
});

test('a task reserves as many as are left, once, and returns the unused ones once', async () => {
  const cases = fc.record({
    limit: fc.integer({ min: 0, max: 40 }),
    before: fc.integer({ min: 0, max: 10 }),
    count: fc.integer({ min: 1, max: 40 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ limit, before, count, share }) => {
      const one = newOwner();
      for (let taken = 0; taken < before; taken += 1) await create().take(one, 'domains', limit);
      const used = (await create().used(one)).domains;
      const reserve = () => create().reserve(one, 'domains', 'work', { count, limit });
      const reserved = await Promise.all([reserve(), reserve(), reserve()]);
      const taken = Math.min(count, limit - used);
      expect(reserved).toEqual(Array(3).fill({ reserved: taken, used: used + taken }));
      expect((await create().used(one)).domains).toBe(used + taken);
      const fetched = Math.floor(share * taken);
      const settle = () => create().settle(one, 'domains', 'work', fetched);
      await Promise.all([settle(), settle(), settle()]);
      await settle();
      expect((await create().used(one)).domains).toBe(used + fetched);
    }),
    { numRuns: 20 },
  );
});

test('concurrent tasks reserve no more than is left', async () => {
  const one = newOwner();
  const works = Array.from({ length: 12 }, (_, index) => `work${index}`);
  const reserved = await Promise.all(
    works.map((work) => create().reserve(one, 'domains', work, { count: 7, limit: 30 })),
  );
  expect(reserved.reduce((sum, { reserved: count }) => sum + count, 0)).toBe(30);
  expect((await create().used(one)).domains).toBe(30);
});

test('reservations of the previous day are not returned', async () => {
  const one = newOwner();
  await create().reserve(one, 'domains', 'work', { count: 7, limit: 30 });
  now += 86_400_000;
  await create().take(one, 'domains', 30);
  await create().settle(one, 'domains', 'work', 0);
  expect((await create().used(one)).domains).toBe(1);
});

test.each([
  ['before midnight, of a task that starts after it', DAY + 86_399_000, DAY + 86_401_000],
  ['after midnight, of a task that started before it', DAY + 86_401_000, DAY + 86_399_000],
  ['on the day of the task', DAY + 80_000_000, DAY + 80_000_000],
])('a reservation %s is returned to its day, and to no other', async (_, reservedAt, startedAt) => {
  const one = newOwner();
  now = reservedAt;
  const day = { domains: 1 + 7, pages: 0 };
  await create().take(one, 'domains', 30);
  await create().reserve(one, 'domains', 'work', { count: 7, limit: 30 });
  expect(await create().used(one)).toEqual(day);
  now = DAY + 3 * 86_400_000;
  await create().take(one, 'domains', 30);
  expect(await create().settle(one, 'domains', 'work', 2, startedAt)).toBeNull();
  expect(await create().settle(one, 'domains', 'work', 2, startedAt)).toBeNull();
  expect(await create().used(one)).toEqual({ domains: 1, pages: 0 });
  now = reservedAt;
  expect(await create().used(one)).toEqual({ domains: 1 + 2, pages: 0 });
});

test('usedByAll returns the counts and refusals of today for each of many owners', async () => {
  now = Date.parse('2027-01-21T12:00:00Z');
  const allowances = create();
  const owners = Array.from({ length: 120 }, (_, index) => `o${index}`);
  await allowances.take('o0', 'domains', 9);
  for (let taken = 0; taken < 3; taken += 1) await allowances.take('o119', 'pages', 9);
  await allowances.refuse('o119', 'pages');
  await allowances.refuse('o119', 'pages');
  const used = await allowances.usedByAll([...owners, 'o0']);
  expect(used('o0')).toMatchObject({ domains: 1, pages: 0 });
  expect(used('o119')).toEqual({ domains: 0, pages: 3, refused: { domains: 0, pages: 2 } });
  expect(used('o7')).toMatchObject({ domains: 0, pages: 0 });
  await allowances.refuse('o1', 'domains');
  expect((await allowances.usedByAll(['o1']))('o1')).toEqual({
    domains: 0,
    pages: 0,
    refused: { domains: 1, pages: 0 },
  });
  now += 86_400_000;
  expect((await allowances.usedByAll(owners))('o0')).toMatchObject({ domains: 0, pages: 0 });
});

const deployment = (context: Record<string, unknown> = {}) =>
  readDeployment({ tryGetContext: (name: string) => context[name] });
const read = (text: string) => settingsOf(keySettings, { PLAN_ALLOWANCES: text }).PLAN_ALLOWANCES;

test('without configuration basic allows 1,000 domains and 5,000 pages a day and 20 watches, pro ten times that', () => {
  expect(read(JSON.stringify(planAllowances(deployment())))).toEqual({
    basic: { domains: 1_000, pages: 5_000, watches: 20 },
    pro: { domains: 10_000, pages: 50_000, watches: 200 },
  });
});

test('the allowances of a plan are configurable', () => {
  const settings = deployment({ basicPlan: '{"domainsPerDay": 7}', proPlan: '{"pagesPerDay": 0, "watches": 3}' });
  expect(read(JSON.stringify(planAllowances(settings)))).toEqual({
    basic: { domains: 7, pages: 5_000, watches: 20 },
    pro: { domains: 10_000, pages: 0, watches: 3 },
  });
});

test.each(['{', 'null', '1', '{"basic":{"domains":1,"pages":1,"watches":1}}', '{"basic":{"domains":1},"pro":{}}'])(
  'a function does not start with the allowances %s',
  (text) => expect(() => read(text)).toThrow(/PLAN_ALLOWANCES/),
);
