import type { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGatewayClient } from '../../../functions/core/accounts/control-plane.ts';
import { disableExpiredKeys } from '../../../functions/core/accounts/edit-keys.ts';
import { createGatewayKeys, type GatewayKeys } from '../../../functions/core/accounts/gateway-keys.ts';
import { answerGatewayControl } from '../../../infra/local/aws/api-gateway.ts';
import { type ApiKey, type ApiKeys, createApiKeys } from '../../../infra/local/api-keys.ts';
import { DAY_MS, dayOf } from '../../../functions/core/platform/time/day.ts';
import type { UsagePlanModel } from '../../../infra/local/template/service-model.ts';

const plan = (id: string, name: string, monthlyQuota: number): UsagePlanModel => ({
  id,
  name,
  monthlyQuota,
  requestsPerSecond: 1,
  burst: 60,
});
const plans = [plan('p2', 'shop-pro', 2_000), plan('p1', 'shop-basic', 50), plan('p3', 'other-basic', 7)];

/** Of the keys of this stack. */
const STACK = { stack: 'shop' };

let dir: string;
let server: Server;
let store: ApiKeys;
let client: APIGatewayClient;
let keys: GatewayKeys;
let calls: string[];
/** Answers a call instead of API Gateway if it returns a status. `lost`: the call is executed without an answer. */
let interfere: (request: IncomingMessage) => [status: number, type: string] | 'lost' | null;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'keys-'));
  store = createApiKeys(join(dir, 'keys.json'));
  calls = [];
  interfere = () => null;
  const answer = answerGatewayControl(store, plans);
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const fault = interfere(request);
    if (fault === 'lost') response.end = () => response.destroy();
    if (fault === null || fault === 'lost') return answer(request, response);
    const [status, type] = fault;
    response.writeHead(status, { 'x-amzn-ErrorType': type }).end('{"message":"as the test wants"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' };
  client = createGatewayClient({ endpoint, region: 'us-east-1', credentials });
  keys = createGatewayKeys(client, 'shop');
});
afterEach(() => {
  jest.restoreAllMocks();
  client.destroy();
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true });
});

const create = (name: string, on = 'basic') => keys.create({ name, plan: on, note: '' });

test.each(['..', '.', '../usageplans', 'a b', '%2e%2e'])(
  'a text that cannot be the id of a key is unknown, and no request is sent: %s',
  async (id) => {
    const days = { from: '2026-06-01', to: '2026-06-02' };
    for (const call of [keys.change(id, {}), keys.delete(id), keys.usage(id, days)]) {
      await expect(call).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(calls).toEqual([]);
  },
);

describe('the list', () => {
  test('contains all pages, by name, without keys of other stacks', async () => {
    for (let index = 0; index < 601; index += 1) {
      const name = `shop-${String(index).padStart(4, '0')}`;
      const { id } = store.create({ name, description: '', enabled: true, tags: STACK });
      store.setPlan(id, index === 500 ? 'p2' : 'p1');
    }
    store.create({ name: 'other-key', description: '', enabled: true });
    store.create({ name: 'shopping', description: '', enabled: true });
    const all = await keys.list();
    expect(all).toHaveLength(601);
    expect(all[500]).toMatchObject({ name: '0500', plan: 'pro' });
    expect(all[600]).toMatchObject({ name: '0600', plan: 'basic' });
    expect(calls.filter((call) => call.startsWith('GET /apikeys'))).toHaveLength(2);
  });

  test('never requests values', async () => {
    const { id } = await create('me');
    await keys.list();
    await keys.change(id, { note: 'x' });
    expect(calls.filter((call) => /includeValue/.test(call))).toEqual([]);
  });
});

describe('access that is denied', () => {
  /** A role whose conditions allow only keys with the tag of another stack, or nothing. */
  const denied = () => {
    const error = Object.assign(new Error('not authorized'), { name: 'AccessDeniedException' });
    const isDenied = ({ constructor: { name } }: object) =>
      /^(?:Get|Update|Delete)ApiKey|^(?:Tag|Untag)/.test(name) && name !== 'GetApiKeysCommand';
    const send: typeof client.send = (command: object) =>
      isDenied(command) ? Promise.reject(error) : (client.send as (sent: object) => Promise<never>)(command);
    return Object.assign(Object.create(client) as typeof client, { send });
  };

  test('to a key of the stack is no missing key, and no key counts as expired that was not disabled', async () => {
    const expiresAt = new Date(Date.now() + 1_000).toISOString();
    const { id, owner } = await keys.create({ name: 'denied', plan: 'basic', note: '', expiresAt });
    const without = createGatewayKeys(denied(), 'shop');
    for (const call of [
      () => without.change(id, { enabled: false }),
      () => without.delete(id),
      () => without.allow(owner, { domainsPerDay: 1 }),
      () => disableExpiredKeys(denied(), 'shop', Date.now() + DAY_MS),
    ]) {
      await expect(call()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    }
    expect(store.get(id)).toMatchObject({ enabled: true });
  });

  test("to a key that does not exist, or is another stack's, is a missing key", async () => {
    const staging = createGatewayKeys(client, 'shop-staging');
    plans.push(plan('p4', 'shop-staging-basic', 50));
    const { id } = await staging.create({ name: 'me', plan: 'basic', note: '' });
    plans.pop();
    const without = createGatewayKeys(denied(), 'shop');
    for (const each of [id, '0000000000']) {
      await expect(without.change(each, { enabled: false })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

test('two stacks of which one name begins the other do not see, change or delete the keys of each other', async () => {
  const staging = createGatewayKeys(client, 'shop-staging');
  plans.push(plan('p4', 'shop-staging-basic', 50));
  try {
    const past = new Date(Date.now() + 1_000).toISOString();
    const made = await staging.create({ name: 'me', plan: 'basic', note: '', expiresAt: past });
    const own = await keys.create({ name: 'staging-me', plan: 'basic', note: '' });
    expect((await keys.list()).map(({ id, name }) => [id, name])).toEqual([[own.id, 'staging-me']]);
    expect((await staging.list()).map(({ id, name }) => [id, name])).toEqual([[made.id, 'me']]);
    const days = { from: dayOf(Date.now()), to: dayOf(Date.now()) };
    for (const call of [
      () => keys.one(made.id),
      () => keys.change(made.id, { enabled: false }),
      () => keys.replace(made.id, { disable: true }),
      () => keys.delete(made.id),
      () => keys.usage(made.id, days),
      () => keys.allow(made.owner, { domainsPerDay: 1 }),
      () => staging.delete(own.id),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'not_found' });
    }
    expect(await disableExpiredKeys(client, 'shop', Date.now() + DAY_MS)).toBe(0);
    expect(store.get(made.id)).toMatchObject({ enabled: true, planId: 'p4' });
    expect(await disableExpiredKeys(client, 'shop-staging', Date.now() + DAY_MS)).toBe(1);
  } finally {
    plans.pop();
  }
});

describe('a new key', () => {
  test('is not created when the plan does not exist', async () => {
    await expect(create('me', 'gold')).rejects.toMatchObject({
      status: 422,
      details: [{ param: 'plan', message: 'must be one of basic, pro' }],
    });
    expect(store.list()).toEqual([]);
  });

  test('is deleted again when it cannot be attached to its plan', async () => {
    interfere = ({ method, url }) =>
      method === 'POST' && url!.startsWith('/usageplans') ? [409, 'ConflictException'] : null;
    await expect(create('me')).rejects.toMatchObject({ status: 409, code: 'conflict' });
    expect(store.list()).toEqual([]);
  });

  const isMaking = ({ method, url }: IncomingMessage) => method === 'POST' && url === '/apikeys';
  const isAttaching = ({ method, url }: IncomingMessage) => method === 'POST' && url!.startsWith('/usageplans');
  /** A fault in the first of some calls. */
  const once = (matches: (request: IncomingMessage) => boolean, fault: ReturnType<typeof interfere>) => {
    let isDone = false;
    return (request: IncomingMessage) => (!isDone && matches(request) ? ((isDone = true), fault) : null);
  };

  test('is created once when the answer is lost and the call is retried', async () => {
    interfere = once(isMaking, 'lost');
    const { id, value } = await create('me');
    expect(calls.filter((call) => call === 'POST /apikeys')).toHaveLength(2);
    expect(store.list()).toMatchObject([{ id, value, name: 'shop-me', planId: 'p1' }]);
  });

  test('is distinguished from another key of the same name', async () => {
    const other = await create('me');
    interfere = once(isMaking, 'lost');
    const { id, value } = await keys.replace(other.id, { disable: false });
    expect(id).not.toBe(other.id);
    expect(store.get(id)).toMatchObject({ value, planId: 'p1' });
  });

  test('is on its plan when the answer is lost', async () => {
    interfere = once(isAttaching, 'lost');
    const { id } = await create('me');
    expect(store.list()).toMatchObject([{ id, planId: 'p1' }]);
  });

  test('is deleted when it cannot be attached to its plan, although that answer is lost too', async () => {
    const deletes = once(({ method }) => method === 'DELETE', 'lost');
    interfere = (request) => (isAttaching(request) ? [409, 'ConflictException'] : deletes(request));
    const log = jest.spyOn(console, 'error');
    await expect(create('me')).rejects.toMatchObject({ status: 409, code: 'conflict' });
    expect(store.list()).toEqual([]);
    expect(log).not.toHaveBeenCalled();
  });

  test('is logged, and the first error is thrown, when it can neither be attached to its plan nor deleted', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    interfere = (request) => {
      if (isAttaching(request)) return [404, 'NotFoundException'];
      return request.method === 'DELETE' ? [403, 'AccessDeniedException'] : null;
    };
    await expect(create('me')).rejects.toMatchObject({ name: 'NotFoundException' });
    const [{ id, value }] = store.list() as [ApiKey];
    const line = String(log.mock.calls[0]![0]);
    expect(JSON.parse(line)).toMatchObject({ level: 'ERROR', key_id: id, error: 'AccessDeniedException' });
    expect(line).not.toContain(value);
  });

  test('is logged, and the first error is thrown, when it may exist nevertheless', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const making = once(isMaking, 'lost');
    interfere = (request) =>
      request.method === 'GET' && request.url!.startsWith('/apikeys') && store.list().length > 0
        ? [403, 'AccessDeniedException']
        : making(request);
    await expect(create('me')).rejects.toMatchObject({ status: 409 });
    const line = String(log.mock.calls[0]![0]);
    expect(JSON.parse(line)).toMatchObject({ level: 'ERROR', key_name: 'shop-me', error: 'AccessDeniedException' });
    expect(line).not.toContain(store.list()[0]!.value);
  });
});

const own = (domainsPerDay: number | null, pagesPerDay: number | null) => ({ domainsPerDay, pagesPerDay });
/** All tags but those of the stack and with the end of the value. */
function storedTags(id: string) {
  const { ends_with: _, stack: __, ...tags } = store.get(id)!.tags;
  return tags;
}
const isTagging = ({ method, url }: IncomingMessage) => method === 'PUT' && url!.startsWith('/tags/');
/** A key that was created elsewhere, with the tag of the stack alone. */
function untagged(name: string) {
  const { id } = store.create({ name: `shop-${name}`, description: '', enabled: true, tags: STACK });
  store.setPlan(id, 'p1');
  return id;
}

describe('the owner of a key', () => {
  test('is a new id for a new key, and the key itself when there is no tag', async () => {
    const [one, other] = [await create('one'), await create('other')];
    const first = untagged('first');
    expect(one.owner).toMatch(/^o[0-9a-f]{16}$/);
    expect(other.owner).not.toBe(one.owner);
    expect(storedTags(one.id)).toEqual({ owner: one.owner });
    const listed = await keys.list();
    expect(Object.fromEntries(listed.map(({ name, owner }) => [name, owner]))).toEqual({
      first,
      one: one.owner,
      other: other.owner,
    });
  });

  test.each(['nobody', 'o0000000000000000'])('must have a key: %s', async (owner) => {
    await expect(keys.create({ name: 'x', plan: 'basic', note: '', owner })).rejects.toMatchObject({
      status: 422,
      details: [{ param: 'owner' }],
    });
    expect(store.list()).toEqual([]);
  });

  test('is not one of another stack', async () => {
    const { id } = store.create({ name: 'other-key', description: '', enabled: true, tags: { owner: 'o1' } });
    for (const owner of [id, 'o1']) {
      await expect(keys.allow(owner, own(1, 1))).rejects.toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(storedTags(id)).toEqual({ owner: 'o1' });
  });
});

describe('a key', () => {
  test('has the last characters of its value, which are unknown if it was created elsewhere', async () => {
    const { value, endsWith } = await create('me');
    untagged('old');
    expect(endsWith).toBe(value.slice(-4));
    expect((await keys.list()).map((key) => [key.name, key.endsWith])).toEqual([
      ['me', endsWith],
      ['old', null],
    ]);
  });

  test('gets an expiry, another one and none again', async () => {
    const { id } = await create('me');
    for (const expiresAt of ['2098-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z', null]) {
      expect((await keys.change(id, { expiresAt })).expiresAt).toBe(expiresAt);
      expect((await keys.list())[0]!.expiresAt).toBe(expiresAt);
    }
  });

  test('is disabled once when it has expired, and enabled only with another expiry', async () => {
    const [over, later, foreign] = [await create('over'), await create('later'), 'other-key'];
    store.create({ name: foreign, description: '', enabled: true, tags: { expires_at: '2020-01-01T00:00:00.000Z' } });
    await keys.change(over.id, { expiresAt: '2026-01-01T00:00:00.000Z' });
    await keys.change(later.id, { expiresAt: '2099-01-01T00:00:00.000Z' });
    const now = Date.parse('2026-01-01T00:00:00.000Z');
    expect(await disableExpiredKeys(client, 'shop', now - 1)).toBe(0);
    expect(await disableExpiredKeys(client, 'shop', now)).toBe(1);
    expect(await disableExpiredKeys(client, 'shop', now)).toBe(0);
    expect(store.list().map(({ name, enabled }) => [name, enabled])).toEqual([
      ['shop-over', false],
      ['shop-later', true],
      [foreign, true],
    ]);
    await expect(keys.change(over.id, { enabled: true })).rejects.toMatchObject({ details: [{ param: 'enabled' }] });
    expect(await keys.change(over.id, { enabled: true, expiresAt: null })).toMatchObject({ enabled: true });
  });
});

describe('a replacement', () => {
  test('has the name of the old key, whose name gets the date of the replacement', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const first = await create('me');
    const second = await keys.replace(first.id, { disable: false });
    await keys.replace(second.id, { disable: true });
    expect((await keys.list()).map(({ name }) => name)).toEqual([
      'me',
      `me (replaced ${today})`,
      `me (replaced ${today}) 2`,
    ]);
  });

  test('keeps the old key enabled until a given time', async () => {
    const old = await keys.create({ name: 'me', plan: 'pro', note: '', expiresAt: '2099-01-01T00:00:00.000Z' });
    const made = await keys.replace(old.id, { disable: false, oldExpiresAt: '2098-01-01T00:00:00.000Z' });
    const list = await keys.list();
    expect(list.map(({ id, enabled, expiresAt }) => [id, enabled, expiresAt])).toEqual([
      [made.id, true, null],
      [old.id, true, '2098-01-01T00:00:00.000Z'],
    ]);
  });

  test('belongs to the old key when that has no owner tag', async () => {
    const first = untagged('first');
    const { id } = await keys.replace(first, { disable: false });
    const third = await keys.replace(id, { disable: false });
    expect(third.owner).toBe(first);
  });

  test('is not created for a key without plan, an unknown one, or one of another stack', async () => {
    const { id } = store.create({ name: 'shop-me', description: '', enabled: true, tags: STACK });
    const { id: foreign } = store.create({ name: 'other-key', description: '', enabled: true });
    await expect(keys.replace(id, { disable: true })).rejects.toMatchObject({
      status: 422,
      details: [{ param: 'id' }],
    });
    for (const unknown of [foreign, 'none']) {
      await expect(keys.replace(unknown, { disable: true })).rejects.toMatchObject({ status: 404 });
    }
    expect(store.list()).toHaveLength(2);
    expect(store.get(id)!.enabled).toBe(true);
  });

  test('is deleted when the old key cannot be disabled, since its value would be lost', async () => {
    const old = await create('me');
    interfere = ({ method }) => (method === 'PATCH' ? [404, 'NotFoundException'] : null);
    await expect(keys.replace(old.id, { disable: true })).rejects.toMatchObject({ status: 404 });
    expect(store.list().map(({ id, enabled }) => [id, enabled])).toEqual([[old.id, true]]);
  });
});

describe('allowances', () => {
  test('are those of the plan when a tag is not a whole number', async () => {
    const { id } = store.create({
      name: 'shop-me',
      description: '',
      enabled: true,
      tags: { ...STACK, domains_per_day: 'many', pages_per_day: '-1' },
    });
    expect(await keys.list()).toMatchObject([{ id, allowances: own(null, null) }]);
  });

  test('are set on both keys when one is created meanwhile', async () => {
    const { id, owner } = await create('me');
    let late = '';
    interfere = (request) => {
      // Like another instance that had read the keys before.
      const made = { name: 'shop-late', description: '', enabled: true, tags: { ...STACK, owner } };
      if (isTagging(request) && !late) late = store.create(made).id;
      return null;
    };
    await keys.allow(owner, own(5, 6));
    expect([storedTags(id), storedTags(late)]).toEqual(
      Array(2).fill({ owner, domains_per_day: '5', pages_per_day: '6' }),
    );
  });

  test('of a new key are those that its owner got during its creation', async () => {
    const { id, owner } = await create('me');
    await keys.allow(owner, own(1, 1));
    interfere = ({ method, url }) => {
      if (method === 'POST' && url === '/apikeys')
        store.change(id, { tags: { ...STACK, owner, domains_per_day: '8' } });
      return null;
    };
    const second = await keys.create({ name: 'second', plan: 'basic', note: '', owner });
    expect(second.allowances).toEqual(own(8, null));
    expect(storedTags(second.id)).toEqual({ owner, domains_per_day: '8' });
  });

  test('are a conflict when another client sets them at the same time', async () => {
    const { id, owner } = await create('me');
    await keys.replace(id, { disable: false });
    interfere = (request) => {
      if (isTagging(request) && !request.url!.includes(id)) {
        store.change(id, { tags: { ...STACK, owner, domains_per_day: '8' } });
      }
      return null;
    };
    await expect(keys.allow(owner, own(1, 1))).rejects.toMatchObject({ status: 409, code: 'conflict' });
  });

  test('are set on the other keys when one is deleted meanwhile', async () => {
    const one = await create('one');
    const two = await keys.replace(one.id, { disable: false });
    interfere = (request) => {
      if (isTagging(request) && request.url!.includes(one.id) && store.get(one.id)) store.delete(one.id);
      return null;
    };
    expect(await keys.allow(one.owner, own(1, 1))).toMatchObject([{ id: two.id, allowances: own(1, 1) }]);
  });
});

describe('a change', () => {
  test('of the plan keeps the key on its plan when it fails', async () => {
    const { id } = await create('me');
    interfere = ({ method, url }) =>
      method === 'POST' && url!.startsWith('/usageplans/p2') ? [409, 'ConflictException'] : null;
    await expect(keys.change(id, { plan: 'pro' })).rejects.toMatchObject({ status: 409 });
    expect(store.get(id)).toMatchObject({ planId: 'p1' });
  });

  test('to an unknown plan changes nothing', async () => {
    const { id } = await create('me');
    await expect(keys.change(id, { plan: 'gold', enabled: false })).rejects.toMatchObject({ status: 422 });
    expect(store.get(id)).toMatchObject({ planId: 'p1', enabled: true });
  });
});

test('keys of other stacks are treated as missing', async () => {
  const { id } = store.create({ name: 'other-key', description: '', enabled: true });
  const days = { from: '2026-11-01', to: '2026-11-02' };
  for (const call of [() => keys.change(id, { note: 'x' }), () => keys.delete(id), () => keys.usage(id, days)]) {
    await expect(call()).rejects.toMatchObject({ status: 404, code: 'not_found' });
  }
  expect(store.get(id)).not.toBeNull();
});

test('a throttled call is retried', async () => {
  await create('me');
  let throttled = 2;
  interfere = () => (throttled-- > 0 ? [429, 'TooManyRequestsException'] : null);
  expect(await keys.list()).toHaveLength(1);
});

test('usage contains the remaining quota at the end of each day', async () => {
  const { id, value } = await create('me');
  const key = store.find(value)!;
  for (const day of ['2026-10-31', '2026-11-01', '2026-11-03', '2026-11-03']) store.count(key, day);
  const { days } = await keys.usage(id, { from: '2026-10-31', to: '2026-11-04' });
  expect(days).toEqual([
    { date: '2026-10-31', used: 1, remaining: 49 },
    { date: '2026-11-01', used: 1, remaining: 49 },
    { date: '2026-11-02', used: 0, remaining: 49 },
    { date: '2026-11-03', used: 2, remaining: 47 },
    { date: '2026-11-04', used: 0, remaining: 47 },
  ]);
});

describe('one key', () => {
  test('is read without listing all keys', async () => {
    const { id } = await create('me');
    calls = [];
    expect(await keys.one(id)).toMatchObject({ id, name: 'me', plan: 'basic', lastUsedOn: null });
    for (const call of calls)
      expect(call).toMatch(/^GET \/(?:apikeys\/[a-z0-9]+|usageplans\?.*keyId=.*|usageplans\/p1\/usage\?.*)$/);
    await expect(keys.one('none')).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  test.each([
    ['today', 0],
    ['89 days ago', 89],
  ])('that was last used %s has that day, also in the list', async (_when, back) => {
    const { id } = await create('me');
    const other = await create('other');
    const day = dayOf(Date.now() - back * DAY_MS);
    store.count(store.get(id)!, day);
    expect((await keys.one(id)).lastUsedOn).toBe(day);
    const listed = (await keys.list()).map((key) => [key.id, key.lastUsedOn]);
    expect(new Map(listed as [string, string | null][])).toEqual(
      new Map([
        [id, day],
        [other.id, null],
      ]),
    );
  });
});
