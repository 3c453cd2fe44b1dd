import { beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HistoryAnswer } from '../../functions/core/domains/history/read-history.ts';
import { historyAnswer } from '../../functions/core/record/history-schema.ts';
import { startTestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite } from '../support/site.ts';
import { useOpened } from '../support/use-opened.ts';

let page = '<title>First title</title><p>one two three';

const changing = useOpened(() => startSite((request, response) => onlyHomePage(() => page)(request, response)));
const runner = useOpened(() =>
  startTestRunner(
    { LOCAL_RESOLVE: ['changing.test', 'www.co.uk'].map((host) => `${host}=127.0.0.1:${changing.port}`).join() },
    ['--offline'],
  ),
);

async function fetchRecord(parameters: string) {
  const response = await runner.get(`/api/v1/seo/query?${parameters}`);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  await sleep(5);
}

async function historyOf(parameters: string): Promise<HistoryAnswer> {
  const response = await runner.get(`/api/v1/seo/history?${parameters}`);
  expect(response.status).toBe(200);
  return historyAnswer.parse(((await response.json()) as { data: unknown }).data);
}

/** Returns the snapshots of the tests' queries, without the backfilled ones of the sandbox's sources. */
const own = ({ snapshots }: HistoryAnswer) => snapshots.filter(({ origin }) => !origin.startsWith('backfill:'));

const times = ({ snapshots }: Pick<HistoryAnswer, 'snapshots'>) => snapshots.map(({ captured_at }) => captured_at);

async function csvOf(parameters: string) {
  const response = await runner.get(`/api/v1/seo/history?${parameters}`, { headers: { Accept: 'text/csv' } });
  return { type: response.headers.get('content-type'), lines: (await response.text()).split('\r\n') };
}

describe('a site that changes', () => {
  beforeAll(async () => {
    await fetchRecord('domain=changing.test');
    page = '<title>=Second, title</title><p>one two three four five';
    await fetchRecord('domain=changing.test&refresh=1');
    await fetchRecord('domain=changing.test');
  });

  test('has one snapshot per fetch, newest first, none for a hit, and changes in the newer one', async () => {
    const [refreshed, first, ...others] = own(await historyOf('domain=changing.test'));
    expect(others).toEqual([]);
    expect(first).toMatchObject({ origin: 'query', title: 'First title', word_count: 3 });
    expect(refreshed).toMatchObject({ origin: 'refresh', title: '=Second, title', word_count: 5 });
    expect(refreshed!.changes).toContainEqual({ name: 'title', before: 'First title', after: '=Second, title' });
    expect(refreshed!.changes).toContainEqual({ name: 'word_count', before: 3, after: 5 });
    expect(first!.changes.map(({ name }) => name)).not.toContain('title');
  });

  test('is read completely, page by page, as JSON and as CSV', async () => {
    const all = await historyOf('domain=changing.test&range=10y&limit=1000');
    const pages: HistoryAnswer[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      pages.push(await historyOf(`domain=changing.test&range=10y&limit=1&cursor=${cursor}`));
      cursor = pages.at(-1)!.next_cursor;
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(times({ snapshots: pages.flatMap(({ snapshots }) => snapshots) })).toEqual(times(all));
    expect(pages.every(({ to }) => to === pages[0]!.to)).toBe(true);

    const path = '/api/v1/seo/history?domain=changing.test&range=10y&limit=1';
    const first = await runner.get(path, { headers: { Accept: 'text/csv' } });
    expect(first.headers.get('x-truncated')).toBe('true');
    const rest = await historyOf(`domain=changing.test&range=10y&cursor=${first.headers.get('x-next-cursor')}`);
    expect(times(rest)).toEqual(times(all).slice(1, 101));
  });

  test('is read between two times, and with requested members only', async () => {
    const [newest, older] = own(await historyOf('domain=changing.test'));
    const only = await historyOf(`domain=changing.test&from=${older!.captured_at}&to=${newest!.captured_at}`);
    expect(only).toMatchObject({ range: null, from: older!.captured_at, to: newest!.captured_at });
    expect(times({ snapshots: own(only) })).toEqual([newest!.captured_at, older!.captured_at]);

    const fields = 'fields=snapshots.title,summary.word_count.last';
    const response = await runner.get(`/api/v1/seo/history?domain=changing.test&limit=1&${fields}`);
    expect(((await response.json()) as { data: unknown }).data).toEqual({
      domain: 'changing.test',
      count: 1,
      truncated: true,
      next_cursor: expect.any(String),
      snapshots: [{ title: '=Second, title' }],
      summary: { word_count: { last: 5 } },
    });
    const { lines } = await csvOf(`domain=changing.test&limit=1&${fields}`);
    expect(lines).toEqual(['captured_at,title', `${newest!.captured_at},"'=Second, title"`, '']);
  });

  test('is a 304 when the caller has it, although the window has moved', async () => {
    // Slow sources add values of today.
    const path = '/api/v1/seo/history?domain=never-seen.com';
    const first = await runner.get(path);
    await first.arrayBuffer();
    const etag = first.headers.get('etag')!;
    const known = { 'If-None-Match': etag };
    expect(await runner.get(path, { headers: known })).toMatchObject({ status: 304 });
    expect(await runner.get(`${path}&fields=count`, { headers: known })).toMatchObject({ status: 200 });
    expect(await runner.get(path, { headers: { ...known, Accept: 'text/csv' } })).toMatchObject({ status: 200 });
  });

  test('is CSV for callers that accept it, with one row per snapshot and escaped formulas', async () => {
    const { type, lines } = await csvOf('domain=changing.test&limit=2');
    const [newest, older] = (await historyOf('domain=changing.test&limit=2')).snapshots;
    expect(type).toBe('text/csv; charset=utf-8');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      /^captured_at,date,site_status,origin,seo_score,.*,title,content_hash,ai_policy,changes_total$/,
    );
    expect(lines[1]).toContain(`${newest!.captured_at},${newest!.date},ok,refresh,`);
    expect(lines[1]).toContain(`,"'=Second, title",${newest!.content_hash},`);
    // Slow sources may still add values and thus changes.
    expect(Number(lines[1]!.split(',').at(-1))).toBeGreaterThanOrEqual(3);
    expect(lines[2]).toContain(`${older!.captured_at},`);
    expect(lines[3]).toBe('');
  });
});

test('contains historical values of sources by day within the requested window', async () => {
  await fetchRecord('domain=shop.example');
  const { snapshots, from, to } = await historyOf('domain=shop.example&range=10d');
  const ranks = snapshots.filter(({ origin }) => origin === 'backfill:tranco');
  expect(ranks.length).toBeGreaterThanOrEqual(9);
  for (const { captured_at, date, tranco_rank, title } of ranks) {
    expect(captured_at).toBe(`${date}T00:00:00.000Z`);
    expect(captured_at >= from && captured_at <= to).toBe(true);
    expect(tranco_rank).toBeGreaterThan(0);
    expect(title).toBeNull();
  }
  expect(times({ snapshots })).toEqual(times({ snapshots }).toSorted().reverse());
});

test('a domain that was never queried has an empty history, as JSON and as CSV', async () => {
  const answer = await historyOf('domain=never-seen.com');
  expect(answer).toMatchObject({ domain: 'never-seen.com', count: 0, truncated: false, snapshots: [] });
  expect(answer.summary.seo_score).toEqual({ first: null, last: null, min: null, max: null, change: null });
  expect((await csvOf('domain=never-seen.com')).lines).toHaveLength(2);
});

describe('invalid input is a 422 with the name of the parameter, in JSON even if CSV is requested', () => {
  test.each([
    ['', ['domain']],
    ['domain=localhost&range=1h&limit=many', ['domain', 'range', 'limit']],
    ['domain=shop.example&cursor=abc', ['cursor']],
  ])('%j: %j', async (parameters, params) => {
    const response = await runner.get(`/api/v1/seo/history?${parameters}`, { headers: { Accept: 'text/csv' } });
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const body = (await response.json()) as { error: string; details: { param: string }[] };
    expect(body).toMatchObject({ code: 422, success: false, error: 'invalid_parameter' });
    expect(body.details.map(({ param }) => param)).toEqual(params);
  });
});
