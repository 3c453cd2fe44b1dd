import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { buildSync } from 'esbuild';
import { createDomainCache } from '../../../functions/shared/storage/domain-cache/domain-cache.ts';
import { localCredentials, localRegion } from '../../../infra/local/identity.ts';
import { synthesizeOnce } from '../../../infra/local/template/synthesize-once.ts';
import { apiEvent } from '../../support/api-event.ts';
import { cacheTable, scheduleTable } from '../../support/dynamodb.ts';
import { startTestRunner } from '../../support/runner.ts';
import type { DatabaseReady } from './database.ts';

const DOMAIN = 'shop.example';
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

export type Contestant = 'empty' | 'api-key-authorizer' | 'seo-query' | 'bare' | 'usual';

/**
 * The service's functions as they are deployed, and the others as one-file bundles, which is what most would write.
 *
 * @returns the file that has the handler
 */
export function bundles(dir: string): (name: Contestant) => string {
  const { functions } = synthesizeOnce({}).model;
  writeFileSync(join(dir, 'empty.mjs'), 'export const handler = async () => ({ statusCode: 200 });');
  return (name) => {
    const deployed = functions.find((each) => each.name === name);
    if (deployed) return join(deployed.codeDir, 'handler.mjs');
    const file = join(dir, `${name}.mjs`);
    if (!existsSync(file)) bundle(join(import.meta.dirname, `${name}.mjs`), file);
    return file;
  };
}

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

/** A database with the cached record of a sandbox's site, which is followed. */
export async function openDatabase(dir: string) {
  const child = fork(join(import.meta.dirname, 'database.ts'));
  const [{ plainPort, tlsPort, ca }] = (await once(child, 'message')) as [DatabaseReady];
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${plainPort}`,
    region: localRegion,
    credentials: localCredentials,
  });
  await createDomainCache(client, cacheTable.name).create(await sandboxRecord());
  await client.send(new PutItemCommand({ TableName: scheduleTable.name, Item: scheduleItem() }));
  const { ConsumedCapacity } = await client.send(
    new GetItemCommand({ TableName: cacheTable.name, Key: { domain: { S: DOMAIN } }, ReturnConsumedCapacity: 'TOTAL' }),
  );
  client.destroy();
  const caFile = join(dir, 'ca.pem');
  writeFileSync(caFile, ca);
  const environment = {
    ...synthesizeOnce({}).model.functions.find(({ name }) => name === 'seo-query')!.environment,
    AWS_ENDPOINT_URL_DYNAMODB: `https://localhost:${tlsPort}`,
    NODE_EXTRA_CA_CERTS: caFile,
    AWS_REGION: localRegion,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_SESSION_TOKEN: 'a-session-token-such-as-roles-have',
    DOMAIN_CACHE_TABLE: cacheTable.name,
    DOMAIN_SCHEDULE_TABLE: scheduleTable.name,
    METRICS_NAMESPACE: 'bench',
  };
  return { environment, readUnits: ConsumedCapacity!.CapacityUnits!, close: () => child.kill() };
}

async function sandboxRecord() {
  const runner = await startTestRunner({}, ['--offline']);
  const response = await runner.get(`/api/v1/seo/query?domain=${DOMAIN}`);
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  await runner.close();
  const { domain, domain_unicode, first_cached_at, updated_at, ...others } = data;
  const { cache_status: _, age_seconds: __, pending: ___, poll_after_seconds: ____, ...record } = others;
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

/** Starts an instance, has it answer once, and then as often again as is said. */
export async function run(file: string, environment: Record<string, string>, warmCalls = 0): Promise<Run> {
  const event = { ...apiEvent(`domain=${DOMAIN}`), resource: '/api/v1/seo/query' };
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
  const { status, ...times } = JSON.parse(output) as Omit<Run, 'total'> & { status: number | null };
  // The authorizer answers with a policy.
  if (status !== null && status !== 200) throw new Error(`${file} answered ${status}`);
  return { total, ...times };
}
