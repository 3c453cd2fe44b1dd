import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { buildSync } from 'esbuild';
import { keyIdOf } from '../../../functions/shared/http/key-id.ts';
import type { CachedRecord } from '../../../functions/shared/record/cached-record.ts';
import { createDomainCache } from '../../../functions/shared/storage/domain-cache/domain-cache.ts';
import { localCredentials, localRegion } from '../../../infra/local/identity.ts';
import { synthesizeOnce } from '../../../infra/local/template/synthesize-once.ts';
import { apiEvent } from '../../support/api-event.ts';
import type { DatabaseReady } from './database.ts';
import { sandboxData } from './sandbox-data.ts';
import { storeUsage } from './usage-items.ts';

const DOMAIN = 'shop.example';
const WORDS = ['running', 'shoes'];
/** Of these words, and of their stems. */
const TERMS = [...WORDS, 'run', 'shoe'];
const DAY_MS = 86_400_000;

export interface Run {
  /** Milliseconds: from the process being started to its answer, and of that loading the code and the first call. */
  total: number;
  init: number;
  call: number;
  /** Of many further calls: milliseconds each, CPU milliseconds a call, bytes of heap a call. */
  wall?: number[];
  cpu?: number;
  bytes?: number;
}

/** Functions whose cached answers are measured, and others beside which they stand. */
export type Contestant =
  | ('seo-query' | 'seo-history' | 'seo-keywords' | 'seo-long-tail' | 'usage')
  | ('empty' | 'api-key-authorizer' | 'bare' | 'usual');

/**
 * The service's functions as they are deployed, and the others as one-file bundles, which is what most would write.
 *
 * @returns the file that has the handler
 */
export function bundles(dir: string): (name: Contestant) => string {
  writeFileSync(join(dir, 'empty.mjs'), 'export const handler = async () => ({ statusCode: 200 });');
  return (name) => {
    const found = deployed(name);
    if (found) return join(found.codeDir, 'handler.mjs');
    const file = join(dir, `${name}.mjs`);
    if (!existsSync(file)) bundle(join(import.meta.dirname, `${name}.mjs`), file);
    return file;
  };
}

const deployed = (name: string) => synthesizeOnce({}).model.functions.find((each) => each.name === name);

function bundle(entry: string, outfile: string) {
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
}

/** What an endpoint is asked, whose answer is cached. */
const QUERIES: Partial<Record<Contestant, string>> = {
  'seo-history': `domain=${DOMAIN}`,
  'seo-keywords': `q=${WORDS.join('+')}`,
  'seo-long-tail': `keyword=${WORDS.join('+')}`,
  usage: '',
};

export interface Opened {
  /** Of a function; that of `seo-query` for the others. */
  environmentOf: (name: Contestant) => Record<string, string>;
  /** Of one cached query. */
  readUnits: number;
  close: () => void;
}

/**
 * A database with the cached record of a sandbox's site, which is followed, and with all that the runner's functions
 * have stored for these contestants' answers.
 */
export async function openDatabase(dir: string, contestants: Contestant[]): Promise<Opened> {
  const asked = contestants.flatMap((name) => (QUERIES[name] ? `${pathOf(name)}?${QUERIES[name]}` : []));
  const { first, items } = await sandboxData(
    [`/api/v1/seo/query?domain=${DOMAIN}`, ...asked],
    asked.length ? TERMS : [],
  );
  const child = fork(join(import.meta.dirname, 'database.ts'));
  const [{ endpoint, tlsPort, ca }] = (await once(child, 'message')) as [DatabaseReady];
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  const caFile = join(dir, 'ca.pem');
  writeFileSync(caFile, ca);
  const environmentOf: Opened['environmentOf'] = (name) => ({
    ...deployed(name in QUERIES ? name : 'seo-query')!.environment,
    AWS_ENDPOINT_URL_DYNAMODB: `https://localhost:${tlsPort}`,
    NODE_EXTRA_CA_CERTS: caFile,
    AWS_REGION: localRegion,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_SESSION_TOKEN: 'a-session-token-such-as-roles-have',
    METRICS_NAMESPACE: 'bench',
    // Without it, the sandbox's names are refused.
    RESOLVE_OVERRIDES: `${DOMAIN}=127.0.0.1:1`,
  });
  const { DOMAIN_CACHE_TABLE: cache, DOMAIN_SCHEDULE_TABLE: schedule } = environmentOf('seo-query');
  for (const [table, stored] of items) {
    if (table === cache || table === schedule) continue;
    for (const Item of stored) await client.send(new PutItemCommand({ TableName: table, Item }));
  }
  await createDomainCache(client, cache!).create(recordOf(first));
  await client.send(new PutItemCommand({ TableName: schedule!, Item: scheduleItem() }));
  if (contestants.includes('usage')) {
    await storeUsage(client, environmentOf('usage').COORDINATION_TABLE!, keyIdOf(apiEvent('')));
  }
  const { ConsumedCapacity } = await client.send(
    new GetItemCommand({ TableName: cache!, Key: { domain: { S: DOMAIN } }, ReturnConsumedCapacity: 'TOTAL' }),
  );
  client.destroy();
  return { environmentOf, readUnits: ConsumedCapacity!.CapacityUnits!, close: () => child.kill() };
}

const pathOf = (name: Contestant) => `/api/v1/${name.replace('-', '/')}`;

function recordOf(data: Record<string, unknown>): CachedRecord {
  const { domain, domain_unicode, cache_status: _, first_cached_at, updated_at, age_seconds: __, ...record } = data;
  return {
    domain: domain as string,
    domainUnicode: domain_unicode as string,
    firstCachedAt: first_cached_at as string,
    updatedAt: updated_at as string,
    healAfter: null,
    healing: {},
    recordJson: JSON.stringify(record),
  };
}

function scheduleItem() {
  const today = new Date().toISOString();
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  return { domain: { S: DOMAIN }, first_asked_on: { S: today.slice(0, 10) }, next_snapshot_at: { S: tomorrow } };
}

/**
 * Starts an instance, has it answer once, and then as often again as is said.
 *
 * @throws where the answer is not the cached one
 */
export async function run(
  file: string,
  name: Contestant,
  environment: Record<string, string>,
  warmCalls = 0,
): Promise<Run> {
  const event = { ...apiEvent(QUERIES[name] ?? `domain=${DOMAIN}`), resource: pathOf(name) };
  const flags = warmCalls > 0 ? ['--expose-gc'] : [];
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [...flags, join(import.meta.dirname, 'run.mjs'), file, JSON.stringify(event), `${warmCalls}`],
    {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    },
  );
  let total = 0;
  let output = '';
  for await (const piece of child.stdio[3] as Readable) {
    total ||= performance.now() - started;
    output += String(piece);
  }
  const { answer, ...times } = JSON.parse(output) as Omit<Run, 'total'> & { answer: Partial<APIGatewayProxyResult> };
  check(name, answer);
  return { total, ...times };
}

/** Members of which a cached answer has some. */
const LISTS: Partial<Record<Contestant, string>> = {
  'seo-history': 'snapshots',
  'seo-keywords': 'items',
  'seo-long-tail': 'groups',
  usage: 'days',
};

function check(name: Contestant, { statusCode, body = '' }: Partial<APIGatewayProxyResult>) {
  // The authorizer answers with a policy.
  if (name !== 'api-key-authorizer' && statusCode !== 200) throw new Error(`${name} answered ${statusCode}: ${body}`);
  const list = LISTS[name];
  if (!list) return;
  const { data } = JSON.parse(body) as { data: Record<string, unknown[]> & { count: number; sources?: Source[] } };
  const isCached = (data.sources ?? []).every(({ status, from_cache }) => from_cache || status === 'skipped');
  if (data.count === 0 || data[list]?.length === 0 || !isCached) throw new Error(`${name} answered ${body}`);
}

interface Source {
  status: string;
  from_cache: boolean;
}
