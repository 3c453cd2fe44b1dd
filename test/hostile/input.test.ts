import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { engineIds } from '../../functions/core/keywords/choices.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { endpoints } from '../../infra/functions.ts';
import { readDocument } from '../support/openapi.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { signIn } from '../support/sign-in.ts';
import { onlyHomePage, startSite, type TestSite } from '../support/site.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { backOfficeRequest } from './support/input/back-office-requests.ts';
import { batchRequest, newBatchRequest } from './support/input/batch-requests.ts';
import { createHostileClient, type HostileClient, type HostileRequest, sendRaw } from './support/input/http-client.ts';
import { createResponseChecks, type ResponseCheck } from './support/input/response-checks.ts';
import { fileRequest, forumRequest, keyedRequest, oddRequest } from './support/input/requests.ts';
import { proKeys } from '../support/pro-keys.ts';
import { hostileText, percentEncoded } from './support/input/texts.ts';
import { seed } from './support/seed.ts';

/** Prefix of all secrets of this run, which must not be in the log. */
const MARK = `SECRET${seed.toString(36)}x`;
let secrets = 0;
const newSecret = () => `${MARK}${(secrets += 1)}`;

const document = readDocument();
const { ofOperation, ofEnvelope } = createResponseChecks(document);
/** The other sources are disabled, so that no request is slow or leaves the machine. */
const ENABLED = ['site', 'dns', 'tls'];
const disabled = [...sources.map(({ id }) => id), ...engineIds].filter((id) => !ENABLED.includes(id));

/** Requests of one kind. */
interface Lane {
  name: string;
  requests: fc.Arbitrary<HostileRequest>;
  check: ResponseCheck;
  count: number;
  /** Rate limit of the route for all callers together, which is not exceeded. */
  perSecond?: number;
}

const SEO = '/api/v1/seo/';

/** Site of the domain in the document's examples. */
let site: TestSite;
let runner: TestRunner;
let client: HostileClient;
let runs: Map<string, Promise<Map<number, number>>>;

const API = endpoints
  .filter(({ path, operations }) => path.startsWith(SEO) && operations.GET && !path.includes('{'))
  .map(({ path }) => path.slice(SEO.length));
/** Endpoints that send no requests. */
const STORED = ['site/pages', 'history'];
/** The only documented 5xx response of the other endpoints that is expected here. */
const LEARNS_NOTHING = ['all_sources_failed'];

const BATCHES = '/api/v1/seo/batches';

/** @param batchId of a batch of the first key */
function batchLanes(keys: string[], batchId: string): Lane[] {
  const path = `${BATCHES}/{id}`;
  const ofOneBatch = (['GET', 'DELETE'] as const).map((method): Lane => {
    const operation = document.paths[path]![method.toLowerCase()]!;
    const requests = batchRequest({ path, operation, method }, [batchId], keys.slice(0, 1), newSecret);
    const count = tries(40, 1_000);
    return { name: `${method} ${path}`, requests, check: ofOperation(path, method.toLowerCase()), count, perSecond: 5 };
  });
  const requests = newBatchRequest(BATCHES, document.paths[BATCHES]!.post!, keys, newSecret);
  const check = ofOperation(BATCHES, 'post');
  return [{ name: `POST ${BATCHES}`, requests, check, count: tries(80, 1_500) }, ...ofOneBatch];
}

function lanes(keys: string[], token: string, batchId: string): Lane[] {
  const apiLanes = API.map((name): Lane => {
    const path = `/api/v1/seo/${name}`;
    const check = ofOperation(path, 'get', STORED.includes(name) ? [] : LEARNS_NOTHING);
    const requests = keyedRequest(path, document.paths[path]!.get!, keys, newSecret);
    return { name: `GET ${path}`, requests, check, count: tries(80, 1_500) };
  });
  const forumLanes = ['/api/forumA', '/api/forumU'].flatMap((path) =>
    (['GET', 'POST'] as const).map((method): Lane => {
      const parameters = document.paths[path]!.get!.parameters!;
      const requests = forumRequest(path, method, parameters, newSecret);
      const isAccount = path === '/api/forumA';
      const count = isAccount ? tries(60, 500) : tries(60, 1_000);
      const check = ofOperation(path, method.toLowerCase());
      return { name: `${method} ${path}`, requests, check, count, perSecond: isAccount ? 4.5 : 18 };
    }),
  );
  const files = ['init.js', 'page.css', 'index.html'];
  const page = { perSecond: 18, count: tries(60, 1_000) };
  return [
    ...apiLanes,
    ...batchLanes(keys, batchId),
    ...forumLanes,
    {
      name: 'GET /openapi.json',
      requests: fileRequest('/openapi.json', ['', '?x'], newSecret),
      check: ifRouted(/^(?:\/prod)?\/openapi\.json\/?(?:\?|$)/, ofOperation('/openapi.json', 'get')),
      ...page,
      count: tries(60, 1_000),
    },
    {
      name: 'GET /docs/{file}',
      requests: fileRequest('/docs/', files, newSecret),
      check: ifRouted(/^\/docs\/[^/?]/, ofOperation('/docs/{file}', 'get')),
      ...page,
    },
    {
      name: 'GET /back-office/{file}',
      requests: fileRequest('/back-office/', files, newSecret),
      check: ofEnvelope,
      ...page,
    },
    {
      name: 'the back office without a sign-in',
      requests: backOfficeRequest(null, newSecret),
      check: (request, answer) => [
        ...ofEnvelope(request, answer),
        // A path that is no call of the API is redirected to the page, which is public.
        ...(answer.status < 300 ? ['lets in who has not signed in'] : []),
      ],
      count: tries(80, 1_200),
    },
    {
      name: 'the back office, signed in',
      requests: backOfficeRequest(`Bearer ${token}`, newSecret),
      check: ofEnvelope,
      count: tries(80, 1_200),
    },
    {
      name: 'other paths and methods',
      requests: oddRequest([...Object.keys(document.paths), '/back-office', '/back-office/api/keys'], newSecret),
      check: ofEnvelope,
      count: tries(80, 1_200),
    },
  ];
}

/** Checks requests whose target is another path as requests for an unknown path. */
function ifRouted(path: RegExp, check: ResponseCheck): ResponseCheck {
  return (request, answer) => (path.test(request.target) ? check : ofEnvelope)(request, answer);
}

const LANES = lanes(['k'], 't', 'b').map(({ name }) => name);

beforeAll(async () => {
  site = await startSite(onlyHomePage(() => '<title>Camping stoves</title><p>Camping stoves and tents'));
  const hosts = { LOCAL_RESOLVE: `example.com=127.0.0.1:${site.port}` };
  runner = await startTestRunner({ ...hosts, DISABLED_SOURCES: disabled.join(',') }, ['--offline']);
  client = createHostileClient(runner.url);
  const [keys, { access_token }] = await Promise.all([proKeys(runner, tries(8, 60)), signIn(runner)]);
  await Promise.all(
    ['shop.example', 'example.com'].map((host) =>
      runner.get(`/api/v1/seo/query?domain=${host}`, { key: keys[0]! }).then((response) => response.text()),
    ),
  );
  const started = lanes(keys, access_token, await makeBatch(keys[0]!));
  runs = new Map(started.map((lane) => [lane.name, run(lane)]));
  for (const counts of runs.values()) counts.catch(() => {});
});

/** @returns the id of the batch */
async function makeBatch(key: string): Promise<string> {
  const response = await fetch(runner.url + BATCHES, {
    method: 'POST',
    headers: { 'X-SEO-API-Key': key },
    body: JSON.stringify({ domains: ['shop.example', 'new.example', 'localhost'] }),
  });
  return ((await response.json()) as { data: { batch_id: string } }).data.batch_id;
}

afterAll(async () => {
  client.close();
  await Promise.all([runner.close(), site.close()]);
});

/** Concurrent requests of a lane. */
const BATCH = 4;

/** Sends a lane's requests. @returns the number of responses by status. @throws with seed and counterexample */
async function run({ requests, check, count, perSecond = Infinity }: Lane): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const size = Math.min(BATCH, Math.ceil(count / 5));
  let due = performance.now();
  const send = async (request: HostileRequest) => {
    const answer = await client
      .send(request)
      .catch((error: Error) => new Error(`${describeRequest(request)}: ${error.message}`));
    if (answer instanceof Error) throw answer;
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    const problems = check(request, answer);
    if (problems.length > 0) throw new Error(`${describeRequest(request)}: ${problems.join('; ')}`);
  };
  const batches = fc.array(requests, { minLength: size, maxLength: size });
  const property = fc.asyncProperty(batches, async (batch) => {
    await sleep(Math.max(0, due - performance.now()));
    due = Math.max(due, performance.now() - 2_000) + (batch.length / perSecond) * 1_000;
    await Promise.all(batch.map(send));
  });
  // The failed request is reported as it is: shrinking it would take many more requests.
  const limits = { interruptAfterTimeLimit: MOST_MS, endOnFailure: true };
  const result = await fc.check(property, { seed, numRuns: Math.ceil(count / size), ...limits });
  if (!result.failed || result.interrupted) return counts;
  const { errorInstance, counterexamplePath } = result;
  throw new Error(`seed ${seed}, path ${counterexamplePath}: ${(errorInstance as Error).message}`);
}

const MOST_MS = timeLimit(120_000, 420_000);

function describeRequest({ method, target, headers, body }: HostileRequest): string {
  const shown = headers.map(([name, value]) => `${name}: ${value.slice(0, 80)}`).slice(0, 10);
  return `${method} ${target.slice(0, 500)} ${JSON.stringify(shown)} ${body ? JSON.stringify(body.toString().slice(0, 300)) : ''}`;
}

describe('random requests are answered as documented, without internal errors:', () => {
  test.each(LANES)(
    '%s',
    async (name) => {
      const counts = await runs.get(name)!;
      const sent = [...counts.values()].reduce((sum, count) => sum + count, 0);
      tally({ area: 'Hostile input', what: name, tried: sent, outcome: outcomeOf(counts) });
      // Requests that the rate limit rejects test nothing.
      expect((counts.get(429) ?? 0) / sent).toBeLessThan(0.5);
    },
    timeLimit(180_000, 900_000),
  );
});

/** Malformed requests; the query of the target contains a key and a secret. */
const wrongLines = (target: string, secret: string): [name: string, bytes: string][] => [
  ['no request line', `\r\n\r\n\r\n${secret}\r\n\r\n`],
  ['no version', `GET ${target}\r\n\r\n`],
  ['an unknown version', `GET ${target} HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n`],
  ['no Host', `GET ${target} HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ['two Hosts', `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: b\r\nConnection: close\r\n\r\n`],
  ['an unknown method', `HAX ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
  ['a space in the path', `GET ${target} ${secret} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
  ['NUL in the path', `GET ${target}\0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
  ['NUL in a header', `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-SEO-API-Key: ${secret}\0\r\n\r\n`],
  ['a header without a colon', `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${secret}\r\n\r\n`],
  ['a folded header', `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-SEO-API-Key: a\r\n ${secret}\r\n\r\n`],
  ['two lengths', `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na`],
  ['a negative length', `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n`],
  ['a huge length', `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n`],
  [
    'length and chunks',
    `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'broken chunks',
    `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${secret}\r\n`,
  ],
  ['an unknown coding', `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip\r\n\r\n${secret}`],
  ['an expectation', `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: ${secret}\r\nConnection: close\r\n\r\n`],
  ['an upgrade', `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['a long method', `${'A'.repeat(70_000)} / HTTP/1.1\r\n\r\n`],
  ['a long path', `GET /${'a'.repeat(70_000)}?api_key=${secret} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
  ['a long header', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-SEO-API-Key: ${secret.repeat(10_000)}\r\n\r\n`],
  ['a header too many', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n${'a: b\r\n'.repeat(5_000)}\r\n`],
  ['a body that is not sent', `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n_key=${secret}`],
];

/** Few, because requests to engines have a rate limit. */
const searches = tries(4, 15);

test('random keywords are requested from engines, indexed and found as documented', async () => {
  const runnerWithEngines = await startTestRunner({}, ['--offline']);
  const [key] = await proKeys(runnerWithEngines, 1);
  const other = createHostileClient(runnerWithEngines.url);
  const counts = new Map<number, number>();
  const texts = fc.sample(hostileText, { numRuns: searches, seed }).map(percentEncoded);
  for (const [index, text] of texts.entries()) {
    const isLongTail = index % 6 === 0;
    const path = `/api/v1/seo/${isLongTail ? 'long-tail' : 'keywords'}`;
    const target = `${path}?${isLongTail ? 'keyword' : 'q'}=${text}`;
    const request: HostileRequest = { method: 'GET', target, headers: [['X-SEO-API-Key', key!]], body: null };
    const answer = await other.send(request);
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    expect([seed, target, ofOperation(path, 'get', LEARNS_NOTHING)(request, answer)]).toEqual([seed, target, []]);
  }
  tally({ area: 'Hostile input', what: 'searches with engines', tried: searches, outcome: outcomeOf(counts) });
  other.close();
  expect(linesWith(runnerWithEngines.output(), '"level":"ERROR"')).toEqual([]);
  await runnerWithEngines.close();
}, 600_000);

describe('malformed HTTP is rejected in the envelope or closed:', () => {
  const names = wrongLines('', '').map(([name]) => name);
  const NAMELESS = ['no version', 'no Host'];

  test.each(names)('%s', async (wrong) => {
    const secret = newSecret();
    const target = `/api/forumU?action=${wrong.length}&api_key=${secret}&password=${secret}`;
    const bytes = wrongLines(target, secret).find(([name]) => name === wrong)![1];
    const answer = await sendRaw(runner.url, bytes);
    // The server waits for the rest of an incomplete request, until its own time limit.
    if (answer === '') return;
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
    // The runner rejects any other host name before it looks for other errors.
    if (NAMELESS.includes(wrong)) return expect(status).toBe(421);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')).trim()) as Record<string, unknown>;
    expect([status, body]).toEqual([expect.any(Number), expect.objectContaining({ code: status, success: false })]);
    expect(status).toBeLessThan(500);
  });

  test(
    'random bytes do not end the process',
    async () => {
      const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 });
      const anything = fc.asyncProperty(bytes, fc.boolean(), async (noise, isBegun) => {
        const start = isBegun ? 'GET /api/v1/seo/query?' : '';
        const answer = await sendRaw(
          runner.url,
          Buffer.concat([Buffer.from(start), noise, Buffer.from('\r\n\r\n')]),
          200,
        );
        expect(answer).not.toMatch(/^HTTP\/1\.1 5/);
      });
      await fc.assert(anything, { seed, numRuns: tries(60, 300) });
      expect((await runner.get('/api/v1/seo/query?domain=shop.example')).status).toBe(200);
    },
    timeLimit(120_000, 600_000),
  );

  test('a body above the limit gets 413, and one just below it is read', async () => {
    const statuses = await Promise.all(
      [11_000_000, 9_000_000].map(async (size) => {
        const body = Buffer.concat([Buffer.from(`password=${newSecret()}&x=`), Buffer.alloc(size, 'x')]);
        const headers: HostileRequest['headers'] = [['Content-Type', 'application/x-www-form-urlencoded']];
        const answer = await client.send({ method: 'POST', target: '/api/forumU', headers, body });
        return answer.status;
      }),
    );
    expect(statuses[0]).toBe(413);
    expect([400, 413]).toContain(statuses[1]);
  });
});

describe('afterwards', () => {
  beforeAll(() => Promise.allSettled(runs.values()), timeLimit(180_000, 900_000));

  test('no secret is in the log or in stored data', () => {
    expect(secrets).toBeGreaterThan(100);
    expect(linesWith(runner.output(), MARK)).toEqual([]);
    const files = readdirSync(runner.dataDir, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(runner.dataDir, name),
    );
    const holding = files.filter((file) => statSync(file).isFile() && readFileSync(file).includes(MARK));
    expect(holding).toEqual([]);
  });

  test('no internal error was logged', () => {
    expect(linesWith(runner.output(), '"level":"ERROR"')).toEqual([]);
    expect(linesWith(runner.output(), 'Error:')).toEqual([]);
  });

  test('the service responds as before', async () => {
    const response = await runner.get('/api/v1/seo/query?domain=shop.example');
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ success: true })]);
  });
});

function outcomeOf(counts: Map<number, number>): string {
  const lines = [...counts].toSorted(([one], [other]) => one - other);
  return lines.map(([status, count]) => `${status}: ${count}`).join(', ');
}

const linesWith = (text: string, part: string) => text.split('\n').filter((line) => line.includes(part));
