import { readSpending, type Reservation } from '../../functions/shared/storage/daily-budget.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ListTablesCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { OPERATOR } from '../../functions/shared/gateway/batch-caller.ts';
import { createBatches } from '../../functions/shared/storage/batches/batches.ts';
import { newBatchId } from '../../functions/shared/storage/batches/item.ts';
import { createDocumentClient } from '../../functions/shared/storage/dynamodb/document-client.ts';
import type { HistoryAnswer } from '../../functions/shared/domain-record/history/read-history.ts';
import type { LongTailAnswer } from '../../functions/shared/answers/long-tail/answer-schema.ts';
import type { KeywordsAnswer } from '../../functions/shared/answers/keywords/answer-schema.ts';
import { termsOf } from '../../functions/shared/keywords/terms.ts';
import type { DomainAnswer } from '../../functions/shared/record/record.ts';
import { faults } from '../../infra/sandbox/providers/faults.ts';
import { createValidator, readDocument } from '../support/openapi.ts';
import { type Item, openStock, tableNameOf } from '../support/stock/stock.ts';
import { startVersions, type Version, type Versions } from '../support/stock/versions.ts';

const VERSION = 'v0.1';
const stock = openStock(VERSION);
const { answerProblems } = createValidator(readDocument());

const table = (name: string) => stock.model.tables.find((model) => tableNameOf(model.name) === name)!.name;

/** Who writes, and who goes on with it: an update, and its rollback. */
const directions = [
  [VERSION, 'this version'],
  ['this version', VERSION],
] as const;

/** Of these, the items are as a later version may have stored them. */
const LATER_DOMAIN = 'blog.example';
const LATER_WORDS = 'trail mix';

let versions: Versions;
const versionOf = (name: string) => (name === VERSION ? versions.released : versions.present);
beforeAll(async () => {
  versions = await startVersions(stock, (item, name) => (isFromLater(item) ? asLater(item, name) : item));
}, 120_000);
afterAll(() => versions.close());

const query = (version: Version, parameters: string) => version.data<DomainAnswer>(`seo-query?${parameters}`);

/** Members of snapshots that version 0.1 does not have. */
const NEWER = [
  ...['site_status', 'inp_p75_ms', 'cls_p75', 'ttfb_p75_ms', 'fcp_p75_ms', 'tls_days_remaining'],
  ...['expires_at', 'meta_robots', 'canonical', 'site_score', 'site_pages', 'site_broken_links'],
];

/** What both versions tell of a domain's past. */
async function historyOf(version: Version, domain: string) {
  const path = `seo-history?domain=${domain}&range=10y&limit=1000`;
  const { snapshots } = await version.data<HistoryAnswer>(path);
  return snapshots.map((snapshot) => {
    const known = Object.entries(snapshot).filter(([name]) => !NEWER.includes(name));
    const changes = snapshot.changes.filter(({ field }) => !NEWER.includes(field));
    const { captured_at, origin } = snapshot;
    return { ...Object.fromEntries(known), captured_at, origin, changes };
  });
}

/** What does not differ from call to call. */
function lasting(answer: DomainAnswer) {
  const { cache_status: _, age_seconds: __, ...others } = answer;
  // Version 0.1 has neither.
  const { pending: ___, poll_after_seconds: ____, ...data }: Partial<DomainAnswer> = others;
  return data;
}

/** All that was written is read; what this version adds to a record of the other is pending. */
function expectHeld(read: DomainAnswer, written: DomainAnswer, reader: Version) {
  if (reader !== versions.present) return expect(lasting(read)).toEqual(lasting(written));
  const { complete: _, sources = [], performance, ...members } = lasting(written);
  expect(read).toMatchObject(members);
  expect(read.performance).toMatchObject(performance!);
  const settled = read.sources.filter(({ id }) => !read.pending.includes(id));
  expect(sources).toEqual(expect.arrayContaining(settled));
}

/** What both versions tell of keywords: score 2 is not score 1, and orders otherwise; suggestions need not match. */
function comparable({ items }: KeywordsAnswer) {
  const both = items.filter(({ match = 'words' }: Partial<KeywordsAnswer['items'][number]>) => match === 'words');
  return both
    .map(({ match: _, score: __, score_basis: ___, score_version: ____, ...facts }) => facts)
    .toSorted((one, other) => (one.keyword < other.keyword ? -1 : 1));
}

/** @returns what the providers were asked meanwhile */
async function askedDuring(work: () => Promise<unknown>) {
  const before = versions.providers.requests.length;
  await work();
  return versions.providers.requests.slice(before).map(({ provider, path, query }) => {
    return `${provider} ${path} ${[...query.values()].join(' ')}`;
  });
}

async function itemsOf(name: string): Promise<Item[]> {
  const pages = await Array.fromAsync(paginateScan({ client: versions.client }, { TableName: table(name) }));
  return pages.flatMap(({ Items = [] }) => Items as Item[]);
}

const keyOf = ({ list, keyword }: Item) => `${list!.S} ${keyword!.S}`;

/** Keywords that some word of theirs does not lead to. */
async function unfindable(): Promise<string[]> {
  const items = await itemsOf('Keywords');
  const keys = new Set(items.map(keyOf));
  const keywords = items
    .filter(({ list, keyword }) => list!.S === `keyword:${keyword!.S}`)
    .map(({ keyword }) => keyword!.S!);
  return keywords.filter((keyword) => termsOf(keyword).some((term) => !keys.has(`term:${term} ${keyword}`)));
}

// First, since hits have what is missing of a domain asked for once in a while.
describe('the Chrome UX Report', () => {
  const NEW = ['inp_p75_ms', 'cls_p75', 'fcp_p75_ms', 'ttfb_p75_ms'] as const;
  const domain = 'shop.example';
  const record = () => query(versions.present, `domain=${domain}`);

  test(`has all it tells filled in on a hit, of a record that ${VERSION} has written`, async () => {
    await query(versions.released, `domain=${domain}&refresh=1`);
    versions.takeMessages();
    const stored = await record();
    expect(stored).toMatchObject({ cache_status: 'hit', pending: expect.arrayContaining(['site', 'crux']) as unknown });
    const messages = versions.takeMessages().filter(({ task }) => task === 'complete-record');
    expect(messages).toMatchObject([{ sources: expect.arrayContaining(['site', 'crux']) as unknown }]);
    await versions.present.work(messages);
    const { performance, sources } = await record();
    expect(performance.field).toMatchObject({ fcp_p75_ms: 1480, ttfb_p75_ms: 640, desktop: { lcp_p75_ms: 1310 } });
    for (const id of ['site', 'crux']) {
      expect(sources.find((source) => source.id === id)).toMatchObject({ status: 'ok', from_cache: false });
    }
  });

  test('has each week once with all figures, whichever version asks in between', async () => {
    const before = await historyOf(versions.released, domain);
    for (const version of [versions.released, versions.present, versions.released, versions.present]) {
      await query(version, `domain=${domain}&refresh=1`);
    }
    const { snapshots } = await versions.present.data<HistoryAnswer>(
      `seo-history?domain=${domain}&range=10y&limit=1000`,
    );
    const keys = snapshots.map(({ captured_at, origin }) => `${captured_at} ${origin}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { captured_at, origin, ...figures } of before) {
      const same = snapshots.find((each) => each.captured_at === captured_at && each.origin === origin);
      const known = Object.entries(figures).filter(([name, value]) => name !== 'changes' && value !== null);
      expect(same).toMatchObject(Object.fromEntries(known));
    }
    // Of weeks that only the stock knows, since it was made on another day of the week, the stand-in tells nothing.
    const weekday = (date: string) => new Date(date).getUTCDay();
    const weeks = snapshots.filter(({ origin }) => origin === 'backfill:crux');
    const told = weeks.filter(({ date }) => weekday(date) === weekday(weeks[0]!.date));
    expect(told.length).toBeGreaterThan(25);
    for (const week of told) expect(NEW.filter((name) => week[name] === null)).toEqual([]);
  });
});

describe.each(directions)('what %s does, %s goes on with', (...names) => {
  let writer: Version;
  let reader: Version;
  const tag = names[0] === VERSION ? 'before' : 'after';
  beforeAll(() => {
    [writer, reader] = names.map(versionOf) as [Version, Version];
  });

  test('a record that is refreshed is a hit with the same in it', async () => {
    const written = await query(writer, 'domain=shop.example&refresh=1');
    const read = await query(reader, 'domain=shop.example');
    expect([written.cache_status, read.cache_status]).toEqual(['refreshed', 'hit']);
    expectHeld(read, written, reader);
  });

  test('a record that is new is a hit with the same in it', async () => {
    const written = await query(writer, `domain=${tag}.example`);
    const read = await query(reader, `domain=${tag}.example`);
    expect([written.cache_status, read.cache_status]).toEqual(['miss', 'hit']);
    expectHeld(read, written, reader);
  });

  test('messages are worked off', async () => {
    versions.takeMessages();
    await query(writer, 'domain=blog.example&refresh=1');
    await writer.data(`seo-keywords?q=${tag}+noon`);
    const messages = versions.takeMessages();
    expect(new Set(messages.map(({ task }) => task))).toEqual(
      new Set(['complete-record', 'learn-page', 'learn-suggestions']),
    );
    await reader.work(messages);
    // What version 0.1 did not know of is asked for by a hit.
    await query(versions.present, 'domain=blog.example');
    await versions.present.work(versions.takeMessages().filter(({ task }) => task === 'complete-record'));
    const { sources } = await query(writer, 'domain=blog.example');
    expect(sources.map(({ status }) => status)).not.toContain('pending');
    expect(await unfindable()).toEqual([]);
  });

  test("a day's snapshot is not taken again, and both tell the same history", async () => {
    const domain = tag === 'before' ? 'shop.example' : 'blog.example';
    const before = await historyOf(reader, domain);
    await writer.work([{ task: 'snapshot', domain, attempt: 0 }]);
    const taken = await historyOf(writer, domain);
    expect(taken.length).toBeGreaterThan(before.length);
    const asked = await askedDuring(() => reader.work([{ task: 'snapshot', domain, attempt: 0 }]));
    const after = await historyOf(reader, domain);
    expect(after).toEqual(taken);
    expect(asked).toEqual([]);
    const keys = (snapshots: typeof after) => snapshots.map(({ captured_at, origin }) => `${captured_at} ${origin}`);
    expect(keys(after)).toEqual(expect.arrayContaining(keys(before)));
  });

  // Of a Chinese text, since both versions ask all engines about it.
  test.each([`q=${tag}+${encodeURIComponent('午夜')}`, 'domain=shop.example'])(
    'keywords of %s are found as they are',
    async (parameters) => {
      const path = `seo-keywords?limit=1000&${parameters}`;
      const written = await writer.data<KeywordsAnswer>(path);
      await writer.work(versions.takeMessages());
      let read: KeywordsAnswer | undefined;
      expect(await askedDuring(async () => (read = await reader.data(path)))).toEqual([]);
      // What version 0.1 left is rescored; its worker does not know of that.
      await reader.work(versions.takeMessages());
      expect(comparable(read!)).toEqual(comparable(written));
      const engines = read!.sources.filter(({ id }) => id !== 'dataforseo');
      expect(engines.map(({ from_cache }) => from_cache)).not.toContain(false);
      expect(written.items.length).toBeGreaterThan(5);
    },
  );
});

describe.each([VERSION, 'this version'])(`%s, over what ${VERSION} has stored,`, (name) => {
  // What the seeds are asked with holds the year.
  const year = String(new Date().getUTCFullYear());

  test.each(['trail mix', '茶叶'])('knows the longer forms of %s', async (keyword) => {
    let answer: LongTailAnswer | undefined;
    const asked = await askedDuring(async () => {
      answer = await versionOf(name).data(`seo-long-tail?limit=1000&keyword=${encodeURIComponent(keyword)}`);
    });
    expect(asked.filter((request) => !request.includes(year))).toEqual([]);
    expect(answer!.count).toBeGreaterThan(80);
  });

  test('understands its messages', async () => {
    const version = versionOf(name);
    expect(new Set(stock.messages.map(({ task }) => task)).size).toBe(stock.messages.length);
    await expect(version.work(stock.messages)).resolves.toBeUndefined();
    await expect(version.work([{ task: 'unknown' }])).rejects.toThrow('Not worked off');
  });
});

describe('both at once', () => {
  /** So that the one has not ended before the other begins. */
  const SLOW = ['tranco', 'rdap'];
  let both: [Version, Version];
  beforeAll(() => {
    both = [versions.released, versions.present];
    for (const id of SLOW) versions.providers.fault(id, faults.slow(1_500));
  });
  afterAll(() => {
    for (const id of SLOW) versions.providers.fault(id, null);
  });

  test.each([
    ['refresh', 'domain=shop.example&refresh=1'],
    ['query', 'domain=together.example'],
  ])('fetch a domain once, for each %s', async (origin, parameters) => {
    const domain = new URLSearchParams(parameters).get('domain')!;
    const countOf = async () =>
      (await historyOf(versions.present, domain)).filter((each) => each.origin === origin).length;
    const before = await countOf();
    const [one, other] = await Promise.all(both.map((version) => query(version, parameters)));
    expectHeld(other!, one!, versions.present);
    expect(await countOf()).toBe(before + 1);
  });

  test('take the snapshot of a day once', async () => {
    const domain = 'broken.example';
    versions.takeMessages();
    await Promise.all(both.map((version) => version.work([{ task: 'snapshot', domain, attempt: 0 }])));
    // One of them is put off while the other one works.
    const putOff = versions.takeMessages().filter(({ task }) => task === 'snapshot');
    await Promise.all(both.map((version) => version.work(putOff)));
    const snapshots = await historyOf(versions.present, domain);
    expect(snapshots.filter(({ origin }) => origin === 'scheduled')).toHaveLength(1);
  });

  test('learn keywords: none of them is lost, nor what leads to it', async () => {
    const before = (await itemsOf('Keywords')).map(keyOf);
    versions.takeMessages();
    await Promise.all(both.map((version, index) => version.data(`seo-keywords?q=river+${['boat', 'trip'][index]}`)));
    const messages = [...versions.takeMessages(), { task: 'learn-page', domain: 'shop.example' }];
    await Promise.all(both.map((version) => version.work(messages)));
    const after = new Set((await itemsOf('Keywords')).map(keyOf));
    expect(before.filter((key) => !after.has(key))).toEqual([]);
    expect(after.size).toBeGreaterThan(before.length);
    expect(await unfindable()).toEqual([]);
  });
});

/** Version 0.1 says only whether there was money, and settles by the budget. */
async function settle(budget: object, reserved: object | null) {
  if (typeof reserved === 'object') await (reserved as Reservation).settle(0.1);
  else await (budget as { settle(reservedUsd: number, actualUsd: number): Promise<void> }).settle(0.6, 0.1);
}

describe.each(directions)('%s is seen by %s', (...names) => {
  let now = Date.parse(names[0] === VERSION ? '2027-01-01T00:00:00Z' : '2027-02-01T00:00:00Z');
  const clock = () => now;
  const name = `shared by ${names.join(' and ')}`;
  const coordination = table('Coordination');
  let stores: Version['stores'][];
  type Client = ReturnType<Version['stores']['createDocumentClient']>;
  const made = <Store>(make: (each: Version['stores'], client: Client) => Store) =>
    stores.map((each) => make(each, each.createDocumentClient(versions.client))) as [Store, Store];
  beforeAll(() => {
    stores = names.map((each) => versionOf(each).stores);
  });

  test('with its lease, until that is ended or runs out', async () => {
    const [one, other] = made((each, client) => each.createFetchLeases(client, coordination, clock));
    const first = (await one.acquire(name))!;
    expect(await other.acquire(name)).toBeNull();
    expect(await other.read(name)).toMatchObject({ holder: first, failure: null });
    await one.release(name, first, 'It failed');
    const failure = names[1] === VERSION ? 'It failed' : { text: 'It failed', params: {} };
    expect(await other.read(name)).toMatchObject({ failure });
    const second = (await other.acquire(name))!;
    expect(await one.acquire(name)).toBeNull();
    expect(await one.renew(name, first)).toBe(false);
    now += 60_000;
    const third = (await one.acquire(name))!;
    expect(await other.renew(name, second)).toBe(false);
    await one.release(name, third);
    expect(await other.read(name)).toBeNull();
  });

  test.each([true, false])('at its turn with a provider (one request at a time: %s)', async (serial) => {
    const [one, other] = made((each, client) => each.createTurns(client, coordination, clock));
    const pace = { key: `${name} ${serial}`, intervalMs: 1_000, serial };
    const turn = await one.take(pace, 0);
    await expect(other.take(pace, 0)).rejects.toMatchObject({ code: 'busy' });
    await turn.end('answered');
    now += 1_000;
    const next = await other.take(pace, 0);
    await next.end({ retryAfterMs: 5_000 });
    now += 1_000;
    await expect(one.take(pace, 0)).rejects.toMatchObject({ code: 'retry_later', waitMs: 4_000 });
    now += 4_000;
    await expect(one.take(pace, 0)).resolves.toBeDefined();
  });

  test('with what it claims, spends and was asked for', async () => {
    const [claims, otherClaims] = made((each, client) => each.createClaims(client, coordination, clock));
    expect([await claims.claim(name, 1_000), await otherClaims.claim(name, 1_000)]).toEqual([true, false]);
    const [budget, otherBudget] = made((each, client) => each.createDailyBudget(client, coordination, 1, clock));
    const reserved = await budget.reserve(0.6, 'dataforseo');
    expect([Boolean(reserved), Boolean(await otherBudget.reserve(0.6, 'dataforseo'))]).toEqual([true, false]);
    await settle(budget, reserved);
    expect(Boolean(await otherBudget.reserve(0.6, 'dataforseo'))).toBe(true);
    // What version 0.1 has spent belongs to no source.
    const day = new Date(now).toISOString().slice(0, 10);
    const { usd, bySource } = (await readSpending(createDocumentClient(versions.client), coordination, [day])).get(
      day,
    )!;
    expect(Object.keys(bySource)).toEqual(['dataforseo']);
    expect(usd).toBeGreaterThanOrEqual(bySource.dataforseo!);
    const [requests, otherRequests] = made((each, client) => each.createBackgroundRequests(client, coordination));
    await requests.note('shop.example', { task: 'refresh', askedAt: now });
    expect(await otherRequests.read('shop.example', now)).toEqual({ task: 'refresh', askedAt: now });
  });
});

test(`a request that has failed is over for ${VERSION}`, async () => {
  const requestsOf = ({ stores }: Version) =>
    stores.createBackgroundRequests(stores.createDocumentClient(versions.client), table('Coordination'));
  const [old, present] = [requestsOf(versions.released), requestsOf(versions.present)];
  const now = Date.parse('2027-03-01T00:00:00Z');
  await old.note('shop.example', { task: 'refresh', askedAt: now });
  await present.fail('shop.example', { code: 'gateway_timeout', message: 'Late', retryable: true, failedAt: now });
  expect(await old.read('shop.example', now)).toBeNull();
});

describe(`a batch, of which ${VERSION} does not know,`, () => {
  const domain = 'batched.example';
  const isPending = ({ status }: DomainAnswer['sources'][number]) => status === 'pending';

  /** @returns the message by which its work begins */
  async function makeBatch() {
    const { TableNames = [] } = await versions.client.send(new ListTablesCommand({}));
    const name = TableNames.find((each) => tableNameOf(each) === 'Batches')!;
    const batches = createBatches(createDocumentClient(versions.client), name, Date.now);
    const createdAt = new Date().toISOString();
    const batchId = newBatchId(Date.parse(createdAt));
    const wanted = JSON.stringify({ refresh: false, fields: null, history: null, paid: false });
    const line = { input: domain, domain, status: 'pending', error: null, isCounted: true } as const;
    await batches.create({ id: batchId, owner: OPERATOR, createdAt, wanted, fetches: 1, lines: [line] });
    return { task: 'read-batch', batchId, part: 0, from: 0 };
  }

  test('leaves records that both complete, and messages that the worker which knows them works off', async () => {
    const begin = await makeBatch();
    await expect(versions.released.work([begin])).rejects.toThrow('Not worked off');
    versions.takeMessages();
    await versions.present.work([begin]);
    const messages = versions.takeMessages();
    expect(messages.map(({ task }) => task)).toContain('complete-batch');
    const read = await query(versions.released, `domain=${domain}`);
    expect([read.cache_status, read.sources.some(isPending)]).toEqual(['hit', true]);
    // Who asks for the domain has the rest of it asked.
    const healing = versions.takeMessages();
    expect(healing).toMatchObject([{ task: 'complete-record', domain }]);
    await versions.released.work(healing);
    await versions.present.work(messages);
    for (const version of [versions.released, versions.present]) {
      expect((await query(version, `domain=${domain}`)).sources.filter(isPending)).toEqual([]);
    }
  });
});

describe.each([VERSION, 'this version'])('what a later version may add, and %s does not know of,', (name) => {
  const added = {
    later: { figure: 1 },
    popularity: expect.objectContaining({ later: { rank: 1 } }) as unknown,
    sources: expect.arrayContaining([expect.objectContaining({ id: 'later' })]) as unknown,
  };
  const read = () => query(versionOf(name), `domain=${LATER_DOMAIN}`);

  test('stays in a record that is read, refreshed and completed', async () => {
    expect(await read()).toMatchObject({ cache_status: 'hit', ...added });
    versions.takeMessages();
    const refreshed = await query(versionOf(name), `domain=${LATER_DOMAIN}&refresh=1`);
    expect(refreshed).toMatchObject({ cache_status: 'refreshed', ...added });
    await versionOf(name).work(versions.takeMessages());
    expect(await read()).toMatchObject({ cache_status: 'hit', ...added });
  });

  test('hinders nothing else', async () => {
    expect((await historyOf(versionOf(name), LATER_DOMAIN)).length).toBeGreaterThan(50);
    for (const parameters of [`q=${LATER_WORDS.replace(' ', '+')}`, `domain=${LATER_DOMAIN}`]) {
      const { items } = await versionOf(name).data<KeywordsAnswer>(`seo-keywords?${parameters}`);
      expect(items.length).toBeGreaterThan(5);
    }
  });
});

test.each([
  ['history', `domain=${LATER_DOMAIN}&range=10y&limit=1000`],
  ['keywords', `q=${LATER_WORDS.replace(' ', '+')}`],
  ['keywords', `domain=${LATER_DOMAIN}`],
  ['long-tail', `keyword=${LATER_WORDS.replace(' ', '+')}`],
])('what a later version may add does not show in %s for %s, which is as documented', async (endpoint, parameters) => {
  const { status, body } = await versions.present.get(`seo-${endpoint}?${parameters}`);
  const answer = { status, type: 'application/json', body };
  expect(answerProblems(`/api/v1/seo/${endpoint}`, 'get', answer)).toEqual([]);
  expect(status).toBe(200);
});

function isFromLater({ domain, list, keyword }: Item): boolean {
  return (
    domain?.S === LATER_DOMAIN || list?.S === `domain:${LATER_DOMAIN}` || Boolean(keyword?.S?.includes(LATER_WORDS))
  );
}

/** Adds what a version to come may add: an attribute, members of the texts, a source. */
function asLater(item: Item, name: string): Item {
  const { record, facts, entry } = item;
  return {
    ...item,
    later: { M: { at: { S: '2026-11-21T15:00:00.000Z' } } },
    ...(name === 'DomainCache' && { record_version: { N: '99' }, record: { B: laterRecord(record!.B!) } }),
    ...(facts && { facts: { S: withMore(facts.S!) } }),
    ...(entry && { entry: { S: withMore(entry.S!) } }),
  };
}

function withMore(text: string): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), later: { figure: 1 } });
}

function laterRecord(compressed: Uint8Array): Uint8Array {
  const record = JSON.parse(brotliDecompressSync(compressed).toString()) as DomainAnswer;
  const report = { ...record.sources[0]!, id: 'later', fields: ['later', 'popularity.later'] };
  const more = {
    ...record,
    later: { figure: 1 },
    popularity: { ...record.popularity, later: { rank: 1 } },
    sources: [report, ...record.sources],
  };
  return brotliCompressSync(JSON.stringify(more));
}
