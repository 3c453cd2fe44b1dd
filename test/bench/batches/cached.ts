import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { apiEvent, postEvent } from '../../support/api-event.ts';
import { type CallCost, costOfMillion, type MeasuredFunction, prices } from '../price/cost.ts';
import { callOnce, measureFunction } from '../price/measure.ts';
import { deployedFunction } from '../start/deployed-function.ts';
import { sandboxData } from '../start/sandbox-data.ts';
import { startDatabase, type StartedDatabase } from '../start/start-database.ts';
import type { Row } from '../table.ts';
import { cachedDomains, storeCachedEntries } from './cached-entries.ts';

const DOMAINS = 1_000;
/** Scalars of five sources, whose status is in the response. */
const FIELDS = [
  ...['seo_score', 'page.title', 'page.http_status', 'page.lang', 'page.word_count', 'audit.score'],
  ...['tls.days_remaining', 'registration.age_days', 'popularity.tranco.rank', 'archive.first_seen_at'],
];
const SINGLE = 'seo-query';
const BATCH = 'seo-batches';
/** Concurrent requests of a batch (`many-items.ts`). */
const READS_AT_ONCE = 4;
const WARM_CALLS = { [SINGLE]: 500, [BATCH]: 10 };

/** Compares one batch with single calls, for a thousand cached domains with ten scalars each. */
export async function benchCachedBatch(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-batches-'));
  const domains = cachedDomains(DOMAINS);
  const { first: answer } = await sandboxData(['/api/v1/seo/query?domain=shop.example']);
  const database = await startDatabase(dir);
  const table = deployedFunction(BATCH)!.environment.DOMAIN_CACHE_TABLE!;
  await storeCachedEntries(database.client, table, { answer, domains });
  const readUnits = await readUnitsOf(database, table, domains);
  const single = await measure(SINGLE, singleEvent(domains[0]!), database, readUnits / DOMAINS);
  const batch = await measure(BATCH, batchEvent(domains), database, readUnits);
  database.close();
  rmSync(dir, { recursive: true });
  return rowsOf(single, batch);
}

function singleEvent(domain: string): APIGatewayProxyEvent {
  return { ...apiEvent(`domain=${domain}&fields=${FIELDS.join(',')}`), resource: '/api/v1/seo/query' };
}

const batchEvent = (domains: string[]) => postEvent('/api/v1/seo/batches', { domains, fields: FIELDS });

/** Returns the read units that the embedded database counts, by the rules of DynamoDB. */
async function readUnitsOf({ client }: StartedDatabase, table: string, domains: string[]): Promise<number> {
  let units = 0;
  for (let start = 0; start < domains.length; start += 50) {
    const Keys = domains.slice(start, start + 50).map((domain) => ({ domain: { S: domain } }));
    const command = new BatchGetItemCommand({ RequestItems: { [table]: { Keys } }, ReturnConsumedCapacity: 'TOTAL' });
    for (const { CapacityUnits = 0 } of (await client.send(command)).ConsumedCapacity!) units += CapacityUnits;
  }
  return units;
}

interface Measured {
  function: MeasuredFunction;
  /** Cost of a million calls. */
  cost: CallCost;
  databaseCalls: Record<string, number>;
  bodyBytes: number;
  sentBytes: number;
}

async function measure(
  name: typeof SINGLE | typeof BATCH,
  event: APIGatewayProxyEvent,
  { access }: StartedDatabase,
  readUnits: number,
): Promise<Measured> {
  const instance = { environment: { ...deployedFunction(name)!.environment, ...access }, event };
  const { body, logBytes, databaseCalls } = callOnce(name, instance);
  const { next_cursor } = (JSON.parse(body) as { data: { next_cursor?: string | null } }).data;
  if (next_cursor) throw new Error('The batch takes several calls: count all of them');
  const functions = [
    await measureFunction('api-key-authorizer', instance, { warmCalls: 1_000, waitMs: 0 }),
    await measureFunction(name, instance, { warmCalls: WARM_CALLS[name], waitMs: waitMsOf(databaseCalls) }),
  ];
  const sentBytes = gzipSync(body).length;
  const cost = costOfMillion({ functions, readUnits, logBytes, sentBytes });
  return { function: functions[1]!, cost, databaseCalls, bodyBytes: body.length, sentBytes };
}

function waitMsOf({ BatchGetItem: lists = 0 }: Record<string, number>): number {
  const { dynamoLatencyMs, dynamoBatchGetLatencyMs } = prices.assumptions;
  return lists === 0 ? dynamoLatencyMs : Math.ceil(lists / READS_AT_ONCE) * dynamoBatchGetLatencyMs;
}

function rowsOf(single: Measured, batch: Measured): Row[] {
  const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);
  // Of a million domains: a thousand batches, a million single calls.
  const [ours, theirs] = [scaled(batch.cost, 1 / DOMAINS), single.cost];
  const { databaseCalls: made, bodyBytes, sentBytes } = batch;
  const writes = sum(['PutItem', 'UpdateItem', 'BatchWriteItem'].map((name) => made[name] ?? 0));
  const what = (rest: string) => `${DOMAINS} cached domains as a batch: ${rest}`;
  const dollars = (how: string, cost: CallCost): Row[] =>
    Object.entries({ ...cost, total: sum(Object.values(cost)) }).map(([name, value]) => ({
      what: `a million cached domains as ${how}: ${name}`,
      samples: [value],
      unit: 'USD',
    }));
  return [
    { what: what('calls'), samples: [1], unit: 'count', goal: 2 },
    { what: what('requests to the database'), samples: [sum(Object.values(made))], unit: 'count' },
    { what: what('of these, writes'), samples: [writes], unit: 'count', goal: 0 },
    {
      what: what(`response of ${Math.round(bodyBytes / 1024)} KB, size after gzip`),
      samples: [sentBytes / 1024],
      unit: 'KB',
    },
    { what: what('CPU of a warm call'), samples: [batch.function.warmMs], unit: 'ms' },
    { what: what('a cold start including the call'), samples: [batch.function.coldMs], unit: 'ms' },
    ...dollars('batches', ours),
    ...dollars('single calls', theirs),
    {
      what: 'a million cached domains: dollars, batches / single calls',
      samples: [sum(Object.values(ours)) / sum(Object.values(theirs))],
      unit: 'ratio',
      goal: 0.2,
    },
  ];
}

function scaled({ gateway, lambda, database, logs, egress }: CallCost, by: number): CallCost {
  return { gateway: gateway * by, lambda: lambda * by, database: database * by, logs: logs * by, egress: egress * by };
}
