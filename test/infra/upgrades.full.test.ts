import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { Batch, Domains } from '../../functions/back-office/contract.ts';
import { createGatewayClient } from '../../functions/shared/gateway/client.ts';
import { createGatewayKeys } from '../../functions/back-office/gateway-keys/gateway-keys.ts';
import { sorts } from '../../functions/shared/keywords/sorts.ts';
import type { DomainAnswer, DomainRecord } from '../../functions/shared/record/record.ts';
import { localStackName } from '../../infra/local/identity.ts';
import { createValidator, readDocument } from '../support/openapi.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { signIn } from '../support/sign-in.ts';
import { onlyHomePage, startSite, type TestSite } from '../support/site.ts';
import { type Item, openStock } from '../support/stock/stock.ts';

const VERSION = 'v0.1';
/** Sources that it did not have. */
const NEW_SOURCES = ['llms_txt', 'host_variants', 'hreflang'];
const stock = openStock(VERSION);
const { answerProblems } = createValidator(readDocument());

const entries = stock.items('DomainCache');
const snapshots = stock.items('DomainHistory');
const schedule = stock.items('DomainSchedule');
const keywordItems = stock.items('Keywords');

interface Snapshot {
  captured_at: string;
  origin: string;
}
interface Keywords {
  items: { keyword: string }[];
  sources: { from_cache: boolean }[];
}

let runner: TestRunner;
/** The site of domains that the stock does not hold yet. */
let lost: TestSite;
beforeAll(async () => {
  lost = await startSite(onlyHomePage(() => '<title>Found again</title>'));
  const hosts = ['lost.example', 'batched.example'].map((host) => `${host}=127.0.0.1:${lost.port}`);
  const settings = { LOCAL_DATA_DIR: await stock.dataDir(), LOCAL_RESOLVE: hosts.join(',') };
  runner = await startTestRunner(settings, ['--offline']);
}, 120_000);
afterAll(() => Promise.all([runner.close(), lost.close()]));

/** @returns `data` of an answer that is as documented */
async function documented<Data>(path: string): Promise<Data> {
  const response = await runner.get(path);
  const body = await response.text();
  const type = response.headers.get('content-type')!;
  expect(answerProblems(path.split('?')[0]!, 'get', { status: response.status, type, body })).toEqual([]);
  expect([response.status, body]).toEqual([200, expect.anything()]);
  return (JSON.parse(body) as { data: Data }).data;
}

const query = (domain: string, more = '') => documented<DomainAnswer>(`/api/v1/seo/query?domain=${domain}${more}`);

async function historyOf(domain: string): Promise<Snapshot[]> {
  const path = `/api/v1/seo/history?domain=${domain}&range=10y&limit=1000`;
  return (await documented<{ snapshots: Snapshot[] }>(path)).snapshots;
}

const keywords = (parameters: string) => documented<Keywords>(`/api/v1/seo/keywords?limit=1000&${parameters}`);

async function until(isDone: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    if (await isDone()) return;
    await sleep(250);
  }
  throw new Error('It did not come about in time');
}

/** The first day of the stock. */
const FIRST_DAY = schedule
  .map((item) => textOf(item, 'first_asked_on'))
  .filter(Boolean)
  .toSorted()[0]!;

function textOf(item: Item, name: string): string {
  return item[name]?.S ?? '';
}
const recordOf = ({ record }: Item) => JSON.parse(brotliDecompressSync(record!.B!).toString()) as DomainRecord;

function keywordsOf(list: string): Set<string> {
  return new Set(keywordItems.filter((item) => textOf(item, 'list') === list).map((item) => textOf(item, 'keyword')));
}

/** A snapshot of the table as it is answered. */
function snapshotOf(item: Item): Snapshot {
  const { domain: _, captured_at, taken_at, ...figures } = item;
  const key = captured_at!.S!;
  const date = key.slice(0, 10);
  const values = Object.entries(figures).map(
    ([name, { S, N }]) => [name, S ?? (N === undefined ? null : Number(N))] as const,
  );
  const time = key.includes('#') ? `${date}T00:00:00.000Z` : key;
  const rest = { captured_at: taken_at?.S ?? time, date };
  return { ...(Object.fromEntries(values) as unknown as Snapshot), ...rest };
}

test('its operator signs in, and sees its domains', async () => {
  const { access_token } = await signIn(runner, { password: 'sandbox-password' });
  const headers = { Authorization: `Bearer ${access_token}` };
  const response = await fetch(`${runner.url}/back-office/api/domains`, { headers });
  const { domains } = ((await response.json()) as { data: Domains }).data;
  const listed = schedule.filter(({ initial }) => initial);
  expect(domains.map(({ domain, followed, blocked }) => ({ domain, followed, blocked }))).toEqual(
    listed.map((item) => ({
      domain: textOf(item, 'domain'),
      followed: item.next_snapshot_at !== undefined,
      blocked: item.is_blocked !== undefined,
    })),
  );
});

test('its records are hits with all that stands in them, as documented', async () => {
  for (const entry of entries) {
    const { domain, domain_unicode, first_cached_at, updated_at } = entry;
    const { complete: _, sources, ...members } = recordOf(entry);
    const answer = await query(textOf(entry, 'domain'));
    expect(answer).toMatchObject({
      ...members,
      domain: domain!.S,
      domain_unicode: domain_unicode!.S,
      cache_status: 'hit',
      first_cached_at: first_cached_at!.S,
      updated_at: updated_at!.S,
    });
    for (const report of sources.filter(({ id }) => !answer.pending.includes(id))) {
      expect(answer.sources).toContainEqual(report);
    }
    expect(answer.pending).toEqual(expect.arrayContaining(NEW_SOURCES));
  }
});

test('what it did not know of is asked for in the background', async () => {
  await until(async () => !(await query('shop.example')).pending.some((id) => NEW_SOURCES.includes(id)));
  const { host_variants, security_headers, hreflang_cluster, ai_access } = await query('shop.example');
  const { agents, llms_txt } = ai_access;
  expect([host_variants, security_headers, hreflang_cluster, agents, llms_txt]).not.toContain(null);
});

test('its histories are answered in full, as documented', async () => {
  for (const domain of new Set(snapshots.map((item) => textOf(item, 'domain')))) {
    const stored = snapshots.filter((item) => textOf(item, 'domain') === domain).map(snapshotOf);
    const answered = await historyOf(domain);
    expect(answered).toEqual(expect.arrayContaining(stored.map((each) => expect.objectContaining(each) as unknown)));
    const isStored = ({ captured_at, origin }: Snapshot) =>
      stored.some((each) => each.captured_at === captured_at && each.origin === origin);
    expect(answered.filter(isStored)).toHaveLength(stored.length);
  }
});

test.each(sorts)('its keywords are found by their words in the order %s, and nobody is asked again', async (sort) => {
  const stored = [...keywordsOf('term:trail')].filter((keyword) => keywordsOf('term:mix').has(keyword));
  const { items, sources } = await keywords(`q=trail+mix&sort=${sort}`);
  expect(items.map(({ keyword }) => keyword).toSorted()).toEqual(stored.toSorted());
  expect(sources.map(({ from_cache }) => from_cache)).not.toContain(false);
});

test('its keywords of a domain are found, and its page is not read again', async () => {
  const item = keywordItems.find(({ list }) => list!.S === 'domain:shop.example')!;
  const stored = (JSON.parse(textOf(item, 'keywords')) as { keyword: string }[]).map(({ keyword }) => keyword);
  const { items, sources } = await keywords('domain=shop.example');
  expect(items.map(({ keyword }) => keyword).toSorted()).toEqual(stored.toSorted());
  expect(sources.map(({ from_cache }) => from_cache)).not.toContain(false);
});

test('its keys open what they opened, with their plans, notes and usage', async () => {
  const statusOf = async (key: string) => (await runner.get('/api/v1/seo/query?domain=shop.example', { key })).status;
  expect(runner.apiKey).toBe('sandbox-key-ready-made');
  expect(await statusOf('sandbox-key-partner')).toBe(200);
  expect(await statusOf('sandbox-key-former')).toBe(401);

  const client = createGatewayClient(runner.aws);
  const keys = createGatewayKeys(client, localStackName);
  const all = await keys.list();
  expect(all).toMatchObject([
    { name: 'former', plan: 'basic', enabled: false, note: '' },
    { name: 'partner', plan: 'pro', enabled: true, note: 'Paid until the end of the year' },
    { name: 'ready-made', plan: 'basic', enabled: true },
  ]);
  expect(all.map(({ owner }) => owner)).toEqual(all.map(({ id }) => id));
  const replaced = await keys.replace(all[0]!.id, { disable: false });
  expect(replaced.owner).toBe(all[0]!.owner);
  const { days } = await keys.usage(all[2]!.id, { from: FIRST_DAY, to: FIRST_DAY });
  client.destroy();
  expect(days.map(({ date, used }) => [date, used > 0])).toEqual([[FIRST_DAY, true]]);
});

test('a domain that was blocked is refused', async () => {
  expect((await runner.get('/api/v1/seo/query?domain=blocked.example')).status).toBe(422);
});

test('a domain whose fetch a killed function has left is fetched', async () => {
  expect(stock.items('Coordination').map((item) => textOf(item, 'id'))).toContain('fetch#lost.example');
  expect(await query('lost.example')).toMatchObject({ cache_status: 'miss' });
});

test('domains that were followed are taken when they are due, and their history goes on', async () => {
  const followed = schedule.filter((item) => item.next_snapshot_at).map((item) => textOf(item, 'domain'));
  const before = new Map(snapshots.map((item) => [textOf(item, 'domain'), [] as object[]]));
  for (const item of snapshots) before.get(textOf(item, 'domain'))!.push(snapshotOf(item));
  const lambda = new LambdaClient(runner.aws);
  const { Payload } = await lambda.send(new InvokeCommand({ FunctionName: 'snapshot-scheduler', Payload: '{}' }));
  lambda.destroy();
  const { sent, complete } = JSON.parse(Buffer.from(Payload!).toString()) as { sent: number; complete: boolean };
  expect([sent >= followed.length, complete]).toEqual([true, true]);
  const started = new Date().toISOString().slice(0, 10);
  for (const domain of followed) {
    const isTaken = ({ captured_at, origin }: Snapshot) => origin === 'scheduled' && captured_at >= started;
    await until(async () => (await historyOf(domain)).some(isTaken));
    const kept = before.get(domain)!.map((each) => expect.objectContaining(each) as unknown);
    expect(await historyOf(domain)).toEqual(expect.arrayContaining(kept));
  }
});

test('a refresh takes the place of a record, whose first day stays', async () => {
  const entry = entries.find((item) => textOf(item, 'domain') === 'shop.example')!;
  const data = await query('shop.example', '&refresh=1');
  expect(data).toMatchObject({ cache_status: 'refreshed', first_cached_at: textOf(entry, 'first_cached_at') });
  expect(data.updated_at > textOf(entry, 'updated_at')).toBe(true);
});

test('a batch answers what is stored, and has the rest fetched', async () => {
  const entry = entries.find((item) => textOf(item, 'domain') === 'shop.example')!;
  const path = '/api/v1/seo/batches';
  const headers = { 'X-SEO-API-Key': runner.apiKey };
  const body = JSON.stringify({ domains: ['shop.example', 'batched.example'] });
  const response = await fetch(runner.url + path, { method: 'POST', headers, body });
  const { data } = (await response.json()) as { data: Batch };
  expect([response.status, data.items]).toMatchObject([
    202,
    [
      { status: 'done', data: { first_cached_at: textOf(entry, 'first_cached_at') } },
      { status: 'pending', data: null },
    ],
  ]);
  const standing = async () => {
    const answer = await runner.get(`${path}/${data.batch_id}`);
    const text = await answer.text();
    const shown = { status: answer.status, type: answer.headers.get('content-type')!, body: text };
    expect(answerProblems(`${path}/{id}`, 'get', shown)).toEqual([]);
    return (JSON.parse(text) as { data: Batch }).data;
  };
  let batch = data;
  while (batch.poll_after_seconds !== null) {
    await sleep(batch.poll_after_seconds * 1000);
    batch = await standing();
  }
  expect(batch.items[1]).toMatchObject({ domain: 'batched.example', data: { cache_status: 'miss' } });
}, 60_000);
