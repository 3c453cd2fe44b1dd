import { beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite } from '../support/site.ts';
import { signIn } from '../support/sign-in.ts';
import { tally, tries } from '../support/form.ts';
import { useOpened } from '../support/use-opened.ts';

const CONNECTIONS = tries(50, 200);
const CLIENTS = tries(20, 50);
const LOAD_MS = tries(8_000, 600_000);
/** Maximum memory of the runner with all its instances. */
const MAX_MEMORY_MB = 1_024;
/** Requests per second to a runner without running instances. */
const BURST_RATE = tries(20, 40);
const BURST_SECONDS = tries(2, 20);
const IDLE_REQUESTS = tries(60, 200);
const KEYS = 60;
/** 202: a batch or a crawl is running in the background; 429: the plan rejects the request. */
const EXPECTED = [200, 202, 429];
/** Percentage of requests of each kind. */
const MIX = {
  ...{ hit: 55, page: 4, history: 10, keywords: 9, longTail: 2, refresh: 4, miss: 4 },
  ...{ batch: 2, site: 2, assistant: 4, workspace: 4 },
} as const;
type Kind = keyof typeof MIX;
/** Kinds that may fetch, so that 503 rejects them if too many fetches are in progress. */
const FETCHING: readonly Kind[] = ['page', 'keywords', 'longTail', 'refresh', 'miss', 'site'];
let keys: string[];
let operator: string;

const site = useOpened(() =>
  startSite(onlyHomePage(() => '<title>A page under load</title><h1>It</h1><p>has a few words</p>')),
);
const runner = useOpened(() => startTestRunner({ LOCAL_RESOLVE: `*.load.test=127.0.0.1:${site.port}` }, ['--offline']));
beforeAll(async () => {
  keys = await proKeys(runner, KEYS);
  operator = (await signIn(runner)).access_token;
});

interface RequestParts {
  path: string;
  /** If set, the request is a POST. */
  body?: object;
  /** Sent instead of a key. */
  token?: string;
}

let domainCount = 0;
const newDomain = () => `new-${(domainCount += 1)}.load.test`;
const seo = (path: string): RequestParts => ({ path: `/api/v1/seo/${path}` });
const requests: Record<Kind, (operator: string) => RequestParts> = {
  hit: () => seo(`query?domain=${pick(['shop.example', 'blog.example', 'broken.example'])}`),
  page: () => seo(`page?url=${encodeURIComponent(pick(['https://shop.example/de/', 'http://again.load.test/a']))}`),
  history: () => seo(`history?domain=shop.example&range=${pick(['30d', '2y'])}`),
  keywords: () => seo(`keywords?q=${pick(['tent', 'camping', 'stove', 'shop'])}&sort=${pick(['score', 'recent'])}`),
  longTail: () => seo(`long-tail?keyword=${pick(['tent', 'camping'])}`),
  refresh: () => seo(`query?domain=${pick(['shop.example', 'again.load.test'])}&refresh=1`),
  miss: () => seo(`query?domain=${newDomain()}`),
  batch: () => ({ ...seo('batches'), body: { domains: ['shop.example', 'again.load.test', newDomain()] } }),
  site: () => seo(`site?domain=${pick(['shop.example', 'blog.example', 'again.load.test'])}`),
  assistant: () => ({
    path: '/mcp',
    body: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'compare_domains', arguments: { domains: ['shop.example', 'blog.example'] } },
    },
  }),
  workspace: (token) => ({
    path: `/back-office/api/${pick(['overview', 'domains', 'domains/shop.example', 'keywords?q=tent'])}`,
    token,
  }),
};

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)]!;
}

/** One request of each kind, and then the mix, with the kinds evenly distributed. */
const mix = (Object.entries(MIX) as [Kind, number][]).flatMap(([kind, share]) => Array<Kind>(share).fill(kind));
const kinds = [...(Object.keys(MIX) as Kind[]), ...mix.map((_, index) => mix[(index * 37) % mix.length]!)];

const isExpected = ({ kind, status }: Answered) =>
  EXPECTED.includes(status) || (status === 503 && FETCHING.includes(kind));

interface Answered {
  kind: Kind;
  status: number;
  ms: number;
}

async function ask(kind: Kind, agent: Agent, of = { url: runner.url, keys, operator }): Promise<Answered> {
  const started = performance.now();
  const { path, body, token } = requests[kind](of.operator);
  const headers = {
    Authorization: `Bearer ${token ?? pick(of.keys)}`,
    Accept: 'application/json, text/event-stream',
    ...(body && { 'Content-Type': 'application/json' }),
  };
  const sent = request(`${of.url}${path}`, { agent, headers, method: body ? 'POST' : 'GET' });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return { kind, status: response.statusCode!, ms: performance.now() - started };
}

async function underLoad(): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answers: Answered[] = [];
  const until = Date.now() + LOAD_MS;
  let sentCount = 0;
  const connection = async () => {
    while (Date.now() < until) answers.push(await ask(kinds[sentCount++ % kinds.length]!, agent));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return answers;
}

/** Sends requests one after the other to an idle service. */
async function idle(): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Answered[] = [];
  for (let sentCount = 0; sentCount < IDLE_REQUESTS; sentCount += 1) answers.push(await ask('hit', agent));
  agent.destroy();
  return answers;
}

/** Samples the memory of the runner's process in megabytes, until the returned function is called. */
function watchMemory() {
  const samples: number[] = [];
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      const pages = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${runner.pid}/status`, 'utf8'))![1]);
      samples.push(pages / 1024);
      await sleep(LOAD_MS / 100, undefined, { signal: ended.signal }).catch(() => {});
    }
  })();
  return async () => {
    ended.abort();
    await watching;
    return samples;
  };
}

const sorted = (values: number[]) => [...values].sort((one, other) => one - other);
const atShare = (values: number[], share: number) => sorted(values)[Math.floor((values.length - 1) * share)]!;

test(
  'mixed concurrent requests fail only at a limit of plan or fetches, and memory does not grow',
  async () => {
    // Requests each kind once, so that repeated requests are hits.
    const agent = new Agent();
    for (const kind of Object.keys(MIX) as Kind[]) await ask(kind, agent);
    const p99 = (answers: Answered[]) =>
      atShare(
        answers.filter(({ kind, status }) => kind === 'hit' && status === 200).map(({ ms }) => ms),
        0.99,
      );
    const quiet = p99(await idle());
    const stopWatching = watchMemory();
    const answers = await underLoad();
    const memory = await stopWatching();

    const statuses = Object.groupBy(answers, ({ status }) => status);
    expect(answers.filter((answer) => !isExpected(answer))).toEqual([]);
    expect(Object.keys(Object.groupBy(answers, ({ kind }) => kind)).sort()).toEqual(Object.keys(MIX).sort());
    const third = Math.floor(memory.length / 3);
    const [middle, last] = [atShare(memory.slice(third, -third), 0.5), atShare(memory.slice(-third), 0.5)];
    const ratio = p99(answers) / quiet;
    tally({
      area: 'Load',
      what: `${CONNECTIONS} connections for ${LOAD_MS / 60_000} minutes: all endpoints, batches, crawls, assistants, the workspace`,
      tried: answers.length,
      outcome: [
        ...Object.entries(statuses).map(([status, of]) => `${of!.length} × ${status}`),
        `memory ${middle.toFixed(0)} MB in the middle third, ${last.toFixed(0)} MB in the last, ${Math.max(...memory).toFixed(0)} MB at most`,
        `99th percentile of hits ${ratio.toFixed(1)} times that of an idle service`,
      ].join('; '),
    });
    expect(Math.max(...memory)).toBeLessThan(MAX_MEMORY_MB);
    if (LOAD_MS >= 60_000) expect(last).toBeLessThan(middle * 1.15);
  },
  // On a busy machine the last requests of all connections take minutes.
  LOAD_MS + 480_000,
);

test(
  'a burst without running instances is answered with equal responses',
  async () => {
    const cold = await startTestRunner({ LOCAL_RESOLVE: `*.load.test=127.0.0.1:${site.port}` }, ['--offline']);
    const agent = new Agent({ keepAlive: true });
    const burst = {
      ...{ url: cold.url, keys: await proKeys(cold, KEYS) },
      operator: (await signIn(cold)).access_token,
    };
    const answers = await Promise.all(
      Array.from({ length: BURST_RATE * BURST_SECONDS }, async (_, index) => {
        await sleep((index * 1_000) / BURST_RATE);
        return ask(kinds[index % kinds.length]!, agent, burst);
      }),
    );
    agent.destroy();
    await cold.close();
    // On a busy machine, the start of all functions takes longer than API Gateway waits.
    const inTime = answers.filter(({ status }) => status !== 504);
    expect(inTime.filter((answer) => !isExpected(answer))).toEqual([]);
    expect(new Set(inTime.map(({ kind }) => kind))).toEqual(new Set(kinds));
    tally({
      area: 'Load',
      what: `${BURST_RATE} requests per second for ${BURST_SECONDS} seconds, to a runner that has just started`,
      tried: answers.length,
      outcome: Object.entries(Object.groupBy(answers, ({ status }) => status))
        .map(([status, of]) => `${of!.length} × ${status}`)
        .join('; '),
    });
  },
  BURST_SECONDS * 1_000 + 120_000,
);

test('a key admits exactly its quota of concurrent clients', async () => {
  const quota = 120;
  const plan = { requestsPerSecond: 1_000, burst: 1_000, monthlyQuota: quota };
  const metered = await startTestRunner({ CDK_CONTEXT_JSON: JSON.stringify({ proPlan: plan }) }, ['--offline']);
  const [key] = await proKeys(metered, 1);
  const rounds = tries(10, 50);
  const client = async () => {
    const statuses: number[] = [];
    for (let sentCount = 0; sentCount < rounds; sentCount += 1) {
      const response = await metered.get('/api/v1/seo/history?domain=shop.example', { key: key! });
      const body = (await response.json()) as { error?: string };
      statuses.push(response.status);
      if (response.status !== 200) expect(body.error).toBe('quota_exceeded');
    }
    return statuses;
  };
  const statuses = (await Promise.all(Array.from({ length: CLIENTS }, client))).flat();
  await metered.close();
  const through = statuses.filter((status) => status === 200).length;
  expect(through).toBe(quota);
  tally({
    area: 'Load',
    what: `a quota of ${quota}, with ${CLIENTS} concurrent clients`,
    tried: statuses.length,
    outcome: `${through} accepted, ${statuses.length - through} × 429`,
  });
});

test('a key on the basic plan admits 60 requests of concurrent clients, and then one per second', async () => {
  const seconds = tries(3, 60);
  const started = Date.now();
  let through = 0;
  let refused = 0;
  let last = started;
  const client = async () => {
    // On a busy machine, it takes longer than these seconds until the bucket is empty.
    while (Date.now() - started < seconds * 1_000 || refused === 0) {
      const { status } = await runner.get('/api/v1/seo/history?domain=shop.example');
      if (status === 200) {
        through += 1;
        last = Date.now();
      } else refused += 1;
      await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  // The bucket is refilled from the first request on.
  const filled = (last - started) / 1_000;
  expect(through).toBeGreaterThanOrEqual(60);
  expect(through).toBeLessThanOrEqual(60 + Math.ceil(filled));
  tally({
    area: 'Load',
    what: `the basic plan, with ${CLIENTS} concurrent clients for ${seconds} seconds`,
    tried: through + refused,
    outcome: `${through} accepted in ${filled.toFixed(1)} seconds, ${refused} × 429`,
  });
});
