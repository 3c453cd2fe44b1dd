import { afterEach, expect, jest, test } from '@jest/globals';
import { readCached } from '../../../../functions/core/domains/query/open-query.ts';
import type { DomainCache, StoredRecord } from '../../../../functions/core/domains/store/domain-cache.ts';
import type { QueryDays } from '../../../../functions/core/domains/schedule/query-days.ts';
import { apiEvent } from '../../../support/api-event.ts';

const entry = { domain: 'a.com' } as StoredRecord;

/** The cache with one entry; counts what is asked of it. */
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

test('members that are asked for are known without more reads; an empty list is none', async () => {
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
])('%j goes the full way, without a read', async (query) => {
  const { deps, reads } = dependencies();
  expect(await readCached(apiEvent(query), deps)).toBeNull();
  expect(reads).toEqual([]);
});

test('the answer does not depend on the note for the scheduler', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const { deps } = dependencies(() => Promise.reject(new Error('throttled')));
  expect(await readCached(apiEvent('domain=a.com'), deps)).toEqual({ ...entry, scheduleChange: null });
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a domain without an entry is named, so that its absence is not read again', async () => {
  const { deps, reads } = dependencies();
  expect(await readCached(apiEvent('domain=https://www.B.com/'), deps)).toEqual({ absent: 'b.com' });
  expect(reads).toEqual(['b.com']);
});
