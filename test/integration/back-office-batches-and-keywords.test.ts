import { beforeAll, describe, expect, test } from '@jest/globals';
import type {
  Batch,
  BatchList,
  KeywordList,
  KeywordLists,
  Keywords,
  LongTail,
} from '../../functions/back-office/contract.ts';
import { until, useBackOffice } from '../support/back-office.ts';
import { callBackOffice, signIn } from '../support/sign-in.ts';

const QUERY = '/api/v1/seo/query?domain=shop.example';

const office = useBackOffice();
const { call, dataOf, runner } = office;

describe('the operator’s batches', () => {
  const fields = ['seo_score', 'page.title'];
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    callBackOffice(runner, path, { token: office.token, method, body, headers });
  const dataFrom = async (response: Response) => ((await response.json()) as { data: Batch }).data;

  test('are created once per Idempotency-Key, processed, returned as JSON and CSV, and not visible to others', async () => {
    const body = { domains: ['blog.example', 'nonsense', 'BLOG.example/'], fields };
    const key = { 'Idempotency-Key': 'operator-1' };
    const made = await send('POST', 'batches', body, key);
    expect([made.status, made.headers.get('cache-control')]).toEqual([202, 'no-store']);
    const { batch_id: id, totals } = await dataFrom(made);
    expect(totals).toMatchObject({ domains: 3, pending: 2, invalid: 1 });
    expect((await dataFrom(await send('POST', 'batches', body, key))).batch_id).toBe(id);
    const read = (query = '') => send('GET', `batches/${id}${query}`);
    await until(async () => (await dataFrom(await read())).totals.pending === 0);
    const { items, next_cursor } = await dataFrom(await read('?limit=1'));
    expect(items).toMatchObject([
      { input: 'blog.example', status: 'done', data: { page: { title: expect.any(String) } } },
    ]);
    const csv = await read(`?format=csv&limit=2&cursor=${next_cursor}`);
    expect(csv.headers.get('content-type')).toMatch('text/csv');
    expect((await csv.text()).split('\r\n')[0]).toBe('input,domain,status,error,message,seo_score,page.title');
    const { batches } = ((await (await send('GET', 'batches')).json()) as { data: BatchList }).data;
    expect(batches).toMatchObject([{ id, domains: 3, created_at: expect.any(String) }]);
    const asKey = await runner.get(`/api/v1/seo/batches/${id}`);
    expect(asKey.status).toBe(404);
  });

  test('are not stored when all domains are cached', async () => {
    await runner.get(QUERY);
    const answer = await send('POST', 'batches', { domains: ['shop.example'], fields });
    expect([answer.status, (await dataFrom(answer)).batch_id]).toEqual([200, null]);
  });

  test('count against no allowance, and cancel rows that were not started', async () => {
    const domains = Array.from({ length: 200 }, (_, index) => `n${index}.example`);
    const made = await dataFrom(await send('POST', 'batches', { domains, fields }));
    expect(made.totals).toMatchObject({ pending: 200, refused: 0 });
    const cancelled = await dataFrom(await send('DELETE', `batches/${made.batch_id}`));
    expect(cancelled.totals.refused).toBeGreaterThan(0);
    expect(cancelled).toMatchObject({ totals: { pending: 0 }, poll_after_seconds: null });
  });

  test('are rejected for the same reasons as those of a key', async () => {
    const unknown = await send('POST', 'batches', { domains: ['shop.example'], fields: ['page.titel'] });
    expect([unknown.status, await unknown.text()]).toEqual([422, expect.stringContaining('page.title')]);
    expect((await send('GET', 'batches/nothing')).status).toBe(404);
    expect((await send('DELETE', 'batches/nothing')).status).toBe(404);
  });
});

describe('keyword research', () => {
  const TENT = { keyword: 'tent', language: 'en', score: 40, search_volume: null };
  let viewer: string;
  beforeAll(async () => {
    viewer = (await signIn(runner, { role: 'viewer' })).access_token;
  });

  test('returns the answers of the public API, to viewers too', async () => {
    const query = 'keywords?q=camping&engine=google,bing&word_count=2%2B&sort=keyword&limit=20';
    const { body } = await call<Keywords>('GET', query, undefined, viewer);
    const answer = await runner.get(`/api/v1/seo/${query}`);
    const open = ((await answer.json()) as { data: Keywords }).data;
    expect(body.data.items.length).toBeGreaterThan(5);
    expect(body.data.items.map(({ keyword }) => keyword)).toEqual(open.items.map(({ keyword }) => keyword));
  });

  test('finds the long tail of a keyword, and requests no engine twice', async () => {
    const { groups } = await dataOf<LongTail>('long-tail?keyword=camping');
    expect(groups.flatMap(({ items }) => items).length).toBeGreaterThan(10);
    expect((await dataOf<LongTail>('long-tail?keyword=camping')).cache_status).toBe('hit');
  });

  test('is returned as CSV', async () => {
    const answer = await callBackOffice(runner, 'keywords?q=camping&format=csv', { token: office.token });
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(await answer.text()).toMatch(/^keyword,score,/);
  });

  test('fetches again for operators, and only by POST', async () => {
    const answer = await call<Keywords>('POST', 'keywords?q=camping');
    expect(answer).toMatchObject({ status: 200, body: { data: { query: { q: 'camping' } } } });
    expect(answer.body.data.sources.some(({ from_cache }) => !from_cache)).toBe(true);
    const got = await call('GET', 'keywords?q=camping&refresh=1');
    expect(got).toMatchObject({ status: 422, body: { details: [{ param: 'refresh' }] } });
  });

  test('returns 404 domain_not_stored for a domain without stored data, and fetches none', async () => {
    const { status, body } = await call('GET', 'keywords?domain=never-asked.example');
    expect([status, body.error]).toEqual([404, 'domain_not_stored']);
    expect(await runner.get(QUERY)).toMatchObject({ status: 200 });
    const { items } = await dataOf<Keywords>('keywords?domain=shop.example');
    expect(items.length).toBeGreaterThan(0);
  });

  test('lists are stored per user, including viewers, and can be changed', async () => {
    const made = await call<KeywordList>('POST', 'keyword-lists', { name: ' Spring ', keywords: [TENT] }, viewer);
    expect(made).toMatchObject({ status: 201, body: { data: { name: 'Spring', keywords: [TENT] } } });
    const path = `keyword-lists/${made.body.data.id}`;
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect((await dataOf<KeywordLists>('keyword-lists')).lists).toEqual([]);

    const other = { ...TENT, keyword: 'Family  Tent' };
    await Promise.all([
      call('PATCH', path, { add: [other] }, viewer),
      call('PATCH', path, { name: 'Summer' }, viewer),
      call('PATCH', path, { remove: ['tent'] }, viewer),
    ]);
    const read = await call<KeywordList>('GET', path, undefined, viewer);
    expect(read.body.data).toMatchObject({ name: 'Summer', keywords: [{ ...TENT, keyword: 'family tent' }] });
    const { body } = await call<KeywordLists>('GET', 'keyword-lists', undefined, viewer);
    expect(body.data.lists).toMatchObject([{ name: 'Summer', count: 1 }]);

    expect(await call('DELETE', path, undefined, viewer)).toMatchObject({ status: 200 });
    expect(await call('PATCH', path, { name: 'Autumn' }, viewer)).toMatchObject({ status: 404 });
  });

  test('a list with an invalid id of any length is not found', async () => {
    const path = `keyword-lists/${'x'.repeat(3_000)}`;
    expect(await call('GET', path, undefined, viewer)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await call('PATCH', path, { name: 'a' }, viewer)).toMatchObject({ status: 404 });
    expect(await call('DELETE', path, undefined, viewer)).toMatchObject({ status: 404 });
  });

  test('an unknown member of a keyword is reported with its position', async () => {
    const keywords = [TENT, { ...TENT, scroe: 1 }];
    const { status, body } = await call('POST', 'keyword-lists', { name: 'a', keywords }, viewer);
    const message = 'is not a known member; did you mean score?';
    expect([status, body.details]).toEqual([
      422,
      [
        {
          param: 'keywords.1.scroe',
          rule: 'unknown_name_similar',
          message,
          values: { kind: 'member', nearest: 'score' },
        },
      ],
    ]);
  });

  test('lists have a size limit, and reject anything other than keywords', async () => {
    const keywords = Array.from({ length: 500 }, (_, index) => ({ ...TENT, keyword: `tent ${index}` }));
    const { body } = await call<KeywordList>('POST', 'keyword-lists', { name: 'Long', keywords });
    const path = `keyword-lists/${body.data.id}`;
    expect(await call('PATCH', path, { add: [TENT] })).toMatchObject({ status: 409, body: { error: 'lists_full' } });
    for (const change of [
      { name: '' },
      { add: [{ keyword: ' ' }] },
      { add: [{ keyword: 'a', score: 1e300 }] },
      { add: 'tent' },
      { other: 1 },
    ]) {
      expect(await call('PATCH', path, change)).toMatchObject({ status: 422 });
    }
    await call('DELETE', path);
  });
});
