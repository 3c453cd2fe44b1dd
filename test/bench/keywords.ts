import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { engineIds, sorts } from '../../functions/core/keywords/choices.ts';
import { newFacts, type ProviderMetrics } from '../../functions/core/keywords/keyword.ts';
import { requestedWords } from '../../functions/core/analysis/language/terms.ts';
import { putItems } from '../../functions/core/platform/dynamodb/many-items.ts';
import type { DynamoDB } from '../../functions/core/platform/dynamodb/dynamodb.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { postingsOf } from '../../functions/core/keywords/index/keyword-index.ts';
import type { SearchRequest } from '../../functions/core/keywords/index/keyword-search.ts';
import { startTables } from '../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../infra/local/credentials.ts';
import { anything, keywordsTable, createSearch } from '../support/keywords.ts';
import type { Row } from './table.ts';

const STORED = [5_000, 50_000];
const START = Date.parse('2026-01-01T00:00:00Z');
/** Number of different words. */
const VOCABULARY = 4_000;
const WRITERS = 8;

const request = (q: string, rest: Partial<SearchRequest> = {}): SearchRequest => ({
  ...anything,
  limit: 50,
  queryWords: requestedWords(q),
  ...rest,
});

/** `w0` is the most common word. */
const searches: [name: string, search: SearchRequest][] = [
  ...sorts.map((sort): [string, SearchRequest] => [`a common word by ${sort}`, request('w0', { sort })]),
  ['a common word, 500 of them', request('w0', { limit: 500 })],
  ['a common word, score 5 to 8', request('w0', { score: { min: 5, max: 8 } })],
  ['two common words', request('w0 w1')],
  ['a rare word', request('w3000')],
  ['a common and a rare word', request('w0 w3000')],
  ['two common words, one engine, seven words', request('w0 w1', { engines: ['sogou'], words: { min: 7, max: 7 } })],
  ['a common word by search_volume, country without metrics', request('w0', { sort: 'search_volume', country: 'GB' })],
  ...sorts.map((sort): [string, SearchRequest] => [
    `two common words without a match by ${sort}`,
    request('w0 w1', { sort, score: { min: 99, max: 99 } }),
  ]),
];

/** Measures the read units of searches among increasing numbers of keywords. */
export async function benchKeywords(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const stored of STORED) {
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-keywords-'));
    const { endpoint, close } = await startTables([keywordsTable], { dataDir });
    const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
    await fill(createSdkDynamoDB(client), stored);
    rows.push(...(await readsOf(client, stored)));
    client.destroy();
    await close();
    await rm(dataDir, { recursive: true });
  }
  return rows.sort((one, other) => order(one) - order(other));
}

const order = ({ what }: Row) => searches.findIndex(([name]) => what.includes(`: ${name}`));

async function readsOf(client: DynamoDBClient, stored: number): Promise<Row[]> {
  let units = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      units +=
        (result.output as { ConsumedCapacity?: { CapacityUnits?: number } }).ConsumedCapacity?.CapacityUnits ?? 0;
      return result;
    },
    { step: 'initialize' },
  );
  const search = createSearch(createSdkDynamoDB(client));
  const rows: Row[] = [];
  for (const [name, searchRequest] of searches) {
    units = 0;
    const { keywords } = await search(searchRequest);
    const what = `keywords, ${stored.toLocaleString('en')} stored: ${name} (${keywords.length} found), capacity units`;
    rows.push({ what, samples: [units], unit: 'count' });
  }
  return rows;
}

const metricsOf = (search_volume: number, fetched_at: string): ProviderMetrics => ({
  ...{ country: 'US', search_volume, cpc_usd: 1.5, competition: 0.5, keyword_difficulty: 40, main_intent: null },
  fetched_at,
});

/** Stores keywords whose words have frequencies as in a language: that of the n-th word is 1/n of the first one's. */
async function fill(db: DynamoDB, stored: number) {
  let state = 1;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const word = () => `w${Math.min(VOCABULARY - 1, Math.floor(VOCABULARY ** random() - 1))}`;
  const batches = Array.from({ length: Math.ceil(stored / 200) }, (_, batch) => batch);
  const write = async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      const facts = Array.from({ length: 200 }, (_, index) => {
        const words = Array.from({ length: 2 + Math.floor(random() * 4) }, word);
        const seen = new Date(START + Math.floor(random() * 300) * 86_400_000).toISOString();
        const asked = engineIds.filter(() => random() < 0.5);
        const ranks = Object.fromEntries(asked.map((engine) => [engine, 1 + Math.floor(random() * 10)]));
        const metrics = random() < 0.25 ? metricsOf(Math.floor(1_000_000 ** random()), seen) : null;
        return {
          ...newFacts(`${words.join(' ')} ${batch * 200 + index}`, 'en', seen),
          ranks,
          requested_engines: asked,
          metrics,
        };
      });
      await putItems(
        { db, table: keywordsTable.name },
        facts.flatMap((fact) => postingsOf({ facts: fact, version: 1 })),
      );
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
