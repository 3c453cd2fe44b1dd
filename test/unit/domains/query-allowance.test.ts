import { beforeEach, expect, test } from '@jest/globals';
import { NOTFOUND } from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryDomain, type QueryServices } from '../../../functions/core/domains/fetch-domain.ts';
import type { FetchAllowance } from '../../../functions/core/accounts/fetch-allowance.ts';
import { ServiceError } from '../../../functions/core/platform/http/errors.ts';
import { createTestRecordServices, scriptedSource } from '../../support/record-services.ts';
import { useFresh } from '../../support/use-opened.ts';

const site = scriptedSource({ id: 'site', fields: ['seo_score', 'page'], inlineMs: 10_000 });
let services: QueryServices;
let taken: string[];

const opened = useFresh(() => {
  site.answer = () => ({ status: 'ok', sections: { seo_score: 90 }, keywords: [] });
  site.requests = 0;
  taken = [];
  return createTestRecordServices([site]);
});
beforeEach(() => {
  services = { ...opened.services, schedule: { recordFirstQuery: () => Promise.resolve(null) } } as never;
});

/** A caller with this remaining allowance. */
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

test('an owner with no allowance left still gets cached answers', async () => {
  await query(allowance(1));
  opened.clock.now += 1_000;
  expect((await query(allowance(0))).cacheStatus).toBe('hit');
  await expect(query(allowance(0), true)).rejects.toMatchObject(REFUSED);
  await expect(query(allowance(0), false, 'b.com')).rejects.toMatchObject(REFUSED);
  expect([site.requests, await services.cache.read('b.com')]).toEqual([1, null]);
});

test('a new domain counts only for the caller that fetches it, of many concurrent callers', async () => {
  site.answer = () => sleep(100, { status: 'ok', sections: { seo_score: 90 } });
  const answers = await Promise.all(Array.from({ length: 10 }, () => query(allowance(1))));
  expect(answers.map(({ entry }) => entry.domain)).toEqual(Array(10).fill('a.com'));
  expect([taken, site.requests]).toEqual([['a.com'], 1]);
});

test('a caller that waits for a rejected caller fetches the domain itself', async () => {
  const refusal = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  const first = query({
    async takeDomain() {
      requested.resolve();
      await refusal.promise;
      throw new ServiceError('domain_allowance_exceeded', { message: 'used up', retryAfterSeconds: 60 });
    },
  });
  await requested.promise;
  const others = [query(allowance(1)), query(allowance(1)), query(allowance(1))];
  await sleep(50);
  refusal.resolve();
  await expect(first).rejects.toMatchObject(REFUSED);
  expect((await Promise.all(others)).map(({ entry }) => entry.domain)).toEqual(['a.com', 'a.com', 'a.com']);
  expect([taken, site.requests]).toEqual([['a.com'], 1]);
});

test('each of several concurrent callers with no allowance left gets the error', async () => {
  const refused = Array.from({ length: 4 }, () => query(allowance(0)));
  await Promise.all(refused.map((one) => expect(one).rejects.toMatchObject(REFUSED)));
  expect(site.requests).toBe(0);
});

test('a name that does not exist is not counted', async () => {
  const resolve4 = () => Promise.reject(Object.assign(new Error(), { code: NOTFOUND }));
  services.network = { resolver: () => ({ resolve4, cancel: () => {} }) } as never;
  await expect(query(allowance(1))).rejects.toMatchObject({ code: 'domain_not_found' });
  expect(taken).toEqual([]);
});

test('a fetch that is restarted because its lease was lost counts once', async () => {
  const { leases } = services;
  let isLost = false;
  services.leases = {
    ...leases,
    renewEveryMs: 5,
    renew: (...lease) => (isLost ? leases.renew(...lease) : Promise.resolve(false)),
  };
  site.answer = async () => {
    // Long enough for a renewal, and by this clock until the lease expires.
    await sleep(isLost ? 0 : 50);
    if (!isLost) opened.clock.now += 7_000;
    isLost = true;
    return { status: 'ok', sections: { seo_score: 90 } };
  };
  expect((await query(allowance(1))).cacheStatus).toBe('miss');
  expect([taken, site.requests]).toEqual([['a.com'], 2]);
});
