import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createBackgroundRequests } from '../../../functions/shared/storage/background-requests.ts';
import { createDomainList } from '../../../functions/shared/storage/domain-schedule/domain-list.ts';
import { createQueryDays } from '../../../functions/shared/storage/domain-schedule/query-days.ts';
import { sdkItemClient } from '../../../functions/shared/storage/dynamodb/client.ts';
import { refreshDomain } from '../../../functions/snapshot-worker/refresh-domain.ts';
import { coordinationTable, scheduleTable } from '../../support/dynamodb.ts';
import { openRecordServices, scriptedSource } from '../../support/record-services.ts';

const DOMAIN = 'shop.example';
const source = scriptedSource({ id: 'site', fields: ['seo_score'] });

let opened: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  opened = await open();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(async () => {
  jest.restoreAllMocks();
  await opened.close();
});

async function open() {
  const { services, clock, documents, tables, close } = await openRecordServices([source]);
  const requests = createBackgroundRequests(documents, coordinationTable.name);
  const schedule = createQueryDays(sdkItemClient(tables.client), scheduleTable.name);
  await requests.note(DOMAIN, { task: 'refresh', askedAt: clock.now });
  // As the back office does before it sends the task.
  await createDomainList(documents, scheduleTable.name).add(DOMAIN);
  return { services: { ...services, schedule, requests }, clock, close };
}

const refresh = (askedAt = opened.clock.now) =>
  refreshDomain({ task: 'refresh', domain: DOMAIN, askedAt }, opened.services);
const isAskedFor = async () => (await opened.services.requests.read(DOMAIN, opened.clock.now)) !== null;

test('each refresh fetches anew and adds to the history, on the same day too', async () => {
  source.answer = () => ({ status: 'ok', sections: { seo_score: 90 } });
  await refresh();
  opened.clock.now += 60_000;
  source.answer = () => ({ status: 'ok', sections: { seo_score: 95 } });
  await refresh();
  const { clock, services } = opened;
  const window = { from: '2026-11-01T00:00:00.000Z', to: new Date(clock.now).toISOString(), limit: 10 };
  const { snapshots } = await services.history.read(DOMAIN, window);
  expect(snapshots.map(({ seo_score, origin }) => [seo_score, origin])).toEqual([
    [95, 'refresh'],
    [90, 'refresh'],
  ]);
  expect(await isAskedFor()).toBe(false);
});

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
    const askedAt = opened.clock.now;
    for (let delivery = 0; delivery < 2; delivery += 1) {
      opened.clock.now += 1_000;
      await refresh(askedAt);
    }
    expect([source.asked, await snapshots()]).toEqual([1, 1]);
  });

  test('fetches once, both at the same time', async () => {
    await Promise.all([refresh(), refresh()]);
    expect([source.asked, await snapshots()]).toEqual([1, 1]);
  });

  test('that was sent by the version before, which did not say when it was asked for, fetches still', async () => {
    await refreshDomain({ task: 'refresh', domain: DOMAIN }, opened.services);
    expect([source.asked, await snapshots()]).toEqual([1, 1]);
  });
});

test('what a caller would be told ends the request; the message does not come again', async () => {
  source.answer = () => ({ status: 'timeout', error: { code: 'timeout', message: 'too slow', retryable: true } });
  await refresh();
  expect(await opened.services.cache.read(DOMAIN)).toBeNull();
  expect(await isAskedFor()).toBe(false);
});

test('a blocked domain is not fetched', async () => {
  await opened.services.followed.block(DOMAIN);
  const asked = source.asked;
  await refresh();
  expect(source.asked).toBe(asked);
  expect(await isAskedFor()).toBe(false);
});

test('a defect is left to the queue, and the request stands', async () => {
  source.answer = () => ({ status: 'ok', sections: { seo_score: 90 } });
  opened.services.history.add = () => Promise.reject(new Error('no table'));
  await expect(refresh()).rejects.toThrow('no table');
  expect(await isAskedFor()).toBe(true);
});
