import { afterEach, expect, jest, test } from '@jest/globals';
import { readCached } from '../../../../functions/core/domains/query/query-endpoint.ts';
import type { DomainCache, StoredRecord } from '../../../../functions/core/domains/store/domain-cache.ts';
import type { QueryDays } from '../../../../functions/core/domains/schedule/query-days.ts';
import { apiEvent } from '../../../support/api-event.ts';

const entry = { domain: 'a.com' } as StoredRecord;

/** The cache with one entry; counts the reads. */
function dependencies(recordQuery: () => Promise<null> = () => Promise.resolve(null)) {
  const reads: string[] = [];
  const cache = {
    read: (domain: string) => {
      reads.push(domain);
      return Promise.resolve(domain === 'a.com' ? entry : null);
    },
  } as unknown as DomainCache;
  const schedule = { recordQuery } as unknown as QueryDays;
  return { deps: { cache, schedule, now: 0 }, reads };
}

afterEach(() => {
  jest.restoreAllMocks();
});

test.each(['domain=a.com', 'domain=https://WWW.A.com./x', 'domain=a.com&api_key=k', 'domain=a.com&refresh='])(
  '%s is answered by one read',
  async (query) => {
    const { deps, reads } = dependencies();
    expect(await readCached(apiEvent(query), deps)).toMatchObject(entry);
    expect(reads).toEqual(['a.com']);
  },
);

test('requested members are validated without further reads; an empty list selects all', async () => {
  const { deps, reads } = dependencies();
  const fields = 'page.title, seo_score';
  expect(await readCached(apiEvent(`domain=a.com&fields=${fields}`), deps)).toMatchObject({ ...entry, fields });
  expect(await readCached(apiEvent('domain=a.com&fields='), deps)).toMatchObject({ ...entry, fields: undefined });
  expect(reads).toEqual(['a.com', 'a.com']);
});

test.each([
  '',
  'domain=',
  'domain=exa mple',
  'domain=www..',
  `domain=${'a'.repeat(3000)}.com`,
  'domain=a.com&domain=a.com',
  'domain=a.com&refresh=1',
  'domain=a.com&refresh=x',
  'domain=a.com&unknown=1',
  'domain=a.com&fields=unknown',
  'domain=a.com&fields=page&fields=dns',
  'domain=a.com&api_key=k&api_key=k',
])('%j requires the complete query, without a read', async (query) => {
  const { deps, reads } = dependencies();
  expect(await readCached(apiEvent(query), deps)).toBeNull();
  expect(reads).toEqual([]);
});

test('the answer does not depend on the write of the query day', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const { deps } = dependencies(() => Promise.reject(new Error('throttled')));
  expect(await readCached(apiEvent('domain=a.com'), deps)).toEqual({ ...entry, scheduleChange: null });
  expect(warn).toHaveBeenCalledTimes(1);
});

test('the name of a domain without an entry is returned, so that it is not read again', async () => {
  const { deps, reads } = dependencies();
  expect(await readCached(apiEvent('domain=https://www.B.com/'), deps)).toEqual({ absent: 'b.com' });
  expect(reads).toEqual(['b.com']);
});
