import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { buildSync } from 'esbuild';
import { keyIdOf } from '../../../functions/core/platform/http/key-id.ts';
import { createDomainCache } from '../../../functions/core/domains/store/domain-cache.ts';
import { apiEvent, postEvent } from '../../support/api-event.ts';
import { deployedFunction } from './deployed-function.ts';
import { entryOfAnswer } from './entry-of-answer.ts';
import { type Run, runInstance } from './run-instance.ts';
import { sandboxData } from './sandbox-data.ts';
import { startDatabase } from './start-database.ts';
import { storeUsage } from './usage-items.ts';
import { createSdkDynamoDB } from '../../../functions/core/platform/dynamodb/sdk-client.ts';

const DOMAIN = 'shop.example';
const WORDS = ['running', 'shoes'];
const DAY_MS = 86_400_000;

/** Functions whose cached responses are measured, and others for comparison. */
export type Contestant =
  | (
      | 'seo-query'
      | 'seo-page'
      | 'seo-site'
      | 'seo-site-pages'
      | 'seo-history'
      | 'seo-keywords'
      | 'seo-long-tail'
      | 'seo-batches'
      | 'usage'
      | 'mcp'
    )
  | ('empty' | 'mcp-library' | 'api-key-authorizer' | 'bare');

/**
 * Builds the service's functions as deployed, and the others as single-file bundles.
 *
 * @returns the file with the handler
 */
export function bundles(dir: string): (name: Contestant) => string {
  writeFileSync(join(dir, 'empty.mjs'), 'export const handler = async () => ({ statusCode: 200 });');
  return (name) => {
    const found = deployedFunction(name);
    if (found) return join(found.codeDir, 'handler.mjs');
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

/** Queries of the endpoints, whose responses are cached. */
const QUERIES: Partial<Record<Contestant, string>> = {
  'seo-page': `url=${encodeURIComponent(`https://${DOMAIN}/`)}`,
  'seo-site': `domain=${DOMAIN}`,
  'seo-site-pages': `domain=${DOMAIN}`,
  'seo-history': `domain=${DOMAIN}`,
  'seo-keywords': `q=${WORDS.join('+')}`,
  'seo-long-tail': `keyword=${WORDS.join('+')}`,
  // Its parameters are in the body.
  'seo-batches': '',
  mcp: '',
  usage: '',
};

export interface Opened {
  /** Environment of a function; for other handlers, that of `seo-query`. */
  environmentOf: (name: Contestant) => Record<string, string>;
  /** Read units of one cached query. */
  readUnits: number;
  close: () => void;
}

/**
 * Opens a database with the cached record of a followed site of the sandbox, and with all data that the runner's
 * functions have stored for the responses of these contestants.
 */
export async function createDatabase(dir: string, contestants: Contestant[]): Promise<Opened> {
  const paths = contestants.flatMap((name) => (QUERIES[name] ? `${pathOf(name)}?${QUERIES[name]}` : []));
  const { first, items } = await sandboxData([`/api/v1/seo/query?domain=${DOMAIN}`, ...paths]);
  const { client, access, close } = await startDatabase(dir);
  const environmentOf: Opened['environmentOf'] = (name) => ({
    ...deployedFunction(name in QUERIES ? name : 'seo-query')!.environment,
    ...access,
    // Without it, the sandbox's names are rejected.
    RESOLVE_OVERRIDES: `${DOMAIN}=127.0.0.1:1`,
  });
  const { DOMAIN_CACHE_TABLE: cache, DOMAIN_SCHEDULE_TABLE: schedule } = environmentOf('seo-query');
  for (const [table, stored] of items) {
    if (table === cache || table === schedule) continue;
    for (const Item of stored) await client.send(new PutItemCommand({ TableName: table, Item }));
  }
  await createDomainCache(createSdkDynamoDB(client), cache!).create(entryOfAnswer(first));
  await client.send(new PutItemCommand({ TableName: schedule!, Item: scheduleItem() }));
  if (contestants.includes('usage')) {
    await storeUsage(client, environmentOf('usage').COORDINATION_TABLE!, keyIdOf(apiEvent('')));
  }
  const { ConsumedCapacity } = await client.send(
    new GetItemCommand({ TableName: cache!, Key: { domain: { S: DOMAIN } }, ReturnConsumedCapacity: 'TOTAL' }),
  );
  return { environmentOf, readUnits: ConsumedCapacity!.CapacityUnits!, close };
}

const pathOf = (name: Contestant) => `/api/v1/${name.replace('-', '/').replace('site-', 'site/')}`;

function scheduleItem() {
  const today = new Date().toISOString();
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  return { domain: { S: DOMAIN }, first_asked_on: { S: today.slice(0, 10) }, next_snapshot_at: { S: tomorrow } };
}

/**
 * Starts an instance, and calls it once and then `warmCalls` times.
 *
 * @throws if the response is not the cached one
 */
export async function run(
  file: string,
  name: Contestant,
  environment: Record<string, string>,
  warmCalls = 0,
): Promise<Run> {
  const { answer, ...run } = await runInstance({ file, environment, event: eventOf(name) }, warmCalls);
  check(name, answer);
  return run;
}

/** Returns the event with which a function is called. */
export function eventOf(name: Contestant): APIGatewayProxyEvent {
  const resource = pathOf(name);
  if (name === 'mcp' || name === 'mcp-library') return toolCall();
  if (name === 'seo-batches') return postEvent(resource, { domains: [DOMAIN] });
  return { ...apiEvent(QUERIES[name] ?? `domain=${DOMAIN}`), resource };
}

function toolCall(): APIGatewayProxyEvent {
  const params = { name: 'get_domain', arguments: { domain: DOMAIN } };
  const multiValueHeaders = {
    Accept: ['application/json, text/event-stream'],
    'Content-Type': ['application/json'],
    'MCP-Protocol-Version': ['2025-11-25'],
  };
  return { ...postEvent('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }), multiValueHeaders };
}

/** Lists that are not empty in a cached response. */
const LISTS: Partial<Record<Contestant, string>> = {
  'seo-history': 'snapshots',
  'seo-keywords': 'items',
  'seo-long-tail': 'groups',
  'seo-batches': 'items',
  usage: 'days',
};

function check(name: Contestant, { statusCode, body = '' }: Partial<APIGatewayProxyResult>) {
  // The authorizer returns a policy.
  if (name !== 'api-key-authorizer' && statusCode !== 200) throw new Error(`${name} answered ${statusCode}: ${body}`);
  if (name === 'mcp' && !body.includes('"cache_status":"hit"')) throw new Error(`${name} answered ${body}`);
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
