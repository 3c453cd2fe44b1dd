import { setTimeout as sleep } from 'node:timers/promises';
import { CloudWatchClient, DescribeAlarmsCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import { explainAwsError } from './command-line.ts';
import { deployedOutputs, deployedResources, StackMissing, toolClient } from './deployed-stack.ts';

/** A function's limit is 29 seconds. */
const REQUEST_TIMEOUT_MS = 35_000;
/** Pages of the crawl. With a `Crawl-delay`, each page is one message: more than Lambda's loop detection allows. */
const CRAWL_PAGES = 20;
const CRAWL_TIMEOUT_MS = 200_000;
const BATCH_TIMEOUT_MS = 60_000;
/** Limit of requests until one is rejected, and number of concurrent ones: more than the burst of either plan. */
const MOST_REQUESTS = 600;
const AT_ONCE = 50;

export interface SmokeSettings {
  /** Without a trailing slash. */
  baseUrl: string;
  key: string;
  /** Domain that is queried and crawled. */
  site: string;
  stack: string;
}

/** Thrown when a check does not apply; the message states why. */
export class Skipped extends Error {}

export interface Check {
  name: string;
  /** @returns the finding. @throws {Error} if the check fails */
  run: () => Promise<string>;
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  data: Record<string, unknown>;
  body: Record<string, unknown>;
}

interface CallOptions {
  /** `null` sends none. */
  key?: string | null;
  body?: object;
  headers?: Record<string, string>;
  /** Whether to wait if the rate limit is reached; by default true, except in the check of the rate limit. */
  isPatient?: boolean;
}

/** Operations with an effect on callers: this one would replace the secret that their receivers know. */
const NOT_CALLED = new Set(['POST /api/v1/seo/watches/secret']);

/** The checks of a deployment, in the order in which they have to run. */
export function smokeChecks({ baseUrl, key: ownKey, site, stack }: SmokeSettings): Check[] {
  const called = new Set<string>();

  async function call(endpoint: string, options: CallOptions = {}): Promise<Answer> {
    const { key = ownKey, body, headers = {}, isPatient = true } = options;
    const [method, path] = endpoint.split(' ') as [string, string];
    called.add(`${method} ${path.replace(/\?.*$/, '')}`);
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'follow',
      headers: { ...(key !== null && { 'X-SEO-API-Key': key }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const text = await response.text();
    if (response.status === 429 && isPatient && response.headers.has('retry-after')) {
      await sleep(1_000 * Math.min(10, Number(response.headers.get('retry-after'))));
      return call(endpoint, { ...options, isPatient: false });
    }
    const content = jsonOf(text);
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: content,
      data: (content.data ?? {}) as Record<string, unknown>,
    };
  }

  /** Returns a check that an endpoint responds with a status. */
  const answers = (
    endpoint: string,
    status: number | number[],
    options: CallOptions & { name?: string; found?: (answer: Answer) => string } = {},
  ): Check => ({
    name: options.name ?? endpoint.replace(/\?.*$/, ''),
    run: async () => {
      const answer = await call(endpoint, options);
      expectStatus(answer, status);
      return `${answer.status}${options.found ? ` ${options.found(answer)}` : ''}`;
    },
  });

  /** Repeats a request at the intervals of the service until the result is complete. */
  async function follow(endpoint: string, answer: Answer, timeoutMs: number): Promise<Answer> {
    const end = Date.now() + timeoutMs;
    let last = answer;
    while (last.data.poll_after_seconds !== null) {
      if (Date.now() > end) throw new Error(`not finished after ${timeoutMs / 1_000} seconds: ${shortened(last.text)}`);
      await sleep(1_000 * Math.min(5, Number(last.data.poll_after_seconds)));
      last = await call(endpoint);
      expectStatus(last, [200, 202]);
    }
    return last;
  }

  const query = `/api/v1/seo/query?domain=${site}`;
  const health = (answer: Answer) => `version ${String(answer.data.version)}`;
  const errorOf = ({ body }: Answer) => String(body.error);

  async function checkCache(): Promise<string> {
    await call(`GET ${query}`);
    const again = await call(`GET ${query}`);
    expectStatus(again, 200);
    if (again.data.cache_status !== 'hit')
      throw new Error(`cache_status is ${String(again.data.cache_status)}, not hit`);
    const unchanged = await call(`GET ${query}`, { headers: { 'If-None-Match': again.headers.get('etag') ?? '' } });
    expectStatus(unchanged, 304);
    return `hit, then 304; SEO score ${String(again.data.seo_score)}`;
  }

  async function checkBatch(): Promise<string> {
    const domains = [site, 'nowhere.invalid', '10.0.0.1'];
    const created = await call('POST /api/v1/seo/batches', { body: { domains, fields: ['seo_score'], refresh: true } });
    expectStatus(created, 202);
    const path = `/api/v1/seo/batches/${String(created.data.batch_id)}`;
    const done = await follow(`GET ${path}`, created, BATCH_TIMEOUT_MS);
    const rows = done.data.items as { status: string }[];
    const csv = await call(`GET ${path}?format=csv`);
    expectStatus(csv, 200);
    const lines = csv.text.trim().split('\n').length;
    if (lines !== domains.length + 1) throw new Error(`the CSV has ${lines} lines, not ${domains.length + 1}`);
    expectStatus(await call(`DELETE ${path}`), 200);
    return rows.map(({ status }) => status).join(', ');
  }

  async function checkCrawl(): Promise<string> {
    const begin = Date.now();
    const begun = await call('POST /api/v1/seo/site', { body: { domain: site, pages: CRAWL_PAGES } });
    // 409: a crawl is in progress.
    expectStatus(begun, [202, 409]);
    try {
      const crawls = await call(`GET /api/v1/seo/site/crawls?domain=${site}`);
      expectStatus(crawls, 200);
      const [newest] = crawls.data.items as { crawl_id: string }[];
      const crawl = `GET /api/v1/seo/site?domain=${site}&crawl=${newest!.crawl_id}`;
      const { data } = await follow(crawl, await call(crawl), CRAWL_TIMEOUT_MS);
      if (data.status !== 'done') throw new Error(`${String(data.status)}, stop_reason ${String(data.stop_reason)}`);
      const { total } = data.pages as { total: number };
      return `${total} pages in ${Math.round((Date.now() - begin) / 1_000)} s`;
    } finally {
      // Stops what is not finished.
      await call(`DELETE /api/v1/seo/site?domain=${site}`);
    }
  }

  async function checkWatch(): Promise<string> {
    const watches = '/api/v1/seo/watches';
    const body = { domains: [site], conditions: [{ on: 'unreachable', snapshots: 2 }] };
    const created = await call(`POST ${watches}`, { body });
    expectStatus(created, 201);
    const path = `${watches}/${String(created.data.id)}`;
    try {
      for (const endpoint of [`GET ${watches}`, `GET ${path}`, `GET ${path}/events`, `GET ${watches}/secret`]) {
        expectStatus(await call(endpoint), 200);
      }
      expectStatus(await call(`PATCH ${path}`, { body: { conditions: [{ on: 'noindex' }] } }), 200);
      expectStatus(await call(`POST ${path}/secret`), 201);
      // It has no receiver.
      expectStatus(await call(`POST ${path}/test`), 409);
    } finally {
      expectStatus(await call(`DELETE ${path}`), 200);
    }
    return 'created, changed and deleted';
  }

  async function checkLimit(): Promise<string> {
    for (let sent = 0; sent < MOST_REQUESTS; sent += AT_ONCE) {
      const round = Array.from({ length: AT_ONCE }, () => call('GET /api/v1/usage', { isPatient: false }));
      const refused = (await Promise.all(round)).find(({ status }) => status === 429);
      if (!refused) continue;
      const wait = refused.headers.get('retry-after');
      if (wait === null) throw new Error('429 without Retry-After');
      return `within ${sent + AT_ONCE} requests, Retry-After ${wait}`;
    }
    throw new Error(`none of ${MOST_REQUESTS} requests was rejected: the plan of this key may allow more`);
  }

  async function checkEndpoints(): Promise<string> {
    const { body } = await call('GET /openapi.json');
    const paths = Object.entries((body.paths ?? {}) as Record<string, object>);
    const described = paths.flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ name: `${method.toUpperCase()} ${path}`, path })),
    );
    const isCalled = (name: string) => {
      const pattern = new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`);
      return [...called].some((each) => pattern.test(each));
    };
    const missing = described.map(({ name }) => name).filter((name) => !isCalled(name) && !NOT_CALLED.has(name));
    if (missing.length > 0) throw new Error(`not called: ${missing.join(', ')}`);
    return `${described.length - NOT_CALLED.size} of ${described.length} called`;
  }

  return [
    answers('GET /health', 200, { key: null, found: health }),
    answers('HEAD /health', 200, { key: null }),
    answers('GET /', 200, { key: null }),
    answers('HEAD /', 200, { key: null }),
    answers('GET /openapi.json', 200, { key: null }),
    answers('HEAD /openapi.json', 200, { key: null }),
    answers('GET /docs', 200, { key: null }),
    answers('HEAD /docs', 200, { key: null }),
    answers('GET /docs/swagger-ui.css', 200, { key: null }),
    answers('GET /back-office/', 200, { key: null }),
    answers('GET /back-office/api/domains', 401, { key: null, found: errorOf }),
    answers('GET /api/v1/seo/issues', 200, { key: null }),
    answers('DELETE /health', 405, { key: null, found: errorOf, name: 'another method' }),
    answers(`GET ${query}`, 401, { key: null, found: errorOf, name: 'without a key' }),
    answers(`GET ${query}`, 401, { key: `${ownKey}x`, found: errorOf, name: 'with another key' }),
    answers('GET /api/v1/seo/query?domain=10.0.0.1', 422, { found: errorOf, name: 'with an invalid parameter' }),
    answers(`GET ${query}`, 200, { found: ({ data }) => String(data.cache_status) }),
    { name: 'the same from the cache', run: checkCache },
    answers(`GET /api/v1/seo/history?domain=${site}&range=30d`, 200),
    answers(`GET /api/v1/seo/keywords?domain=${site}`, 200),
    answers('GET /api/v1/seo/long-tail?keyword=camping', 200),
    answers(`GET /api/v1/seo/page?url=${encodeURIComponent(`http://${site}/`)}`, 200),
    answers('GET /api/v1/usage', 200),
    answers('POST /mcp', 200, {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    }),
    // Without parameters: 400 describes them, 503 is the state without an upstream.
    ...['GET', 'POST'].flatMap((method) =>
      ['/api/forumA', '/api/forumU'].map((path) =>
        answers(`${method} ${path}`, [400, 503], { key: null, found: errorOf }),
      ),
    ),
    { name: 'a batch', run: checkBatch },
    { name: 'a crawl', run: checkCrawl },
    ...['pages', 'issues', 'links'].map((list) => answers(`GET /api/v1/seo/site/${list}?domain=${site}`, 200)),
    // Compared with itself: the site may have been crawled only once.
    answers(`GET /api/v1/seo/site/compare?domain=${site}&base=${site}`, 200),
    answers(`GET /api/v1/seo/site/verification?domain=${site}`, 200),
    { name: 'a watch', run: checkWatch },
    { name: 'too many requests', run: checkLimit },
    { name: 'every endpoint of /openapi.json', run: checkEndpoints },
    { name: 'an alarm, set and reset', run: () => checkAlarm(stack) },
  ];
}

/** Sets an alarm of the stack and resets it, as AWS's guides recommend for testing notifications. */
async function checkAlarm(stack: string): Promise<string> {
  const AlarmNames = await alarmsOf(stack);
  // Without names, CloudWatch returns all alarms of the account.
  if (AlarmNames.length === 0) throw new Error(`${stack} has no alarms`);
  const client = new CloudWatchClient(toolClient);
  const { MetricAlarms = [] } = await client.send(new DescribeAlarmsCommand({ AlarmNames }));
  const alarm = MetricAlarms.find(({ StateValue }) => StateValue !== 'ALARM');
  if (!alarm) throw new Error(`none of the ${MetricAlarms.length} alarms of ${stack} has the state OK`);
  const { AlarmName, StateValue: before, AlarmActions = [] } = alarm;

  async function set(StateValue: typeof before) {
    const StateReason = 'npm run smoke';
    await client.send(new SetAlarmStateCommand({ AlarmName, StateValue, StateReason }));
    const { MetricAlarms: after } = await client.send(new DescribeAlarmsCommand({ AlarmNames: [AlarmName!] }));
    const { StateValue: state } = after![0]!;
    if (state !== StateValue) throw new Error(`${AlarmName} is ${state} after it was set to ${StateValue}`);
  }
  try {
    await set('ALARM');
  } finally {
    await set(before);
  }
  const mail = AlarmActions.length > 0 ? 'look for its mails' : 'no mail: alarmEmail is not set';
  return `${AlarmName}: ALARM, then ${before} again; ${mail}`;
}

/** Most names of one `DescribeAlarms`. */
const MOST_ALARMS = 100;

/**
 * Returns names of alarms of a stack. They are those of its resources: the name of another stack may begin with its name.
 */
async function alarmsOf(stack: string): Promise<string[]> {
  try {
    await deployedOutputs(stack);
    const alarms = (await deployedResources(stack)).filter(
      ({ ResourceType: type }) => type === 'AWS::CloudWatch::Alarm',
    );
    return alarms.slice(0, MOST_ALARMS).map(({ PhysicalResourceId: name }) => name!);
  } catch (error) {
    const { name, message } = error as Error;
    if (error instanceof StackMissing || name === 'CredentialsProviderError' || message === 'Region is missing') {
      throw new Skipped(explainAwsError({ name, message }));
    }
    throw error;
  }
}

function expectStatus({ status, text }: Answer, expected: number | number[]) {
  const all = [expected].flat();
  if (!all.includes(status)) throw new Error(`${status}, not ${all.join(' or ')}: ${shortened(text)}`);
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const shortened = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200);
