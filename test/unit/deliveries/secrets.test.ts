import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createSecrets, OVERLAP_MS, rotatedSecret } from '../../../functions/core/deliveries/secrets.ts';
import { signatureHeaders } from '../../../functions/core/deliveries/signature.ts';
import { createOwnerSecrets } from '../../../functions/core/watches/store/owner-secret.ts';
import { createTestTables, watchesTable } from '../../support/dynamodb.ts';
import { useFresh } from '../../support/use-opened.ts';
import { startParameterStore } from './deliver-world.ts';

const store = useFresh(startParameterStore);
const NAME = '/shop/watches/master-secret';
const watch = { owner: 'o1', watch: 'w1' };
const HOUR_MS = 3_600_000;
const clock = { now: Date.parse('2026-11-20T08:00:00Z') };
const open = () => createSecrets(NAME, () => clock.now);

test('the first use creates the master secret, and instances derive the same secrets', async () => {
  const secrets = await Promise.all([open().current(watch), open().current(watch), open().current(watch)]);
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Object.keys(store.values)).toEqual([NAME]);
  expect(Buffer.from(store.values[NAME]!, 'base64')).toHaveLength(32);
});

test('watches, owners and versions have separate secrets', async () => {
  const secrets = open();
  const all = await Promise.all([
    secrets.current(watch),
    secrets.current(watch, 2),
    secrets.current({ owner: 'o1', watch: 'w2' }),
    secrets.current({ owner: 'o2', watch: 'w1' }),
    secrets.current({ owner: 'o1', watch: null }),
    secrets.current({ owner: 'w1', watch: null }),
  ]);
  expect(new Set(all).size).toBe(all.length);
});

test('both secrets sign for 24 hours after a rotation, then only the new one', async () => {
  const secrets = open();
  const [first, second] = await Promise.all([secrets.current(watch, 1), secrets.current(watch, 2)]);
  const state = { secret_version: 2, secret_rotated_at: clock.now };
  expect(await secrets.signing(watch)).toEqual([first]);
  expect(await secrets.signing(watch, state)).toEqual([second, first]);
  clock.now += OVERLAP_MS - 1;
  expect(await secrets.signing(watch, state)).toEqual([second, first]);
  clock.now += 1;
  expect(await secrets.signing(watch, state)).toEqual([second]);
});

test('each previous secret signs for 24 hours when a secret is rotated again', async () => {
  const secrets = open();
  const versions = await Promise.all([1, 2, 3].map((version) => secrets.current(watch, version)));
  const signing = async (state: object) =>
    (await secrets.signing(watch, state)).map((each) => versions.indexOf(each) + 1);
  const once = rotatedSecret({}, clock.now);
  clock.now += HOUR_MS;
  const twice = rotatedSecret(once, clock.now);
  expect(await signing(twice)).toEqual([3, 2, 1]);
  clock.now += OVERLAP_MS - HOUR_MS - 1;
  expect(await signing(twice)).toEqual([3, 2, 1]);
  clock.now += 1;
  expect(await signing(twice)).toEqual([3, 2]);
  expect(rotatedSecret(twice, clock.now).secret_rotated_before).toHaveLength(1);
  clock.now += HOUR_MS;
  expect(await signing(twice)).toEqual([3]);
});

test('a secret is not rotated while too many previous ones sign', () => {
  let state = rotatedSecret({}, clock.now);
  const start = clock.now;
  for (let count = 1; count < 10; count += 1) state = rotatedSecret(state, (clock.now += 1_000));
  const refusal = { code: 'rate_limited', retryAfterSeconds: (OVERLAP_MS - 9_000) / 1000 };
  expect(() => rotatedSecret(state, clock.now)).toThrow(expect.objectContaining(refusal));
  expect(rotatedSecret(state, start + OVERLAP_MS)).toMatchObject({ secret_version: 12 });
});

describe("an owner's secret", () => {
  const opened = useFresh(async () => {
    const tables = await createTestTables(watchesTable);
    const store = createOwnerSecrets(tables.db, watchesTable.name, () => clock.now);
    return { store, close: () => tables.close() };
  });

  test('is rotated once by each of several requests at a time', async () => {
    const { store } = opened;
    expect(await store.read('o1')).toBeNull();
    const states = await Promise.all([store.rotate('o1'), store.rotate('o1'), store.rotate('o1')]);
    expect(states.map(({ secret_version }) => secret_version).toSorted()).toEqual([2, 3, 4]);
    expect(await store.read('o1')).toMatchObject({
      secret_version: 4,
      secret_rotated_before: [clock.now, clock.now],
    });
  });
});

test('an independent implementation accepts the signatures of both secrets, and no others', async () => {
  const secrets = open();
  const body = JSON.stringify({ type: 'test', text: 'grün 测试' });
  const both = await secrets.signing(watch, { secret_version: 2, secret_rotated_at: clock.now });
  const headers = signatureHeaders({ id: 'd1', time: Date.now(), body }, both);
  for (const secret of both) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(both[0]!).verify(`${body} `, headers)).toThrow();
  expect(() => new Webhook(both[0]!).verify(body, { ...headers, 'webhook-id': 'd2' })).toThrow();
  const third = new Webhook(await secrets.current(watch, 3));
  expect(() => third.verify(body, headers)).toThrow();
});

test('a failure to read the master secret is not kept', async () => {
  const secrets = open();
  const endpoint = process.env.AWS_ENDPOINT_URL_SSM;
  process.env.AWS_ENDPOINT_URL_SSM = 'http://127.0.0.1:1';
  await expect(secrets.current(watch)).rejects.toThrow();
  process.env.AWS_ENDPOINT_URL_SSM = endpoint;
  expect(await secrets.current(watch)).toMatch(/^whsec_/);
});
