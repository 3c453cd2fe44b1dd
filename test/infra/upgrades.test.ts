import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AttributeValue, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { DomainAnswer } from '../../functions/shared/record/record.ts';
import { localCredentials, localRegion, startTables } from '../../infra/local/tables.ts';
import type { TableModel } from '../../infra/local/template/service-model.ts';
import { createValidator, readDocument } from '../support/openapi.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { synthesizeStack } from '../support/stack.ts';

/** A new id would be a new, empty table beside the old one. */
const TABLES = {
  DomainCache: 'TablesDomainCache2C228948',
  DomainHistory: 'TablesDomainHistoryD207CB92',
  DomainSchedule: 'TablesDomainSchedule710E2F9E',
  Keywords: 'TablesKeywords32434F5B',
};
type TableName = keyof typeof TABLES;
type Item = Record<string, AttributeValue>;

const RECORDS = 'test/fixtures/records';
const versions = readdirSync(RECORDS);
const DOMAIN = 'shop.example';

const document = readDocument();
const { answerProblems } = createValidator(document);

let models: TableModel[];
beforeAll(() => {
  models = synthesizeStack().model.tables;
});

test('the tables that are kept for good have the logical ids that they always had', () => {
  expect(models.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.values(TABLES)));
});

/** Items as a version has stored them; binary values stand in base64. */
function storedBy(version: string, table: TableName): Item[] {
  const text = readFileSync(join(RECORDS, version, `${table}.json`), 'utf8');
  return JSON.parse(text, (name, value: unknown) =>
    name === 'B' ? Buffer.from(value as string, 'base64') : value,
  ) as Item[];
}

/** @param change what is done to each item before it is stored */
async function startWithItemsOf(
  version: string,
  change = (item: Item, _table: TableName) => item,
): Promise<TestRunner> {
  const dataDir = mkdtempSync(join(tmpdir(), 'upgrades-'));
  const { endpoint, close } = await startTables(models, { dataDir: join(dataDir, 'dynamodb') });
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  for (const [table, TableName] of Object.entries(TABLES) as [TableName, string][]) {
    for (const item of storedBy(version, table)) {
      await client.send(new PutItemCommand({ TableName, Item: change(item, table) }));
    }
  }
  client.destroy();
  await close();
  return startTestRunner({ LOCAL_DATA_DIR: dataDir }, ['--offline']);
}

/** @returns `data` of an answer that is as documented */
async function documented<Data>(runner: TestRunner, path: string): Promise<Data> {
  const response = await runner.get(path);
  const body = await response.text();
  const type = response.headers.get('content-type')!;
  expect(answerProblems(path.split('?')[0]!, 'get', { status: response.status, type, body })).toEqual([]);
  expect(response.status).toBe(200);
  return (JSON.parse(body) as { data: Data }).data;
}

interface Snapshot {
  captured_at: string;
  origin: string;
}
interface History {
  snapshots: Snapshot[];
}
interface Keywords {
  items: { keyword: string }[];
  sources: { from_cache: boolean }[];
}

const QUERY = `/api/v1/seo/query?domain=${DOMAIN}`;
const HISTORY = `/api/v1/seo/history?domain=${DOMAIN}&range=10y&limit=1000`;

async function until(isDone: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    if (await isDone()) return;
    await sleep(250);
  }
  throw new Error('It did not come about in time');
}

describe.each(versions)('what %s has stored', (version) => {
  let runner: TestRunner;
  const entry = storedBy(version, 'DomainCache')[0]!;
  beforeAll(async () => {
    runner = await startWithItemsOf(version);
  }, 60_000);
  afterAll(() => runner.close());

  test('a record is a hit, as documented', async () => {
    const data = await documented<DomainAnswer>(runner, QUERY);
    expect(data).toMatchObject({ cache_status: 'hit', updated_at: entry.updated_at!.S, seo_score: 100 });
  });

  test('a history is answered in full, as documented', async () => {
    const { snapshots } = await documented<History>(runner, HISTORY);
    expect(snapshots).toHaveLength(storedBy(version, 'DomainHistory').length);
  });

  test('keywords are found by their words and by domain, and nobody is asked again', async () => {
    const found = await documented<Keywords>(runner, '/api/v1/seo/keywords?q=coffee');
    expect(found.items.map(({ keyword }) => keyword)).toEqual(expect.arrayContaining(['best coffee', 'online coffee']));
    const ofDomain = await documented<Keywords>(runner, `/api/v1/seo/keywords?domain=${DOMAIN}`);
    expect(ofDomain.items.map(({ keyword }) => keyword)).toContain('day packs');
    expect([...found.sources, ...ofDomain.sources].map(({ from_cache }) => from_cache)).not.toContain(false);
  });

  test('a long-tail answer is completed from what is there', async () => {
    expect(await documented(runner, '/api/v1/seo/long-tail?keyword=coffee')).toMatchObject({ cache_status: 'miss' });
  });

  test('a domain that was followed is taken when it is due, and its history goes on', async () => {
    const before = (await documented<History>(runner, HISTORY)).snapshots.map(
      ({ captured_at }) => expect.objectContaining({ captured_at }) as unknown,
    );
    const credentials = localCredentials;
    const lambda = new LambdaClient({ endpoint: runner.url, region: localRegion, credentials });
    const { Payload } = await lambda.send(new InvokeCommand({ FunctionName: 'snapshot-scheduler', Payload: '{}' }));
    lambda.destroy();
    expect(JSON.parse(Buffer.from(Payload!).toString())).toEqual({ sent: 1, complete: true });
    const today = new Date().toISOString().slice(0, 10);
    const isTaken = ({ captured_at, origin }: Snapshot) => origin === 'scheduled' && captured_at.startsWith(today);
    const history = () => documented<History>(runner, HISTORY);
    await until(async () => (await history()).snapshots.some(isTaken));
    expect((await history()).snapshots).toEqual(expect.arrayContaining(before));
  });

  test('a refresh takes the place of the record, whose first day stays', async () => {
    const data = await documented<DomainAnswer>(runner, `${QUERY}&refresh=1`);
    expect(data).toMatchObject({ cache_status: 'refreshed', first_cached_at: entry.first_cached_at!.S });
    expect(data.updated_at > entry.updated_at!.S!).toBe(true);
  });
});

describe('what a newer version has stored, when it was rolled back', () => {
  const newest = versions.at(-1)!;
  let runner: TestRunner;
  beforeAll(async () => {
    runner = await startWithItemsOf(newest, asNewer);
  }, 60_000);
  afterAll(() => runner.close());

  const data = async (path: string) => ((await (await runner.get(path)).json()) as { data: object }).data;
  const known = {
    newer: { figure: 1 },
    popularity: expect.objectContaining({ newer: { rank: 1 } }) as unknown,
    sources: expect.arrayContaining([expect.objectContaining({ id: 'newer' })]) as unknown,
  };

  test('a record is a hit with all that is in it', async () => {
    expect(await data(QUERY)).toMatchObject({ cache_status: 'hit', ...known });
  });

  test('a refresh leaves in it what this version does not know of', async () => {
    expect(await data(`${QUERY}&refresh=1`)).toMatchObject({ cache_status: 'refreshed', ...known });
    expect(await data(QUERY)).toMatchObject({ cache_status: 'hit', ...known });
  });

  test('histories and keywords are answered as documented here, without what is newer', async () => {
    await documented(runner, HISTORY);
    const { items } = await documented<Keywords>(runner, '/api/v1/seo/keywords?q=coffee');
    expect(items.length).toBeGreaterThan(0);
    await documented(runner, `/api/v1/seo/keywords?domain=${DOMAIN}`);
    await documented(runner, '/api/v1/seo/long-tail?keyword=coffee');
  });
});

/** Adds what a version to come may add: an attribute, members of the texts, a source, an engine. */
function asNewer(item: Item, table: TableName): Item {
  const { record, facts, entry } = item;
  return {
    ...item,
    newer: { M: { at: { S: '2026-11-21T15:00:00.000Z' } } },
    ...(table === 'DomainCache' && { record_version: { N: '99' }, record: { B: newerRecord(record!.B!) } }),
    ...(facts && { facts: { S: withNewer(facts.S!) } }),
    ...(entry && { entry: { S: withNewer(entry.S!) } }),
  };
}

function withNewer(text: string): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), newer: { figure: 1 } });
}

function newerRecord(compressed: Uint8Array): Uint8Array {
  const record = JSON.parse(brotliDecompressSync(compressed).toString()) as DomainAnswer;
  const report = { ...record.sources[0]!, id: 'newer', fields: ['newer', 'popularity.newer'] };
  const newer = {
    ...record,
    newer: { figure: 1 },
    popularity: { ...record.popularity, newer: { rank: 1 } },
    sources: [report, ...record.sources],
  };
  return brotliCompressSync(JSON.stringify(newer));
}
