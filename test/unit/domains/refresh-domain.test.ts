import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createBackgroundRequests } from '../../../functions/core/sources/providers/background-requests.ts';
import { createDomainList } from '../../../functions/core/domains/schedule/domain-list.ts';
import { createQueryDays } from '../../../functions/core/domains/schedule/query-days.ts';
import { refreshDomain } from '../../../functions/core/domains/refresh-domain.ts';
import { coordinationTable, scheduleTable } from '../../support/dynamodb.ts';
import { openRecordServices, scriptedSource } from '../../support/record-services.ts';
import { useFresh } from '../../support/use-opened.ts';

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
  const { services, clock, db, tables, close } = await openRecordServices([source]);
  const requests = createBackgroundRequests(db, coordinationTable.name);
  const schedule = createQueryDays(tables.db, scheduleTable.name);
  await requests.note(DOMAIN, { task: 'refresh', requestedAt: clock.now });
  // As the back office does before it sends the task.
  await createDomainList(db, scheduleTable.name).add(DOMAIN);
  return { services: { ...services, schedule, requests }, clock, close };
}

const refresh = (requestedAt = opened.clock.now) =>
  refreshDomain({ task: 'refresh', domain: DOMAIN, requestedAt }, opened.services);
const isAskedFor = async () => (await opened.services.requests.read(DOMAIN, opened.clock.now)) !== null;
const failure = () => opened.services.requests.readFailure(DOMAIN, opened.clock.now);

describe('a message that is delivered twice', () => {
  const snapshots = async () => {
    const window = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-03T00:00:00.000Z', limit: 10 };
    return (await opened.services.history.read(DOMAIN, window)).snapshots.length;
  };
  beforeEach(() => {
    source.answer = () => ({ status: 'ok', sections: { seo_score: 90 } });
    source.asked = 0;
  });

  test('fetches once, one after the other', async () => {
    const requestedAt = opened.clock.now;
    for (let delivery = 0; delivery < 2; delivery += 1) {
      opened.clock.now += 1_000;
      await refresh(requestedAt);
    }
    expect([source.asked, await snapshots()]).toEqual([1, 1]);
  });

  test('fetches once, both at the same time', async () => {
    await Promise.all([refresh(), refresh()]);
    expect([source.asked, await snapshots()]).toEqual([1, 1]);
  });
});

test('what a caller would be told ends the request; the message does not come again', async () => {
  source.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'too slow', retryable: true } });
  await refresh();
  expect(await opened.services.cache.read(DOMAIN)).toBeNull();
  expect(await isAskedFor()).toBe(false);
});

test('the operator is told why a refresh came to nothing, until the next is asked for', async () => {
  source.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'too slow', retryable: true } });
  await refresh();
  expect(await isAskedFor()).toBe(false);
  expect(await failure()).toEqual({
    code: 'all_sources_failed',
    message: `No data could be fetched for ${DOMAIN}: site: timeout`,
    retryable: true,
    failedAt: opened.clock.now,
  });
  await opened.services.requests.note(DOMAIN, { task: 'refresh', requestedAt: opened.clock.now });
  expect(await failure()).toBeNull();
  expect(await isAskedFor()).toBe(true);
});

test('of a domain that was deleted meanwhile, no failure is kept', async () => {
  source.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'too slow', retryable: true } });
  await opened.services.requests.end(DOMAIN);
  await refresh();
  expect(await failure()).toBeNull();
});

test('a failure is told for a quarter of an hour', async () => {
  source.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'too slow', retryable: true } });
  await refresh();
  opened.clock.now += 15 * 60_000;
  expect(await failure()).toBeNull();
});

test('a blocked domain is not fetched', async () => {
  await opened.services.followed.block(DOMAIN);
  const before = source.asked;
  await refresh();
  expect(source.asked).toBe(before);
  expect(await isAskedFor()).toBe(false);
  expect(await failure()).toMatchObject({ code: 'invalid_parameter', retryable: false });
});

test('a defect is left to the queue, and the request stands', async () => {
  source.answer = () => ({ status: 'ok', sections: { seo_score: 90 } });
  opened.services.history.add = () => Promise.reject(new Error('no table'));
  await expect(refresh()).rejects.toThrow('no table');
  expect(await isAskedFor()).toBe(true);
});
