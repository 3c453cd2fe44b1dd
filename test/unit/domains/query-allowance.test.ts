import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { NOTFOUND } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryDomain, type QueryServices } from '../../../functions/core/domains/fetch-domain.ts';
import type { FetchAllowance } from '../../../functions/core/accounts/fetch-allowance.ts';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import { openRecordServices, scriptedSource } from '../../support/record-services.ts';

const site = scriptedSource({ id: 'site', fields: ['seo_score', 'page'], inlineMs: 10_000 });
let opened: Awaited<ReturnType<typeof openRecordServices>>;
let services: QueryServices;
let taken: string[];

beforeEach(async () => {
  site.answer = () => ({ status: 'ok', sections: { seo_score: 90 }, keywords: [] });
  site.asked = 0;
  taken = [];
  opened = await openRecordServices([site]);
  services = { ...opened.services, schedule: { recordFirstQuery: () => Promise.resolve(null) } } as never;
});
afterEach(() => opened.close());

/** A caller who has so much left. */
const allowance = (left: number): FetchAllowance => ({
  takeDomain(domain) {
    if (left < 1)
      return Promise.reject(
        new ServiceError('domain_allowance_exceeded', { message: 'used up', retryAfterSeconds: 60 }),
      );
    left -= 1;
    taken.push(domain);
    return Promise.resolve();
  },
});
const query = (caller: FetchAllowance, refresh = false, domain = 'a.com') =>
  queryDomain({ domain, refresh, allowance: caller }, services);
const REFUSED = { code: 'domain_allowance_exceeded', status: 429 };

test('who has nothing left is still answered from the cache', async () => {
  await query(allowance(1));
  opened.clock.now += 1_000;
  expect((await query(allowance(0))).cacheStatus).toBe('hit');
  await expect(query(allowance(0), true)).rejects.toMatchObject(REFUSED);
  await expect(query(allowance(0), false, 'b.com')).rejects.toMatchObject(REFUSED);
  expect([site.asked, await services.cache.read('b.com')]).toEqual([1, null]);
});

test('of many callers who ask for a new domain at once only the one who fetches it pays', async () => {
  site.answer = () => sleep(100, { status: 'ok', sections: { seo_score: 90 } });
  const answers = await Promise.all(Array.from({ length: 10 }, () => query(allowance(1))));
  expect(answers.map(({ entry }) => entry.domain)).toEqual(Array(10).fill('a.com'));
  expect([taken, site.asked]).toEqual([['a.com'], 1]);
});

test('who waits for a caller who is refused tries it themselves', async () => {
  const refusal = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const first = query({
    async takeDomain() {
      asked.resolve();
      await refusal.promise;
      throw new ServiceError('domain_allowance_exceeded', { message: 'used up', retryAfterSeconds: 60 });
    },
  });
  await asked.promise;
  const others = [query(allowance(1)), query(allowance(1)), query(allowance(1))];
  await sleep(50);
  refusal.resolve();
  await expect(first).rejects.toMatchObject(REFUSED);
  expect((await Promise.all(others)).map(({ entry }) => entry.domain)).toEqual(['a.com', 'a.com', 'a.com']);
  expect([taken, site.asked]).toEqual([['a.com'], 1]);
});

test('where all who ask for a domain have nothing left, each is told so', async () => {
  const refused = Array.from({ length: 4 }, () => query(allowance(0)));
  await Promise.all(refused.map((one) => expect(one).rejects.toMatchObject(REFUSED)));
  expect(site.asked).toBe(0);
});

test('a name that does not exist counts nothing', async () => {
  const resolve4 = () => Promise.reject(Object.assign(new Error(), { code: NOTFOUND }));
  services.network = { resolver: () => ({ resolve4, cancel: () => {} }) } as never;
  await expect(query(allowance(1))).rejects.toMatchObject({ code: 'domain_not_found' });
  expect(taken).toEqual([]);
});

test('a fetch that has to be begun again because its lease was lost counts once', async () => {
  const { leases } = services;
  let isLost = false;
  services.leases = {
    ...leases,
    renewEveryMs: 5,
    renew: (...lease) => (isLost ? leases.renew(...lease) : Promise.resolve(false)),
  };
  site.answer = async () => {
    // Long enough for a renewal, and on this clock for the lease to end.
    await sleep(isLost ? 0 : 50);
    if (!isLost) opened.clock.now += 7_000;
    isLost = true;
    return { status: 'ok', sections: { seo_score: 90 } };
  };
  expect((await query(allowance(1))).cacheStatus).toBe('miss');
  expect([taken, site.asked]).toEqual([['a.com'], 2]);
});
