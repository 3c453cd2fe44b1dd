import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKeyHolders } from '../../../functions/core/accounts/key-holders.ts';
import type { KeyHolder } from '../../../functions/core/accounts/key-tags.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

const MINUTE = 60_000;
const HOLDER: KeyHolder = { owner: 'o1', plan: 'pro', domainsPerDay: 7, pagesPerDay: null };
let now: number;
let answer: () => Promise<KeyHolder>;
let reads: number;
let key = 0;
let keyId: string;

const tables = useOpened(() => createTestTables(coordinationTable));

beforeEach(() => {
  now = Date.parse('2026-11-21T12:00:00Z');
  reads = 0;
  answer = () => Promise.resolve(HOLDER);
  keyId = `k${(key += 1)}`;
  jest.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => void jest.restoreAllMocks());

/** Holders of an instance. */
const holders = (clock = () => now) =>
  createKeyHolders({
    db: tables.db,
    table: coordinationTable.name,
    read: () => {
      reads += 1;
      return answer();
    },
    now: clock,
  });
const fails = () => Promise.reject(new Error('TooManyRequestsException'));
const UNKNOWN = () => ({ owner: keyId, plan: null, domainsPerDay: null, pagesPerDay: null });

test('a key is read from API Gateway once in two hours, for all instances', async () => {
  expect(await holders().find(keyId)).toEqual(HOLDER);
  now += 119 * MINUTE;
  expect(await holders().find(keyId)).toEqual(HOLDER);
  expect(reads).toBe(1);
  now += 2 * MINUTE;
  answer = () => Promise.resolve({ ...HOLDER, plan: null, owner: 'o2' });
  expect(await holders().find(keyId)).toMatchObject({ owner: 'o2', plan: null });
  expect(reads).toBe(2);
});

test('ten thousand keys in use need at most half of the calls of the control plane', async () => {
  const hours = 24;
  for (let minute = 0; minute < hours * 60; minute += 5) {
    await holders().find(keyId);
    now += 5 * MINUTE;
  }
  const callsPerSecond = (10_000 * 2 * reads) / (hours * 3_600);
  expect(reads).toBeGreaterThan(1);
  expect(callsPerSecond).toBeLessThan(5);
});

test('one of many concurrent callers with a new key sends the request, and the others wait for the answer', async () => {
  answer = () => sleep(300, HOLDER);
  const found = await Promise.all(Array.from({ length: 20 }, () => holders(Date.now).find(keyId)));
  expect(found).toEqual(Array(20).fill(HOLDER));
  expect(reads).toBe(1);
});

test('a caller gets the older copy while another one reads the key again', async () => {
  await holders().find(keyId);
  now += 121 * MINUTE;
  const later = Promise.withResolvers<KeyHolder>();
  answer = () => later.promise;
  const first = holders().find(keyId);
  while (reads < 2) await sleep(5);
  expect(await holders().find(keyId)).toEqual(HOLDER);
  later.resolve({ ...HOLDER, owner: 'o2' });
  expect((await first).owner).toBe('o2');
  expect(reads).toBe(2);
});

test('the older copy is used, and no request is sent at once, when API Gateway fails', async () => {
  await holders().find(keyId);
  now += 121 * MINUTE;
  answer = fails;
  expect(await holders().find(keyId)).toEqual(HOLDER);
  expect(await holders().find(keyId)).toEqual(HOLDER);
  expect(reads).toBe(2);
  now += MINUTE;
  answer = () => Promise.resolve({ ...HOLDER, owner: 'o2' });
  expect((await holders().find(keyId)).owner).toBe('o2');
});

test('an unknown key is its own owner', async () => {
  answer = fails;
  expect(await holders().find(keyId)).toEqual(UNKNOWN());
  now += MINUTE;
  answer = () => Promise.resolve(HOLDER);
  expect(await holders().find(keyId)).toEqual(HOLDER);
});

test('a caller waits only some seconds for a terminated reader', async () => {
  answer = () => new Promise<never>(() => {});
  void holders(Date.now).find(keyId);
  while (reads < 1) await sleep(5);
  expect(await holders(Date.now).find(keyId)).toEqual(UNKNOWN());
  answer = () => Promise.resolve(HOLDER);
  expect(await holders(() => Date.now() + 11_000).find(keyId)).toEqual(HOLDER);
});

test('a key whose copy was expired is read again', async () => {
  await holders().find(keyId);
  await holders().expire(keyId);
  answer = () => Promise.resolve({ ...HOLDER, owner: 'o2' });
  expect((await holders().find(keyId)).owner).toBe('o2');
});

test('concurrent callers of a key whose copy was expired all get what is read then', async () => {
  await holders().find(keyId);
  await holders().expire(keyId);
  const late = Promise.withResolvers<KeyHolder>();
  answer = () => late.promise;
  const finding = Array.from({ length: 5 }, () => holders().find(keyId));
  while (reads < 2) await sleep(5);
  finding.push(holders().find(keyId));
  late.resolve({ ...HOLDER, domainsPerDay: 3 });
  expect((await Promise.all(finding)).map(({ domainsPerDay }) => domainsPerDay)).toEqual(Array(6).fill(3));
  expect(reads).toBe(2);
});

test('the last known holder of a key whose copy was expired is used if it cannot be read', async () => {
  await holders().find(keyId);
  await holders().expire(keyId);
  answer = fails;
  expect(await holders().find(keyId)).toEqual(HOLDER);
});

test('a holder that was read before the copy was expired is not stored after that', async () => {
  await holders().find(keyId);
  now += 121 * MINUTE;
  const late = Promise.withResolvers<KeyHolder>();
  answer = () => late.promise;
  const reading = holders().find(keyId);
  while (reads < 2) await sleep(5);
  await holders().expire(keyId);
  late.resolve({ ...HOLDER, owner: 'of before' });
  await reading;
  answer = () => Promise.resolve({ ...HOLDER, owner: 'of after' });
  expect((await holders().find(keyId)).owner).toBe('of after');
});

test('a copy that was read soon after a change, when API Gateway may still return old tags, is read again within a minute', async () => {
  await holders().find(keyId);
  await holders().expire(keyId);
  now += 5_000;
  expect(await holders().find(keyId)).toEqual(HOLDER);
  const changed = { ...HOLDER, domainsPerDay: 3 };
  answer = () => Promise.resolve(changed);
  now += 31_000;
  expect(await holders().find(keyId)).toEqual(changed);
  now += 119 * MINUTE;
  expect(await holders().find(keyId)).toEqual(changed);
  expect(reads).toBe(3);
});

test('expire stores nothing for a key without a copy', async () => {
  await holders().expire(keyId);
  answer = fails;
  expect(await holders().find(keyId)).toEqual(UNKNOWN());
});
