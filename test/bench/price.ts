import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { synthesizeOnce } from '../../infra/local/template/synthesize-once.ts';
import { bundles, type Contestant, openDatabase, run } from './start/instance.ts';
import { median, type Row } from './table.ts';

const RUNS = 5;
const WARM_CALLS = 1_000;
const MILLION = 1_000_000;
const GB = 1024 ** 3;
/** Memory at which Lambda gives one whole core. */
const CORE_MB = 1_769;

/** AWS's public prices in dollars, and what is not measured here. */
const prices = JSON.parse(readFileSync(join(import.meta.dirname, 'price/prices.json'), 'utf8')) as {
  [
    name in
      | 'apiGatewayPerMillion'
      | 'lambdaPerMillion'
      | 'lambdaArmGbSecond'
      | 'dynamoReadUnitsPerMillion'
      | 'logsPerGb'
      | 'tracesPerMillion'
      | 'egressPerGb'
  ]: number;
} & {
  assumptions: Record<
    'dynamoLatencyMs' | 'coldStartsPerMillion' | 'tracedShare' | 'accessLogBytes' | 'platformLogBytes',
    number
  >;
};

/** What one function was measured to take, on one whole core. */
interface Measured {
  memoryMb: number;
  /** CPU of a warm call; CPU of loading and of the first call. */
  warmMs: number;
  coldMs: number;
  /** Time in which it waits for the database. */
  waitMs: number;
}

/** What a million cached queries cost, out of durations and sizes measured here and AWS's prices. */
export async function benchPrice(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-price-'));
  const file = bundles(dir);
  const { environmentOf, readUnits, close } = await openDatabase(dir, ['seo-query']);
  const environment = environmentOf('seo-query');
  const memory = memoryOfFunctions();
  const { dynamoLatencyMs, tracedShare, accessLogBytes, platformLogBytes } = prices.assumptions;
  const functions: Measured[] = [
    {
      ...(await measure(file('api-key-authorizer'), 'api-key-authorizer', environment)),
      memoryMb: memory('api-key-authorizer'),
      waitMs: 0,
    },
    {
      ...(await measure(file('seo-query'), 'seo-query', environment)),
      memoryMb: memory('seo-query'),
      waitMs: dynamoLatencyMs,
    },
  ];
  const { logBytes, body } = answerOf(file('seo-query'), environment);
  close();
  rmSync(dir, { recursive: true });

  const gateway = prices.apiGatewayPerMillion;
  const lambda = functions.reduce((sum, each) => sum + lambdaCost(each), 0);
  const database = readUnits * prices.dynamoReadUnitsPerMillion;
  const logs = ((logBytes + accessLogBytes + functions.length * platformLogBytes) * MILLION * prices.logsPerGb) / GB;
  const egress = (gzipSync(body).length * MILLION * prices.egressPerGb) / GB;
  const total = gateway + lambda + database;
  const row = (what: string, value: number): Row => ({
    what: `a million cached queries: ${what}`,
    samples: [value],
    unit: 'USD',
  });
  return [
    row('API Gateway', gateway),
    row('Lambda, authorizer and query', lambda),
    row(`DynamoDB, ${readUnits} read units each`, database),
    row('all three', total),
    row('logs, beside', logs),
    row('traces, beside', tracedShare * prices.tracesPerMillion),
    row(`egress of ${(gzipSync(body).length / 1024).toFixed(1)} KB each (gzip), beside`, egress),
    {
      what: "a million cached queries: gateway, Lambda and DynamoDB / the gateway's own price",
      samples: [total / gateway],
      unit: 'ratio',
      goal: 1.35,
    },
  ];
}

/** Lambda gives CPU by memory, bills started milliseconds, and bills a start as well. */
function lambdaCost({ memoryMb, warmMs, coldMs, waitMs }: Measured): number {
  const share = Math.min(1, memoryMb / CORE_MB);
  const warm = Math.ceil(warmMs / share + waitMs);
  const cold = Math.ceil(coldMs / share + waitMs);
  const { coldStartsPerMillion } = prices.assumptions;
  const seconds = ((MILLION - coldStartsPerMillion) * warm + coldStartsPerMillion * cold) / 1000;
  return prices.lambdaPerMillion + seconds * (memoryMb / 1024) * prices.lambdaArmGbSecond;
}

async function measure(file: string, name: Contestant, environment: Record<string, string>) {
  const runs = [];
  for (let round = 0; round < RUNS; round += 1) runs.push(await run(file, name, environment, WARM_CALLS));
  const coldMs = median(runs.map(({ init, call }) => init + call));
  return { warmMs: median(runs.map(({ cpu }) => cpu!)), coldMs };
}

/** What the function logs of one call, and what it answers. */
function answerOf(file: string, environment: Record<string, string>) {
  const output = execFileSync(process.execPath, [join(import.meta.dirname, 'price/answer.mjs'), file], {
    env: environment,
    encoding: 'utf8',
  });
  const [body, ...log] = output.split('\n').reverse().filter(Boolean);
  return { body: body!, logBytes: Buffer.byteLength(log.join('\n')) };
}

function memoryOfFunctions(): (name: string) => number {
  const { functions } = synthesizeOnce({}).model;
  return (name) => functions.find((each) => each.name === name)!.memoryMb;
}
