import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createBackgroundRequests } from '../../../functions/core/sources/providers/background-requests.ts';
import { createDomainList } from '../../../functions/core/domains/schedule/domain-list.ts';
import { createQueryDays } from '../../../functions/core/domains/schedule/query-days.ts';
import { refreshDomain } from '../../../functions/core/domains/refresh-domain.ts';
import { takeSnapshot } from '../../../functions/core/domains/take-snapshot.ts';
import { coordinationTable, scheduleTable } from '../../support/dynamodb.ts';
import { answering, createTestRecordServices, scriptedSource } from '../../support/record-services.ts';
import { useFresh } from '../../support/use-opened.ts';

const HOUR = 60 * 60_000;
const DOMAIN = 'shop.example';
const source = scriptedSource({ id: 'site', fields: ['seo_score'] });
const opened = useFresh(() => open());
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function open() {
  const { services, clock, db, tables, close } = await createTestRecordServices([source]);
  const requests = createBackgroundRequests(db, coordinationTable.name);
  const schedule = createQueryDays(tables.db, scheduleTable.name);
  await requests.add(DOMAIN, { task: 'refresh', requestedAt: clock.now });
  // As the back office does before it sends the task.
  await createDomainList(db, scheduleTable.name).add(DOMAIN);
  return { services: { ...services, schedule, requests }, clock, close };
}

const refresh = (requestedAt = opened.clock.now) =>
  refreshDomain({ task: 'refresh', domain: DOMAIN, requestedAt }, opened.services);
const updatedAt = async () => Date.parse((await opened.services.cache.read(DOMAIN))!.updatedAt);
const isRequested = async () => (await opened.services.requests.read(DOMAIN, opened.clock.now)) !== null;
const failure = () => opened.services.requests.readFailure(DOMAIN, opened.clock.now);

describe('a message that is delivered twice', () => {
  const snapshots = async () => {
    const window = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-03T00:00:00.000Z', limit: 10 };
    return (await opened.services.history.read(DOMAIN, window)).snapshots.length;
  };
  beforeEach(() => {
    source.answer = () => ({ status: 'ok', sections: { seo_score: 90 } });
    source.requests = 0;
  });

  test('fetches once when the second delivery follows the first', async () => {
    const requestedAt = opened.clock.now;
    for (let delivery = 0; delivery < 2; delivery += 1) {
      opened.clock.now += 1_000;
      await refresh(requestedAt);
    }
    expect([source.requests, await snapshots()]).toEqual([1, 1]);
  });

  test('fetches once when both deliveries are concurrent', async () => {
    await Promise.all([refresh(), refresh()]);
    expect([source.requests, await snapshots()]).toEqual([1, 1]);
  });
});

test('a snapshot that requests only some sources meanwhile does not take its place', async () => {
  source.answer = () => ({ status: 'ok', sections: { seo_score: 90 } });
  opened.services.sources.push(answering('tls', {}, { countsDown: true }));
  await refresh();
  opened.clock.now += 17 * HOUR;
  const requestedAt = opened.clock.now;
  source.requests = 0;
  opened.clock.now += 1_000;
  await takeSnapshot({ task: 'snapshot', domain: DOMAIN, attempt: 0 }, opened.services);
  expect([source.requests, await updatedAt()]).toEqual([0, opened.clock.now]);
  opened.clock.now += 1_000;
  await refresh(requestedAt);
  expect([source.requests, await updatedAt()]).toEqual([1, opened.clock.now]);
});

test('an error that a caller would get ends the request without a retry of the message', async () => {
  source.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'too slow', retryable: true } });
  await refresh();
  expect(await opened.services.cache.read(DOMAIN)).toBeNull();
  expect(await isRequested()).toBe(false);
});

test('a failure is stored until the next refresh is requested', async () => {
  source.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'too slow', retryable: true } });
  await refresh();
  expect(await isRequested()).toBe(false);
  expect(await failure()).toEqual({
    code: 'all_sources_failed',
    message: `No data could be fetched for ${DOMAIN}: site: timeout`,
    retryable: true,
    failedAt: opened.clock.now,
  });
  await opened.services.requests.add(DOMAIN, { task: 'refresh', requestedAt: opened.clock.now });
  expect(await failure()).toBeNull();
  expect(await isRequested()).toBe(true);
});

test('no failure is stored for a domain that was deleted in the meantime', async () => {
  source.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'too slow', retryable: true } });
  await opened.services.requests.end(DOMAIN);
  await refresh();
  expect(await failure()).toBeNull();
});

test('a failure is returned for 15 minutes', async () => {
  source.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'too slow', retryable: true } });
  await refresh();
  opened.clock.now += 15 * 60_000;
  expect(await failure()).toBeNull();
});

test('a blocked domain is not fetched', async () => {
  await opened.services.followed.block(DOMAIN);
  const before = source.requests;
  await refresh();
  expect(source.requests).toBe(before);
  expect(await isRequested()).toBe(false);
  expect(await failure()).toMatchObject({ code: 'invalid_parameter', retryable: false });
});

test('an unexpected error is thrown for a retry by the queue, and the request stays stored', async () => {
  source.answer = () => ({ status: 'ok', sections: { seo_score: 90 } });
  opened.services.history.add = () => Promise.reject(new Error('no table'));
  await expect(refresh()).rejects.toThrow('no table');
  expect(await isRequested()).toBe(true);
});
