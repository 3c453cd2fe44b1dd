import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { proKeys } from '../support/pro-keys.ts';
import { median, type Row } from './table.ts';

const STARTS = 5;
const FIRST_STARTS = 3;
const ROUNDS = 5;
const REQUESTS = 2_000;
const CONNECTIONS = 32;
/** Each key may send as many requests at once as the plan's burst. */
const KEYS = 80;
const PATH = '/api/v1/seo/query?domain=shop.example';
/** Above the measured rates; by default, each route rejects more than some hundred requests per second. */
const UNLIMITED = JSON.stringify({ routeRequestsPerSecond: 100_000, routeBurst: 100_000 });
const builds = 'node_modules/.cache/builds';

/** Measures the runner's start, and cached queries per second compared with a bare server. */
export async function benchRunner(): Promise<Row[]> {
  return [...(await startRows()), ...(await requestRows())];
}

async function startRows(): Promise<Row[]> {
  const firstStarts: number[] = [];
  for (let round = 0; round < FIRST_STARTS; round += 1) firstStarts.push(await firstStart());
  const starts: number[] = [];
  for (let round = 0; round < STARTS; round += 1) starts.push(await timedStart());
  return [
    { what: 'runner: start with existing bundles', samples: starts, unit: 'ms', goal: 8_000 },
    { what: 'runner: first start, including the build', samples: firstStarts, unit: 'ms', goal: 8_000 },
  ];
}

/** Measures a start without cached builds. */
async function firstStart(): Promise<number> {
  const aside = `${builds}.aside`;
  if (existsSync(builds)) renameSync(builds, aside);
  try {
    return await timedStart();
  } finally {
    rmSync(builds, { recursive: true, force: true });
    if (existsSync(aside)) renameSync(aside, builds);
  }
}

async function timedStart(): Promise<number> {
  const started = performance.now();
  const runner = await startTestRunner({}, ['--offline']);
  const ms = performance.now() - started;
  await runner.close();
  return ms;
}

async function requestRows(): Promise<Row[]> {
  const runner = await startTestRunner({ CDK_CONTEXT_JSON: UNLIMITED }, ['--offline']);
  try {
    const body = await (await runner.get(PATH)).text();
    const bare = await startBare(body);
    try {
      return rowsOf(await measureRates({ runner, bareUrl: bare.url }));
    } finally {
      bare.close();
    }
  } finally {
    await runner.close();
  }
}

interface Rates {
  runner: number[];
  bare: number[];
}

async function measureRates({ runner, bareUrl }: { runner: TestRunner; bareUrl: string }): Promise<Rates> {
  const keys = await proKeys(runner, KEYS);
  const rates: Rates = { runner: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await requestsPerSecond(runner.url, keys);
    const theirs = await requestsPerSecond(bareUrl, keys);
    // The first round loads code.
    if (round > 0) {
      rates.runner.push(ours);
      rates.bare.push(theirs);
    }
  }
  return rates;
}

function rowsOf(rates: Rates): Row[] {
  return [
    { what: 'runner: cached queries per second', samples: rates.runner, unit: 'count' },
    { what: 'runner: cached queries per second of bare fastify and dynalite', samples: rates.bare, unit: 'count' },
    {
      what: 'runner: requests per second, runner / bare',
      samples: [median(rates.runner) / median(rates.bare)],
      unit: 'ratio',
      atLeast: 0.5,
    },
  ];
}

async function startBare(body: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-bare-'));
  const child = fork(join(import.meta.dirname, 'runner/bare-server.mjs'), [dataDir, body]);
  const [port] = (await once(child, 'message')) as [number];
  const close = () => {
    child.kill();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function requestsPerSecond(url: TestRunner['url'], keys: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = REQUESTS;
  const started = performance.now();
  const connection = async () => {
    while (left > 0) {
      left -= 1;
      await ask(`${url}${PATH}`, keys[left % keys.length]!, agent);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return REQUESTS / seconds;
}

async function ask(url: string, key: string, agent: Agent): Promise<void> {
  const request = get(url, { agent, headers: { 'X-SEO-API-Key': key } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`A cached query answered ${response.statusCode}`);
}
