import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { engineIds } from '../../functions/core/keywords/choices.ts';
import { sources } from '../../functions/core/sources/index.ts';
import { keyStoreOf } from '../../infra/operations/key-commands.ts';
import { type ForumServer, startForumServer } from '../../infra/sandbox/forum-server.ts';
import { launchBrowser } from '../browser/support/browser.ts';
import { describeInBrowser } from '../browser/support/describe-in-browser.ts';
import { openWatchedPage } from '../browser/support/watched-page.ts';
import { tries } from '../support/form.ts';
import { holdRequests } from '../support/hold-requests.ts';
import {
  boundaryValues,
  createValidator,
  operationsOf,
  type Parameter,
  readDocument,
  withChosenMembers,
} from '../support/openapi.ts';
import { startTestRunner, type TestRunner } from '../support/runner.ts';
import { crawlSite } from '../support/site-crawl.ts';
import { onlyHomePage, startSite, type TestSite } from '../support/site.ts';

const document = readDocument();
const { problems, answerProblems } = createValidator(document);
const { answerProblems: chosenProblems } = createValidator(withChosenMembers(document));
const forumSecrets = { salt: 'f'.repeat(32), marketId: 'm', deviceCode: '[d]1' };
const allSources = [...sources.map(({ id }) => id), ...engineIds].join(',');

let runner: TestRunner;
let runnerKey: string;
/** A runner without sources, so that calls are fast. */
let bare: TestRunner;
let bareKey: string;
let forum: ForumServer;
let site: TestSite;

beforeAll(async () => {
  site = await startSite(onlyHomePage(() => '<title>Camping stoves</title><p>Camping stoves and tents'));
  forum = await startForumServer({ ...forumSecrets, boards: 3 });
  const hosts = { LOCAL_RESOLVE: `example.com=127.0.0.1:${site.port}` };
  [runner, bare] = await Promise.all([
    startTestRunner(
      {
        ...hosts,
        FORUM_UPSTREAM_URL: forum.url,
        FORUM_SIGN_SALT: forumSecrets.salt,
        FORUM_MARKET_ID: forumSecrets.marketId,
        FORUM_DEVICE_CODE: forumSecrets.deviceCode,
        CDK_CONTEXT_JSON: JSON.stringify({ proPlan: PRO }),
      },
      ['--offline'],
    ),
    startTestRunner(
      {
        ...{ ...hosts, DISABLED_SOURCES: allSources },
        CDK_CONTEXT_JSON: JSON.stringify({ proPlan: PRO }),
      },
      ['--offline'],
    ),
  ]);
  [runnerKey, bareKey] = await Promise.all([proKey(runner), proKey(bare)]);
});
afterAll(() => Promise.all([runner.close(), bare.close(), forum.close(), site.close()]));

/** Allows more than all requests of this file. */
const PRO = { requestsPerSecond: 1_000, burst: 10_000, monthlyQuota: 1_000_000 };

/** Creates a key whose plan allows all requests of this file. */
async function proKey({ url, dataDir }: TestRunner): Promise<string> {
  const localPort = Number(new URL(url).port);
  const keys = keyStoreOf({ localPort }, dataDir);
  return (await keys.create({ name: 'contract', plan: 'pro', note: '' })).value;
}

interface Call {
  path: string;
  query?: Record<string, string>;
  init?: RequestInit;
  /** `null`: no key. */
  key?: string | null;
  of?: TestRunner;
}

interface AnswerBody {
  error?: string;
  retry_after_seconds?: number;
  data?: Record<string, unknown>;
  details?: { param: string }[];
}

/** Sends a request and verifies its answer against the document. */
async function send({ path, query = {}, init = {}, of = runner, key = of === runner ? runnerKey : of.apiKey }: Call) {
  const names = Object.entries(query).filter(([name]) => path.includes(`{${name}}`));
  const filled = names.reduce((rest, [name, value]) => rest.replace(`{${name}}`, value), path);
  const inQuery = Object.entries(query).filter(([name]) => !path.includes(`{${name}}`));
  const response = await fetch(`${of.url}${filled}?${new URLSearchParams(inQuery).toString()}`, {
    redirect: 'manual',
    ...init,
    headers: { ...(key !== null && { 'X-SEO-API-Key': key }), ...(init.headers as Record<string, string>) },
  });
  const answer = {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: await response.text(),
  };
  const method = (init.method ?? 'GET').toLowerCase();
  const found = (query.fields ? chosenProblems : answerProblems)(path, method, answer);
  expect([filled, query, found]).toEqual([filled, query, []]);
  const body = answer.type.startsWith('application/json') ? (JSON.parse(answer.body) as AnswerBody) : {};
  const isFollowed = path.startsWith(BATCHES) || path === SITE;
  const seconds = body.retry_after_seconds ?? (isFollowed ? body.data?.poll_after_seconds : null);
  // CSV has it only in the header.
  if (!isFollowed || !answer.type.startsWith('text/csv')) {
    expect(response.headers.get('retry-after')).toBe(seconds?.toString() ?? null);
  }
  return {
    ...answer,
    headers: response.headers,
    data: body.data ?? {},
    error: body.error,
    details: body.details ?? [],
  };
}

/** Returns the example values of the parameters that have one, which form a valid call. */
function exampleCall(parameters: Parameter[]): Record<string, string> {
  const leading = parameters.filter(({ example }) => example !== undefined);
  return Object.fromEntries(leading.map(({ name, example }) => [name, String(example)]));
}

/** Paths of batches and watches, which need ids. */
const BATCHES = '/api/v1/seo/batches';
const WATCHES = '/api/v1/seo/watches';
/** The first call of this path starts a crawl. */
const SITE = '/api/v1/seo/site';
const reading = operationsOf(document).filter(
  ({ path, method }) =>
    method === 'get' && !path.startsWith('/api/forum') && ![BATCHES, WATCHES].some((own) => path.startsWith(own)),
);
const exampleCalls = reading.flatMap(({ path, operation: { parameters = [] } }) => {
  const base = exampleCall(parameters);
  const others = parameters.filter(({ example }) => example === undefined);
  return [base, ...others.map(({ name, schema }) => ({ ...base, [name]: String(schema.examples![0]) }))].map(
    (query) => [path, query] as const,
  );
});

describe('each documented example is answered as documented', () => {
  // A comparison needs two finished crawls.
  beforeAll(async () => {
    const { domain } = exampleCall(document.paths[`${SITE}/compare`]!.get!.parameters!);
    await crawlSite(runner, domain!);
    await runner.get(`${SITE}?domain=${domain}&refresh=1`);
    await crawlSite(runner, domain!);
  });

  test.each(exampleCalls)('GET %s %j', async (path, example) => {
    const { domain, crawl } = example;
    const query = crawl === undefined ? example : { ...example, crawl: await newestCrawl(domain!) };
    let answer = await send({ path, query });
    // On a busy machine, a source may fail at first: clients repeat such requests.
    while (answer.status >= 500) answer = await send({ path, query });
    expect([200, 202, 302]).toContain(answer.status);
  });

  /** Returns the id of the newest crawl of a site, in place of the one of an example. */
  async function newestCrawl(domain: string): Promise<string> {
    const { data } = await send({ path: `${SITE}/crawls`, query: { domain } });
    return (data.items as { crawl_id: string }[])[0]!.crawl_id;
  }

  test.each(['history', 'keywords', 'long-tail'])('%s as CSV', async (name) => {
    const path = `/api/v1/seo/${name}`;
    const query = exampleCall(document.paths[path]!.get!.parameters!);
    const { status, type } = await send({ path, query, init: { headers: { Accept: 'text/csv' } } });
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
    const requested = await send({ path, query: { ...query, format: 'csv' } });
    expect([requested.status, requested.type]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(requested.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${name}-[\\w.-]+\\.csv"`),
    );
    const json = await send({ path, query: { ...query, format: 'json' }, init: { headers: { Accept: 'text/csv' } } });
    expect(json.type).toBe('application/json; charset=utf-8');
    const empty = await send({ path, query: { ...query, format: '' } });
    expect(empty.type).toBe('application/json; charset=utf-8');
  });
});

/** Schema of `data` by the name of the documented call. */
const dataOf: Record<string, string> = {
  login: 'Login',
  signin_one_board: 'CheckIn',
  signin_all_boards: 'CheckInEverywhere',
  me: 'UpstreamAnswer',
  info: 'UpstreamAnswer',
  comments: 'CommentPage',
};

type Values = Record<string, unknown>;

const texts = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
const json = (body: Values) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const form = (body: Values) => ({ method: 'POST', body: new URLSearchParams(texts(body)) });

/** The three ways of making a call of group A. */
const ways: Record<string, (path: string, values: Values) => Call> = {
  query: (path, values) => ({ path, query: texts(values), key: null }),
  form: (path, values) => ({ path, init: form(values), key: null }),
  JSON: (path, values) => ({ path, init: json(values), key: null }),
};

describe.each(['/api/forumA', '/api/forumU'])('%s', (path) => {
  const { examples } = document.paths[path]!.post!.requestBody!.content['application/json']!;

  test.each(Object.keys(ways))('answers each documented call as documented, by %s', async (way) => {
    let token: unknown;
    // In the order of the document: the login is first, and invalidates earlier ones.
    for (const [name, { value }] of Object.entries(examples!)) {
      const values = { ...value, ...('_key' in value && { _key: token }) };
      const { status, data } = await send(ways[way]!(path, values));
      expect([name, status]).toEqual([name, 200]);
      expect([name, problems(['components', 'schemas', dataOf[name]!], data)]).toEqual([name, []]);
      token ??= data._key;
    }
  });
});

describe(BATCHES, () => {
  const { example } = document.paths[BATCHES]!.post!.requestBody!.content['application/json']!;
  const create = (body: Values, headers: Record<string, string> = {}, query: Record<string, string> = {}) => {
    const { headers: type, ...rest } = json(body);
    return send({ path: BATCHES, query, init: { ...rest, headers: { ...type, ...headers } } });
  };
  const path = `${BATCHES}/{id}`;

  test('a batch is created, read and cancelled as documented', async () => {
    const domains = ['new.shop.example', 'localhost', 'new.shop.example'];
    const made = await create({ domains, history: { range: '7d' }, paid: false }, { 'Idempotency-Key': 'openapi-1' });
    const id = made.data.batch_id as string;
    expect([made.status, made.headers.get('location')]).toEqual([202, `/prod${BATCHES}/${id}`]);
    expect((await send({ path, query: { id, limit: '2' } })).data).toMatchObject({ next_cursor: expect.any(String) });
    expect((await send({ path, query: { id }, init: { method: 'DELETE' } })).status).toBe(200);
    const refused = await create({ domains: ['other.example'] }, { 'Idempotency-Key': 'openapi-1' });
    expect(refused).toMatchObject({ status: 409, error: 'idempotency_conflict' });
  });

  test('the documented example is answered as documented, as CSV too', async () => {
    expect([200, 202]).toContain((await create(example as Values)).status);
    const { type, status } = await create(example as Values, { Accept: 'text/csv' });
    expect([[200, 202].includes(status), type]).toEqual([true, 'text/csv; charset=utf-8']);
  });

  test('invalid requests are rejected as documented', async () => {
    const unknown = await create({ domains: [], refrsh: true }, { 'Idempotency-Key': 'ä'.repeat(300) });
    expect(unknown).toMatchObject({ status: 422, error: 'invalid_parameter' });
    expect(await create({ domains: ['a.com'] }, {}, { limit: '5' })).toMatchObject({ status: 422 });
    for (const method of ['GET', 'DELETE']) {
      expect(await send({ path, query: { id: 'b1' }, init: { method } })).toMatchObject({
        status: 404,
        error: 'not_found',
      });
      expect((await send({ path, query: { id: 'b1' }, init: { method }, key: null })).status).toBe(401);
    }
    expect((await send({ path: BATCHES, init: json({ domains: ['a.com'] }), key: 'wrong' })).status).toBe(401);
  });
});

describe(WATCHES, () => {
  const path = `${WATCHES}/{id}`;
  const of = (id: string, below = '', method = 'GET') => send({ path: path + below, query: { id }, init: { method } });

  test('a watch is created, changed, tested and deleted as documented', async () => {
    const conditions = [{ on: 'drop', metric: 'seo_score', by: '10%' }, { on: 'new_issues' }];
    const deliver = { url: 'https://receiver.example/openapi' };
    const watchBody = { domains: ['shop.example'], conditions, crawl: { every: 'week', pages: 5 }, deliver };
    const made = await send({ path: WATCHES, init: json(watchBody) });
    expect([made.status, made.data]).toMatchObject([201, { deliver: { state: 'active' }, domains: ['shop.example'] }]);
    const id = made.data.id as string;
    expect((await send({ path: WATCHES })).status).toBe(200);
    expect((await of(id)).status).toBe(200);
    const change = json({ deliver: null });
    expect((await send({ path, query: { id }, init: { ...change, method: 'PATCH' } })).data).toMatchObject({
      deliver: null,
    });
    expect(await of(id, '/test', 'POST')).toMatchObject({ status: 409, error: 'no_receiver' });
    await send({ path, query: { id }, init: { ...json({ deliver }), method: 'PATCH' } });
    // The new watch has tested the host within the last minute.
    expect(await of(id, '/test', 'POST')).toMatchObject({ status: 429, error: 'rate_limited' });
    expect((await of(id, '/secret', 'POST')).status).toBe(201);
    expect((await of(id, '/events')).data).toMatchObject({ events: [], has_more: false });
    expect((await of(id, '', 'DELETE')).status).toBe(200);
    expect(await of(id)).toMatchObject({ status: 404, error: 'not_found' });
  });

  test("the owner's secret is created and described as documented", async () => {
    expect((await send({ path: `${WATCHES}/secret`, init: { method: 'POST' } })).status).toBe(201);
    expect((await send({ path: `${WATCHES}/secret` })).data).toMatchObject({ created: true });
  });

  test('invalid requests are rejected as documented', async () => {
    const conditions = [{ on: 'drop', metric: 'tranco_rank', by: 5 }];
    const invalid = await send({ path: WATCHES, init: json({ domains: [], conditions, mail: true, tag: 'a' }) });
    expect(invalid).toMatchObject({ status: 422, error: 'invalid_parameter' });
    expect((await of('none', '/events')).status).toBe(404);
    expect((await send({ path, query: { id: 'none' }, key: null })).status).toBe(401);
  });
});

test.each(['init.css', 'openapi.json', '..%2fopenapi.json', 'constructor'])(
  '/docs/%s is a documented 404',
  async (file) => {
    expect(await send({ path: '/docs/{file}', query: { file }, key: null })).toMatchObject({
      status: 404,
      error: 'not_found',
    });
  },
);

describe('the limits of the document are those of the validation:', () => {
  const ofKey = reading.filter(({ path }) => path.startsWith('/api/v1'));
  const parameters = ofKey.flatMap(({ path, operation }) =>
    (operation.parameters ?? []).map((parameter) => [path, parameter.name, parameter] as const),
  );

  test.each(parameters)('%s %s', async (path, name, { schema, example, required }) => {
    const base = exampleCall(document.paths[path]!.get!.parameters!);
    const { inside, outside } = boundaryValues(schema, example);
    const sendValue = (value: string) => send({ path, query: { ...base, [name]: value }, of: bare, key: bareKey });
    // Only cursors of an answer are valid.
    for (const value of name === 'cursor' ? [] : inside) {
      expect([value, (await sendValue(value)).status]).not.toEqual([value, 422]);
    }
    // An empty value counts as missing.
    for (const value of outside.filter((each) => each !== '' || required)) {
      const { status, details } = await sendValue(value);
      expect([value, status, details.map(({ param }) => param)]).toEqual([value, 422, [name]]);
    }
  });

  const ofForum = ['/api/forumA', '/api/forumU'].flatMap((path) =>
    document.paths[path]!.get!.parameters!.filter(({ name }) => name !== 'action').map(
      (parameter) => [path, parameter.name, parameter] as const,
    ),
  );

  test.each(ofForum)('%s %s', async (path, name, { schema, example, required }) => {
    const { examples } = document.paths[path]!.post!.requestBody!.content['application/json']!;
    const known = Object.values(examples!).map(({ value }) => value);
    const base = known.find((value) => name in value) ?? examples!.signin_all_boards!.value;
    const { inside, outside } = boundaryValues(schema, example);
    const sendValue = (value: string) => send(ways.query!(path, { ...base, [name]: value }));
    for (const value of inside)
      expect([value, (await sendValue(value)).error]).not.toEqual([value, 'invalid_parameter']);
    // An empty value counts as missing.
    for (const value of outside.filter((each) => each !== '' || required)) {
      const { error, details } = await sendValue(value);
      expect([value, error, details.map(({ param }) => param)]).toEqual([value, 'invalid_parameter', [name]]);
    }
  });
});

test('generated requests are answered as documented, and invalid ones rejected', async () => {
  await holdRequests(document, bare, bareKey, tries(120, 1_000));
  expect.hasAssertions();
});

test('the page loads nothing from other hosts, and contains no inline script', async () => {
  const response = await fetch(`${runner.url}/docs/`);
  const policy = response.headers.get('content-security-policy')!;
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toContain('unsafe');
  const scripts = [...(await response.text()).matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
  expect(scripts.map(([, attributes, content]) => [attributes, content])).toEqual([
    [' src="swagger-ui-bundle.js"', ''],
    [' src="init.js"', ''],
  ]);
});

describe('the document', () => {
  test.each(['/openapi.json', '/prod/openapi.json'])('is served at %s to browsers of any origin', async (path) => {
    const response = await fetch(runner.url + path);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(await response.json()).toEqual(document);
  });

  test('is a 304 when the caller has it', async () => {
    const { headers } = await fetch(`${runner.url}/openapi.json`);
    const known = await fetch(`${runner.url}/openapi.json`, { headers: { 'If-None-Match': headers.get('etag')! } });
    expect({ status: known.status, body: await known.text() }).toEqual({ status: 304, body: '' });
    expect(known.headers.get('content-length')).toBeNull();
    for (const name of ['etag', 'vary', 'cache-control', 'access-control-allow-origin']) {
      expect(known.headers.get(name)).toBe(headers.get(name));
    }
    const other = await fetch(`${runner.url}/openapi.json`, { headers: { 'If-None-Match': 'W/"other"' } });
    expect(await other.json()).toEqual(document);
  });
});

const browser = await launchBrowser();
afterAll(() => browser?.close());

describeInBrowser(browser, 'the reference page', (launched) => {
  test.each(['/docs', '/prod/docs/'])('at %s shows the document, and calls can be tried', async (path) => {
    const watched = await openWatchedPage(launched, { colorScheme: 'dark' });
    const { page, complaints, hosts } = watched;
    await page.goto(runner.url + path);
    await page.getByRole('heading', { name: 'Domaingauge API' }).waitFor();
    const prefix = path.startsWith('/prod') ? '/prod' : '';
    const example = await page.getByRole('region', { name: 'A first request' }).getByRole('code').innerText();
    expect(example).toContain(` "${runner.url}${prefix}/api/v1/seo/query?domain=`);
    const workspace = page.getByRole('navigation').getByRole('link', { name: 'Workspace' });
    expect((await fetch(new URL((await workspace.getAttribute('href'))!, page.url()))).status).toBe(200);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.auth-container input').first().fill(runner.apiKey);
    await page
      .locator('.auth-container')
      .first()
      .getByRole('button', { name: /Apply|Authorize/ })
      .click();
    await page.locator('.btn-done').first().click();
    const operation = page.locator('[id$=getDomainHistory]');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse((response) => response.url().includes('/api/v1/seo/history'));
    await operation.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    expect(new URL((await answered).url()).pathname).toBe(`${prefix}/api/v1/seo/history`);
    expect([...hosts]).toEqual([new URL(runner.url).host]);
    expect(complaints).toEqual([]);
    await watched.close();
  });
});
