import { beforeEach, describe, expect, test } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressSlots } from '../../../../functions/core/platform/network/guarded-connection.ts';
import { parseHostOverrides } from '../../../../functions/core/platform/network/host-overrides.ts';
import { createNetwork, type Network } from '../../../../functions/core/platform/network/network.ts';

const SITE = '1.1.1.1';
const OTHER = '1.0.0.1';
const NAMES: Record<string, string[]> = {
  'one.example': [SITE],
  'two.example': [SITE],
  'other.example': [OTHER],
  'both.example': ['2001:500:8f::53', SITE, OTHER],
  'private.example': ['10.0.0.1'],
};

let held: string[];
let taken: string[];
let looked: number;
let network: Network;

/** Three slots for each address. */
const slots: AddressSlots = {
  take(address) {
    if (held.filter((one) => one === address).length >= 3) return Promise.resolve(null);
    held.push(address);
    taken.push(address);
    const end = () => {
      held.splice(held.indexOf(address), 1);
      return Promise.resolve();
    };
    return Promise.resolve({ until: Date.now() + 30_000, end });
  },
};

const lookup: LookupFunction = (host, _options, callback) => {
  looked += 1;
  const found = (NAMES[host] ?? []).map((address): LookupAddress => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  if (host === 'slow.example') return;
  if (found.length > 0) callback(null, found);
  else callback(Object.assign(new Error(), { code: 'ENOTFOUND' }), []);
};

beforeEach(() => {
  [held, taken, looked] = [[], [], 0];
  const overrides = parseHostOverrides('*.mine.example=127.0.0.1:1');
  network = createNetwork({ overrides, userAgent: 'test', lookup, slots });
});

const enter = (host: string, ms = 1_000) => network.enter(host, performance.now() + ms);

test('sequential requests use one slot of an address for all its names until the fetch ends', async () => {
  for (const host of ['one.example', 'two.example', 'one.example', SITE]) (await enter(host))();
  expect([taken, held]).toEqual([[SITE], [SITE]]);
  (await enter('other.example'))();
  expect(taken).toEqual([SITE, OTHER]);
  await network.release();
  expect(held).toEqual([]);
});

test('concurrent requests use one slot each', async () => {
  const leave = await Promise.all([enter('one.example'), enter('two.example'), enter('one.example')]);
  expect(held).toEqual([SITE, SITE, SITE]);
  for (const one of leave) one();
  await network.release();
  expect(held).toEqual([]);
});

test('a request waits when no slot is free', async () => {
  const [first] = await Promise.all([enter('one.example'), enter('one.example'), enter('one.example')]);
  const waiting = enter('one.example', 5_000);
  const isIn = await Promise.race([waiting.then(() => true), new Promise((done) => setTimeout(done, 100, false))]);
  expect(isIn).toBe(false);
  first();
  await waiting;
  expect(taken).toHaveLength(3);
});

test('a request fails with timeout when no slot is free before its deadline', async () => {
  await Promise.all([enter('one.example'), enter('one.example'), enter('one.example')]);
  await expect(enter('one.example', 50)).rejects.toMatchObject({ code: 'timeout', retryable: true });
});

test('a lookup that exceeds the time limit fails the request', async () => {
  await expect(enter('slow.example', 50)).rejects.toMatchObject({ code: 'timeout' });
});

describe('a request uses no slot', () => {
  test.each([
    ['of a host that the operator overrides', 'shop.mine.example'],
    ['of a name without an address', 'nowhere.example'],
    ['of an address that is not public', 'private.example'],
  ])('%s', async (_, host) => {
    (await enter(host))();
    expect(taken).toEqual([]);
  });
});

test('the slot is of the IPv4 address if there is one, and connections use the same lookup', async () => {
  (await enter('both.example'))();
  expect([taken, looked]).toEqual([[SITE], 1]);
  const socket = network.agents.http.createConnection({ host: 'both.example', port: 80 }, () => {})!;
  await new Promise((done) => socket.once('lookup', done));
  socket.on('error', () => {}).destroy();
  expect(looked).toBe(1);
});

test('a network without slots makes no lookup before the connection', async () => {
  const plain = createNetwork({ overrides: parseHostOverrides(''), userAgent: 'test', lookup });
  (await plain.enter('one.example', 0))();
  expect(looked).toBe(0);
});
