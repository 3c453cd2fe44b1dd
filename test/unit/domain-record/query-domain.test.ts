import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fetchForCaller, openRecordServices, scriptedSource } from '../../support/record-services.ts';

const WINDOW = { from: '2026-10-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z', limit: 10 };

let opened: Awaited<ReturnType<typeof openRecordServices>>;
beforeEach(async () => {
  const answer = () => ({ status: 'ok' as const, sections: { seo_score: 90 } });
  opened = await openRecordServices([scriptedSource({ id: 'site', fields: ['seo_score'], answer })]);
});
afterEach(() => opened.close());

const snapshots = async () => (await opened.services.history.read('a.com', WINDOW)).snapshots;
const entry = () => opened.services.cache.read('a.com', { consistent: true });
const down = () => Promise.reject(new Error('down'));

test('an entry and its snapshot are of the same time', async () => {
  const { updatedAt } = await fetchForCaller({ domain: 'a.com', entry: null }, 'query', opened.services);
  expect(await snapshots()).toMatchObject([{ captured_at: updatedAt, origin: 'query', seo_score: 90 }]);
});

test('where the snapshot cannot be written there is no entry that would lack it', async () => {
  const history = { ...opened.services.history, add: down };
  await expect(
    fetchForCaller({ domain: 'a.com', entry: null }, 'query', { ...opened.services, history }),
  ).rejects.toThrow('down');
  expect(await entry()).toBeNull();
});

test('where the entry cannot be written the figures are kept all the same', async () => {
  const cache = { ...opened.services.cache, create: down };
  await expect(
    fetchForCaller({ domain: 'a.com', entry: null }, 'query', { ...opened.services, cache }),
  ).rejects.toThrow('down');
  expect([await entry(), await snapshots()]).toMatchObject([null, [{ seo_score: 90 }]]);
});

test('of a domain that was blocked meanwhile nothing is kept', async () => {
  await opened.services.followed.block('a.com');
  await expect(fetchForCaller({ domain: 'a.com', entry: null }, 'query', opened.services)).rejects.toThrow(/blocked/);
  expect([await entry(), await snapshots()]).toEqual([null, []]);
});

test('a source whose key could not be read leaves the record incomplete, so that it heals', async () => {
  opened.services.sources.push(
    scriptedSource({ id: 'open_page_rank', fields: ['popularity.open_page_rank'], keys: ['open-page-rank-key'] }),
  );
  const readKeys = () => Promise.resolve({ 'open-page-rank-key': null });
  const { recordJson } = await fetchForCaller({ domain: 'a.com', entry: null }, 'query', {
    ...opened.services,
    readKeys,
  });
  expect(JSON.parse(recordJson)).toMatchObject({
    complete: false,
    sources: [{ id: 'site' }, { id: 'open_page_rank', status: 'error', error: { code: 'keys_unavailable' } }],
  });
});
