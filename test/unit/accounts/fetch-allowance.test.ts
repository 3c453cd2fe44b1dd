import { beforeEach, describe, expect, test } from '@jest/globals';
import { type AllowanceServices, fetchAllowance } from '../../../functions/core/accounts/fetch-allowance.ts';
import { createFetchedHosts } from '../../../functions/core/accounts/fetched-hosts.ts';
import { allowanceOf, createAllowances } from '../../../functions/core/accounts/allowances.ts';
import type { KeyHolder } from '../../../functions/core/accounts/key-tags.ts';
import { keyedCallerOf } from '../../../functions/core/platform/http/caller.ts';
import { limitFields } from '../../../functions/core/platform/http/limit-fields.ts';
import { eventOfKey } from '../../support/api-event.ts';
import { coordinationTable, openTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const plans = { basic: { domains: 2, pages: 5, watches: 3 }, pro: { domains: 200, pages: 50, watches: 30 } };
const holder = (changes: Partial<KeyHolder> = {}): KeyHolder => ({
  owner: 'o1',
  plan: 'basic',
  domainsPerDay: null,
  pagesPerDay: null,
  ...changes,
});

describe('the allowance of a key', () => {
  test.each([
    ["its plan's", holder(), { domains: 2, pages: 5, watches: 3 }],
    ["its owner's own before the plan's", holder({ domainsPerDay: 9 }), { domains: 9, pages: 5, watches: 3 }],
    ["its owner's own, also none", holder({ plan: 'pro', pagesPerDay: 0 }), { domains: 200, pages: 0, watches: 30 }],
    ['the minimum of all plans when the plan is unknown', holder({ plan: null }), { domains: 2, pages: 5, watches: 3 }],
    [
      'the minimum of all plans when the plan is another',
      holder({ plan: 'gold' }),
      { domains: 2, pages: 5, watches: 3 },
    ],
  ])('is %s', (_, one, expected) => expect(allowanceOf(one, plans)).toEqual(expected));
});
let services: AllowanceServices;
let held: Record<string, KeyHolder>;

const tables = useOpened(() => openTables(coordinationTable));

let day = 0;
beforeEach(() => {
  const now = () => NOON + day * 86_400_000;
  day += 1;
  const items = tables.db;
  held = { k1: holder(), k2: holder() };
  services = {
    holders: { find: (keyId) => Promise.resolve(held[keyId]!), expire: () => Promise.resolve() },
    allowances: createAllowances(items, coordinationTable.name, now),
    hosts: createFetchedHosts(items, coordinationTable.name, now),
    plans,
    isReachable: (host) => host.endsWith('.mine'),
    now,
  };
});

const take = (keyId: string, domain: string) =>
  fetchAllowance(keyedCallerOf(eventOfKey(keyId)), services).takeDomain(domain);
const USED_UP = { code: 'domain_allowance_exceeded', status: 429, retryable: true, retryAfterSeconds: 12 * 60 * 60 };

test('two keys of one owner share the allowance, and the error has the time to retry', async () => {
  await take('k1', 'a.com');
  await take('k2', 'b.com');
  await expect(take('k1', 'c.com')).rejects.toMatchObject(USED_UP);
  await expect(take('k2', 'c.com')).rejects.toThrow(/2 domains/);
});

test('domains of one request are counted together, all or none, and can be returned', async () => {
  held = { k1: holder({ domainsPerDay: 5 }) };
  const allowance = fetchAllowance(keyedCallerOf(eventOfKey('k1')), services);
  await allowance.takeDomains(['a.com', 'b.com', 'c.com']);
  const others = ['d.com', 'e.com', 'f.com'];
  await expect(allowance.takeDomains(others)).rejects.toMatchObject(USED_UP);
  await expect(allowance.takeDomains(others)).rejects.toThrow(/5 domains does not suffice for 3/);
  const usedBy = await services.allowances.usedByAll(['o1']);
  expect(usedBy('o1')).toMatchObject({ domains: 3, refused: { domains: 2 } });
  await allowance.returnDomains(['b.com', 'c.com']);
  await allowance.takeDomains([...others, 'g.com']);
  expect((await services.allowances.used('o1')).domains).toBe(5);
});

const below = (domain: string, count: number) => Array.from({ length: count }, (_, index) => `h${index}.${domain}`);

test('a refused request to follow hosts takes nothing from its owner or from others', async () => {
  held = { k1: holder({ plan: 'pro' }), k2: holder({ plan: 'pro', owner: 'o2' }) };
  const allowance = fetchAllowance(keyedCallerOf(eventOfKey('k1')), services);
  for (let times = 0; times < 3; times += 1) {
    await expect(allowance.takeDomains(below('victim.com', 101))).rejects.toThrow(/hosts of victim\.com is reached/);
  }
  expect((await services.allowances.used('o1')).domains).toBe(0);
  await allowance.takeDomains(below('victim.com', 40));
  // The hosts of others, and the domain itself, are not affected.
  await Promise.all(['victim.com', 'shop.victim.com', 'h1.victim.com'].map((host) => take('k2', host)));
  await allowance.returnDomains(below('victim.com', 40));
  await take('k1', 'other.victim.com');
});

test('keys of other owners have allowances of their own', async () => {
  held.k2 = holder({ owner: 'o2' });
  await Promise.all([take('k1', 'a.com'), take('k1', 'b.com')]);
  await take('k2', 'c.com');
  expect((await services.allowances.used('o2')).domains).toBe(1);
});

test('a hundred hosts of one registrable domain are fetched a day, for all owners together', async () => {
  const keys = ['k1', 'k2', 'k3'];
  held = Object.fromEntries(keys.map((key, index) => [key, holder({ plan: 'pro', owner: `o${index + 1}` })]));
  await Promise.all(below('a.com', 100).map((host, index) => take(keys[index % 3]!, host)));
  await expect(take('k1', 'late.a.com')).rejects.toMatchObject(USED_UP);
  await expect(take('k2', 'late.a.com')).rejects.toThrow(/hosts of a\.com is reached: 40 .* 100 for all callers/);
  // Refused fetches are not counted.
  expect((await services.allowances.used('o1')).domains).toBe(34);
  await take('k1', 'h1.a.com');
  await take('k1', 'a.com');
  await take('k1', 'b.com');
});

test('hosts with an override are exempt from that limit, and count for their owner', async () => {
  held.k1 = holder({ plan: 'pro' });
  await Promise.all(below('site.mine', 110).map((host) => take('k1', host)));
  expect((await services.allowances.used('o1')).domains).toBe(110);
});

test('pages and domains are counted separately, and the limit of hosts applies to both together', async () => {
  held.k1 = holder({ plan: 'pro' });
  const allowance = fetchAllowance(keyedCallerOf(eventOfKey('k1')), services);
  for (let times = 0; times < 3; times += 1) await allowance.takePage('www2.a.com');
  await allowance.takeDomain('www2.a.com');
  expect(await services.allowances.used('o1')).toMatchObject({ domains: 1, pages: 3 });
  await Promise.all(below('a.com', 39).map((host) => allowance.takeDomain(host)));
  await expect(allowance.takePage('late.a.com')).rejects.toThrow(/hosts of a\.com is reached/);
  await allowance.takePage('h1.a.com');
  expect(await services.allowances.used('o1')).toMatchObject({ domains: 40, pages: 4 });
});

test('a page is refused when the allowance of the owner is used up', async () => {
  const allowance = fetchAllowance(keyedCallerOf(eventOfKey('k1')), services);
  for (let times = 0; times < 5; times += 1) await allowance.takePage('a.com');
  await expect(fetchAllowance(keyedCallerOf(eventOfKey('k2')), services).takePage('a.com')).rejects.toMatchObject(
    USED_UP,
  );
  await expect(allowance.takePage('a.com')).rejects.toThrow(/5 pages/);
  await take('k1', 'a.com');
  const usedBy = await services.allowances.usedByAll(['o1']);
  expect(usedBy('o1').refused).toEqual({ domains: 0, pages: 2 });
});

describe('the response states what is left of the allowance', () => {
  const fieldsOf = async (work: (allowance: ReturnType<typeof fetchAllowance>) => Promise<unknown>, key = 'k1') => {
    const event = eventOfKey(key);
    await work(fetchAllowance(keyedCallerOf(event), services)).catch(() => undefined);
    return limitFields(event);
  };
  const fields = (name: string, limit: number, left: number) => ({
    'RateLimit-Policy': `"${name}";q=${limit};w=86400`,
    RateLimit: `"${name}";r=${left};t=43200`,
  });

  test("after each fetch of any of the owner's keys, and when it is used up", async () => {
    expect(await fieldsOf((allowance) => allowance.takeDomain('a.com'))).toEqual(fields('domains', 2, 1));
    expect(await fieldsOf((allowance) => allowance.takeDomain('b.com'), 'k2')).toEqual(fields('domains', 2, 0));
    expect(await fieldsOf((allowance) => allowance.takeDomain('c.com'))).toEqual(fields('domains', 2, 0));
    expect(await fieldsOf((allowance) => allowance.takePage('a.com'))).toEqual(fields('pages', 5, 4));
  });

  test('after several were counted, refused, and returned', async () => {
    held = { k1: holder({ domainsPerDay: 5 }) };
    const names = ['a.com', 'b.com', 'c.com'];
    const ofThree = fields('domains', 5, 2);
    expect(await fieldsOf((allowance) => allowance.takeDomains(names))).toEqual(ofThree);
    expect(await fieldsOf((allowance) => allowance.takeDomains(names))).toEqual(ofThree);
    expect(await fieldsOf((allowance) => allowance.returnDomains(names))).toEqual(fields('domains', 5, 5));
  });

  test('with too many hosts of a domain, without those that were not fetched', async () => {
    held = { k1: holder({ domainsPerDay: 50 }) };
    const hosts = below('victim.com', 41);
    expect(await fieldsOf((allowance) => allowance.takeDomains(hosts))).toEqual(fields('domains', 50, 50));
  });

  test('after a crawl has reserved its pages, and after it returned them', async () => {
    const reserve = (crawl: string) => fieldsOf((allowance) => allowance.reservePages('a.com', crawl, 3));
    expect(await reserve('first')).toEqual(fields('pages', 5, 2));
    expect(await reserve('second')).toEqual(fields('pages', 5, 0));
    expect(await reserve('third')).toEqual(fields('pages', 5, 0));
    expect(await fieldsOf((allowance) => allowance.returnPages('first'))).toEqual(fields('pages', 5, 3));
  });

  test('and nothing of a request that counts nothing', async () => {
    expect(await fieldsOf(() => Promise.resolve())).toEqual({});
  });
});
