import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreatedWatch, NewReportLink } from '../../functions/back-office/contract.ts';
import type { SiteAnswer, SiteCrawlsAnswer, SiteVerification } from '../../functions/core/record/site-schema.ts';
import { connectAssistant } from '../support/assistants.ts';
import { tally } from '../support/form.ts';
import { textOfItems } from '../support/item-text.ts';
import { proKeys } from '../support/pro-keys.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { callBackOffice, signIn } from '../support/sign-in.ts';
import { startSite, type TestSite } from '../support/site.ts';

/** The staging site of the sandbox, which requires a login and a header; and one that was never crawled. */
const DOMAIN = 'preview.example';
const NEVER_CRAWLED = 'crossed.example';
const PRODUCTION = 'shop.example';
const UNKNOWN_ID = '20260101T000000000Z00000000';

const PASSWORD = 'let-me-in';
const TOKEN = 'a1b2c3d4';
const UNIQUE = `unique-${randomBytes(9).toString('hex')}`;
const CREDENTIALS = {
  basic_auth: { username: 'preview', password: PASSWORD },
  headers: { 'X-Preview-Token': TOKEN, 'X-Unique-Header': UNIQUE },
};

/** What only the private crawls can show: their ids, the name of a header, and a page behind the login. */
let traces: string[];
let ended: string;
let inProgress: string;
let watch: string;
let runner: TestRunner;
let receiver: TestSite;
const delivered: string[] = [];
let keys: Record<'owner' | 'other', string>;
let tokens: Record<'operator' | 'viewer', string>;
let reportToken: string;
/** All answers of the service, for the search for credentials. */
let answers = '';

async function textOf(response: Response): Promise<{ status: number; text: string }> {
  const text = await response.text();
  answers += [...response.headers].join('\n') + text;
  return { status: response.status, text };
}

interface Asked {
  method?: string | undefined;
  body?: object;
  headers?: Record<string, string>;
}

/** Repeats a request that exceeds a time limit of the gateway or of an AWS call, on a busy machine. */
async function ask(key: string, path: string, { body, method, headers }: Asked = {}) {
  for (;;) {
    const answer = await textOf(
      await fetch(`${runner.url}/api/v1/${path}`, {
        method: method ?? (body ? 'POST' : 'GET'),
        headers: { 'X-SEO-API-Key': key, ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    if (![500, 502, 504].includes(answer.status)) return answer;
  }
}

async function dataOf<Data>(...request: Parameters<typeof ask>): Promise<Data> {
  const { status, text } = await ask(...request);
  expect([request[1], status < 300 ? '' : text]).toEqual([request[1], '']);
  return (JSON.parse(text) as { data: Data }).data;
}

const office = async (role: 'operator' | 'viewer', path: string, { method, body }: Asked = {}) =>
  textOf(await callBackOffice(runner, path, { token: tokens[role], method, body }));

async function audit(key: string, given: object): Promise<string> {
  const assistant = await connectAssistant(runner.url, key);
  const answer = JSON.stringify(await assistant.call('audit', given));
  await assistant.close();
  answers += answer;
  return answer;
}

async function until(isDone: () => Promise<boolean>) {
  while (!(await isDone())) await sleep(500);
}

const publish = (path: string, body: string) =>
  fetch(`${runner.url}/sandbox/${DOMAIN}${path}`, { method: 'PUT', body });

const startPrivate = (more: object = {}) =>
  dataOf<SiteAnswer>(keys.owner, 'seo/site', { body: { domain: DOMAIN, pages: 50, ...CREDENTIALS, ...more } });

const hasEnded = async (key: string, domain: string, crawl = '') =>
  (await dataOf<SiteAnswer>(key, `seo/site?domain=${domain}${crawl && `&crawl=${crawl}`}`)).poll_after_seconds === null;

beforeAll(async () => {
  receiver = await startSite((request, response) => {
    request.setEncoding('utf8').on('data', (piece: string) => delivered.push(piece));
    request.on('end', () => response.writeHead(204).end());
  });
  runner = await startTestRunner({ ...punctual, LOCAL_RESOLVE: `receiver.test=127.0.0.1:${receiver.port}` }, [
    '--offline',
  ]);
  const [owner, other] = (await proKeys(runner, 2)) as [string, string];
  keys = { owner, other };
  const tokenOf = async (role: 'operator' | 'viewer') => (await signIn(runner, { role })).access_token;
  tokens = { operator: await tokenOf('operator'), viewer: await tokenOf('viewer') };

  const verify = () => dataOf<SiteVerification>(owner, `seo/site/verification?domain=${DOMAIN}`);
  await publish('/.well-known/seo-verification.txt', (await verify()).token);
  expect(await verify()).toMatchObject({ verified: true });
  await dataOf(keys.other, `seo/site?domain=${PRODUCTION}`);
  // What was refused must not be found either.
  await ask(owner, 'seo/site', { body: { domain: DOMAIN, headers: { [`bad ${UNIQUE}`]: 'x' } } });
  await ask(owner, 'seo/site', { body: { domain: DOMAIN, headers: { 'X-Bad': `${UNIQUE}\r\nX-Other: 1` } } });
  await ask(owner, 'seo/site', { body: { domain: PRODUCTION, ...CREDENTIALS } });
  await until(() => hasEnded(keys.other, PRODUCTION));
  const crawl = { every: 'day', pages: 50, exclude: ['/never/'], ...CREDENTIALS };
  const body = { domains: [DOMAIN], conditions: [{ on: 'new_issues' }, { on: 'unreachable' }], crawl };
  watch = (await dataOf<CreatedWatch>(owner, 'seo/watches', { body })).id;
  const lambda = new LambdaClient(runner.aws);
  const Payload = JSON.stringify({ domains: [DOMAIN] });
  await lambda.send(new InvokeCommand({ FunctionName: 'snapshot-scheduler', Payload }));
  lambda.destroy();
  await until(async () => {
    const { status, text } = await ask(owner, `seo/site/crawls?domain=${DOMAIN}`);
    return status === 200 && !text.includes('"finished_at":null');
  });
  const deliver = { url: `http://receiver.test:${receiver.port}/owner` };
  ended = (await startPrivate({ external: true, resources: true, extract: EXTRACT, deliver })).crawl_id!;
  await until(() => hasEnded(owner, DOMAIN, ended));
  expect((await privateCrawls()).length).toBe(2);
  const { text } = await office('operator', `domains/${DOMAIN}/reports`, { method: 'POST', body: { days: 1 } });
  reportToken = (JSON.parse(text) as { data: NewReportLink }).data.token;
  // From now on, a crawl takes minutes.
  await publish('/robots.txt', 'User-agent: *\nCrawl-delay: 10\n');
  inProgress = (await startPrivate()).crawl_id!;
  traces = [...(await privateCrawls()).map(({ crawl_id }) => crawl_id), 'X-Unique-Header', '/tents/ridge-two', watch];
}, 480_000);
afterAll(() => Promise.all([runner.close(), receiver.close()]));

const EXTRACT = [{ name: 'heading', css: 'h1', get: 'text' }];

const privateCrawls = async () =>
  (await dataOf<SiteCrawlsAnswer>(keys.owner, `seo/site/crawls?domain=${DOMAIN}`)).items;

/** Paths of the API, by the domain and the id of a crawl; those with an id are read by the owner. */
const NAMED: [path: (domain: string, crawl: string) => string, accept?: string][] = [
  [(domain, crawl) => `site?domain=${domain}&crawl=${crawl}`],
  [(domain, crawl) => `site?domain=${domain}&crawl=${crawl}&format=csv`],
  ...['pages', 'issues', 'links'].flatMap((list): typeof NAMED => [
    [(domain, crawl) => `site/${list}?domain=${domain}&crawl=${crawl}`],
    [(domain, crawl) => `site/${list}?domain=${domain}&crawl=${crawl}&format=csv`],
  ]),
  ...['', '&format=csv', '&format=sarif', '&format=junit'].flatMap((format): typeof NAMED => [
    [(domain, crawl) => `site/compare?domain=${domain}&crawl=${crawl}&base=${PRODUCTION}${format}`],
  ]),
];
/** Paths that never show a private crawl, whoever asks; of the last ones, other answers depend on time. */
const UNNAMED: ((domain: string, crawl: string) => string)[] = [
  ...['pages', 'issues', 'links', 'compare'].map((list) => (domain: string) => `site/${list}?domain=${domain}`),
  (domain) => `site/pages?domain=${domain}&format=csv`,
  (domain) => `site/compare?domain=${domain}&format=junit`,
  (domain) => `site/compare?domain=${PRODUCTION}&base=${domain}`,
  (domain, crawl) => `site/compare?domain=${domain}&base=${crawl}`,
  (_, crawl) => `site/compare?domain=${PRODUCTION}&base=${crawl}`,
  (_, crawl) => `site/pages?domain=${PRODUCTION}&crawl=${crawl}`,
];
const OTHERS = [`history?domain=${DOMAIN}`, `query?domain=${DOMAIN}`, 'watches', 'watches/secret', '../v1/usage'];

/** Paths of the workspace that contain a crawl's id. */
const OFFICE_NAMED = ['', '/summary', '/pages', '/issues', '/links'].map(
  (part) => (crawl: string) => `domains/${DOMAIN}/site${part}?crawl=${crawl}`,
);
const OFFICE_COMPARED = ['', '&format=sarif', '&format=junit', '&format=csv'].map(
  (format) => (crawl: string) => `domains/${DOMAIN}/site/compare?crawl=${crawl}&base=${PRODUCTION}${format}`,
);
const OFFICE_OTHERS = [
  ...['site', 'site/summary', 'site/pages', 'site/issues', 'site/links', 'site/compare', 'site/crawls'].map(
    (part) => `domains/${DOMAIN}/${part}`,
  ),
  ...[`domains/${DOMAIN}`, `domains/${DOMAIN}/history`, `domains/${DOMAIN}/timeline`, `domains/${DOMAIN}/reports`],
  ...['overview', 'timeline', 'domains', 'top-issues', 'issues/broken-link', 'followed-crawls', 'costs'],
  ...['journal', 'queue', 'queue/dead-letters', 'watches', 'batches', `domains/${PRODUCTION}/site/crawls`],
  `comparison?domains=${DOMAIN},${PRODUCTION}`,
  `domains/${PRODUCTION}/site/compare?base=${DOMAIN}`,
];

/** Texts of an answer that show a private crawl. */
const shownIn = (text: string) => traces.filter((trace) => text.includes(trace));
/** Without what differs between two answers of the same content. */
const comparable = (text: string, domain: string, crawl: string) =>
  text
    .replace(/"request_id":"[^"]*"/, '')
    .replaceAll(domain, '<domain>')
    .replaceAll(crawl, '<crawl>');

describe.each([
  ['that has ended', () => ended],
  ['in progress', () => inProgress],
])('a private crawl %s', (state, idOf) => {
  test('is, for another owner of keys, the same as a crawl of a domain that was never crawled', async () => {
    const paths = [...NAMED.map(([path]) => path), ...UNNAMED, (domain: string) => `site/crawls?domain=${domain}`];
    for (const path of paths) {
      const [there, nowhere] = [path(DOMAIN, idOf()), path(NEVER_CRAWLED, UNKNOWN_ID)];
      const [found, unknown] = [await ask(keys.other, `seo/${there}`), await ask(keys.other, `seo/${nowhere}`)];
      expect([there, found.status]).toEqual([there, 404]);
      expect([there, comparable(found.text, DOMAIN, idOf())]).toEqual([
        there,
        comparable(unknown.text, NEVER_CRAWLED, UNKNOWN_ID),
      ]);
    }
    expect((await ask(keys.other, `seo/site?domain=${DOMAIN}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ask(keys.other, `seo/watches/${watch}`)).status).toBe(404);
    expect((await ask(keys.other, `seo/watches/${watch}/events`)).status).toBe(404);
    for (const path of OTHERS) expect([path, shownIn((await ask(keys.other, `seo/${path}`)).text)]).toEqual([path, []]);
    tally({
      area: 'Permissions',
      what: `each path about a site, for another owner, with the id of a crawl ${state}`,
      tried: paths.length + OTHERS.length + 3,
      outcome: 'the same answers as of a domain that was never crawled',
    });
  });

  test('is read by its owner and the operator', async () => {
    for (const [path] of NAMED) {
      const { status, text } = await ask(keys.owner, `seo/${path(DOMAIN, idOf())}`);
      const isCompared = path('', '').startsWith('site/compare');
      const expected = state === 'in progress' && isCompared ? [404] : [200, 202];
      expect([path(DOMAIN, ''), expected]).toEqual([path(DOMAIN, ''), expect.arrayContaining([status])]);
      if (status === 404) expect(text).toMatch(/"error":"(no_comparison|crawl_not_found)"/);
    }
    expect((await privateCrawls()).map(({ crawl_id }) => crawl_id)).toContain(idOf());
    for (const path of OFFICE_NAMED) {
      expect([path(''), (await office('operator', path(idOf()))).status]).toEqual([path(''), 200]);
    }
  });

  test('is shown to no viewer of the workspace, and to nobody who is not signed in', async () => {
    for (const path of [...OFFICE_NAMED, ...OFFICE_COMPARED].map((of) => of(idOf()))) {
      const { status, text } = await office('viewer', path);
      expect([path, status, shownIn(text.replaceAll(idOf(), ''))]).toEqual([path, 404, []]);
      expect((await fetch(`${runner.url}/back-office/api/${path}`)).status).toBe(401);
    }
  });

  test('is in no answer of the workspace that does not name it', async () => {
    for (const role of ['operator', 'viewer'] as const) {
      for (const path of OFFICE_OTHERS) {
        const { status, text } = await office(role, path);
        expect([path, [200, 404]]).toEqual([path, expect.arrayContaining([status])]);
        expect([path, shownIn(text)]).toEqual([path, []]);
      }
    }
    const headers = { Authorization: `Bearer ${reportToken}` };
    const report = await textOf(await fetch(`${runner.url}/back-office/reports/${DOMAIN}`, { headers }));
    expect(shownIn(report.text)).toEqual([]);
  });

  test("is read by its owner's assistant, and by no other", async () => {
    const given = { domain: DOMAIN, crawl: idOf() };
    expect(await audit(keys.owner, given)).toContain(idOf());
    const foreign = await audit(keys.other, given);
    expect(foreign).toContain('"isError":true');
    expect(shownIn(foreign.replaceAll(idOf(), ''))).toEqual([]);
  });
});

test('a public crawl of another owner shows nothing of private ones, nor is it compared with them', async () => {
  await publish('/robots.txt', 'User-agent: *\nAllow: /\n');
  const { text } = await ask(keys.other, `seo/site?domain=${DOMAIN}&pages=1`);
  expect(shownIn(text)).toEqual([]);
  await until(() => hasEnded(keys.other, DOMAIN));
  for (const path of [...UNNAMED, (domain: string) => `site?domain=${domain}`]) {
    const answer = await ask(keys.other, `seo/${path(DOMAIN, ended)}`);
    expect([path(DOMAIN, ''), shownIn(answer.text.replaceAll(ended, ''))]).toEqual([path(DOMAIN, ''), []]);
  }
  for (const path of OFFICE_OTHERS) expect([path, shownIn((await office('viewer', path)).text)]).toEqual([path, []]);
});

/** Ways in which a text may be written. Base64 depends on the position of the text in what was encoded. */
function formsOf(secret: string): string[] {
  const encoded = [0, 1, 2].map((before) => {
    const text = Buffer.from('x'.repeat(before) + secret).toString('base64');
    return text.slice(before === 0 ? 0 : before + 1, -4);
  });
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), ...encoded];
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

test('credentials are in no table, file, log, answer or delivery', async () => {
  await until(async () => {
    await ask(keys.owner, `seo/site?domain=${DOMAIN}`, { method: 'DELETE' });
    return hasEnded(keys.owner, DOMAIN, inProgress);
  });
  await until(() => Promise.resolve(delivered.join('').includes(ended)));
  const client = new DynamoDBClient(runner.aws);
  const documents = DynamoDBDocumentClient.from(client);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  expect(TableNames.length).toBeGreaterThan(8);
  const found: Record<string, string> = { answers, delivered: delivered.join(''), output: runner.output() };
  for (const name of TableNames) found[name] = await textOfItems(documents, name);
  client.destroy();
  for (const path of filesIn(runner.dataDir)) found[path] = readFileSync(path, 'latin1');
  // What is searched contains the crawls.
  expect(Object.keys(found).filter((name) => found[name]!.includes(ended)).length).toBeGreaterThan(4);
  const secrets = [UNIQUE, PASSWORD, TOKEN, `preview:${PASSWORD}`].flatMap(formsOf).filter(({ length }) => length > 6);
  for (const [name, text] of Object.entries(found)) {
    expect([name, secrets.filter((secret) => text.includes(secret))]).toEqual([name, []]);
  }
  tally({
    area: 'Permissions',
    what: 'tables, files, logs, answers and deliveries after crawls with credentials, searched for these in six forms',
    tried: Object.keys(found).length,
    outcome: 'not found',
  });
});
