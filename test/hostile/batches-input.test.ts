import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { batchAnswer } from '../../functions/core/batches/definitions.ts';
import { proKeys } from '../support/pro-keys.ts';
import { punctual, startTestRunner, type TestRunner } from '../support/runner.ts';
import { onlyHomePage, startSite, type TestSite } from '../support/site.ts';
import { tally } from '../support/form.ts';

type Batch = z.infer<typeof batchAnswer>;

const BATCHES = '/api/v1/seo/batches';
/** Hosts whose home page was requested. */
const homes: string[] = [];
let runner: TestRunner;
let site: TestSite;
let key: string;

beforeAll(async () => {
  const serve = onlyHomePage(() => '<title>A page</title><p>some words');
  site = await startSite((request, response) => {
    if (request.url === '/') homes.push(request.headers.host!.replace(/:\d+$/, ''));
    serve(request, response);
  });
  const environment = { ...punctual, LOCAL_RESOLVE: `*.mine.test=127.0.0.1:${site.port}` };
  runner = await startTestRunner(environment, ['--offline']);
  [key] = (await proKeys(runner, 1)) as [string];
});
afterAll(() => Promise.all([runner.close(), site.close()]));

async function send(method: string, path: string, body?: string) {
  const headers = { 'X-SEO-API-Key': key, 'Content-Type': 'application/json' };
  const response = await fetch(runner.url + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers };
}

async function post(body: unknown): Promise<{ status: number; data: Batch }> {
  const { status, text } = await send('POST', BATCHES, JSON.stringify(body));
  return { status, data: (JSON.parse(text) as { data: Batch }).data };
}

async function settled(id: string): Promise<Batch> {
  for (;;) {
    const { data } = JSON.parse((await send('GET', `${BATCHES}/${id}`)).text) as { data: Batch };
    if (data.totals.pending === 0) return data;
    await sleep(300);
  }
}

const nested = (depth: number) => `{"domains":[${'['.repeat(depth)}${']'.repeat(depth)}]}`;

test.each([
  ['10 MB of domains', () => JSON.stringify({ domains: Array(700_000).fill('a.mine.test') }), [413, 422]],
  ['10 MB in one domain', () => JSON.stringify({ domains: ['a'.repeat(10_500_000)] }), [413]],
  ['a million nests', () => nested(1_000_000), [422]],
  ['1,001 lines', () => JSON.stringify({ domains: Array(1_001).fill('a.mine.test') }), [422]],
  ['250 lines of 2 KB', () => JSON.stringify({ domains: Array(250).fill('a'.repeat(2_048)) }), [422]],
  ['a prototype as a member', () => '{"domains":["a.mine.test"],"__proto__":{"refresh":true}}', [422]],
  ['members of objects as members', () => '{"domains":["a.mine.test"],"constructor":1,"toString":2}', [422]],
  ['a member twice', () => '{"domains":["a.mine.test"],"domains":[]}', [422]],
  ['a list as the body', () => '[]', [422]],
  ['nothing', () => '', [422]],
  ['text that is no JSON', () => '{"domains":', [422]],
  ['NaN', () => '{"domains":[NaN]}', [422]],
  ['an object that looks like a list', () => '{"domains":{"length":1,"0":"a.mine.test"}}', [422]],
])('a body is rejected: %s', async (what, body, statuses) => {
  const { status, text } = await send('POST', BATCHES, body());
  expect([statuses.includes(status), status]).toEqual([true, status]);
  expect(text.length).toBeLessThan(10_000);
  tally({ area: 'Hostile input', what: `a batch of ${what}`, tried: 1, outcome: String(status) });
});

test('as many rows of the longest inputs as a batch may have are stored and returned', async () => {
  const long = ['\u0001', '漢', '"', '\\', 'a', '\u202e'].map((letter) => letter.repeat(2_048));
  // They have 10 bytes for each position of the six: 491,520 of 500,000.
  const lines = Array.from({ length: 24 * long.length }, (_, line) => long[line % long.length]!);
  const { status, data } = await post({ domains: ['long.mine.test', ...lines], fields: ['domain'] });
  expect(status).toBe(202);
  const done = await settled(data.batch_id!);
  expect(done.totals).toMatchObject({ domains: lines.length + 1, done: 1, invalid: lines.length });
  let page = done;
  const inputs: (string | null)[] = [];
  for (;;) {
    inputs.push(...page.items.map(({ input }) => input));
    if (page.next_cursor === null) break;
    const path = `${BATCHES}/${data.batch_id!}?cursor=${page.next_cursor}`;
    page = (JSON.parse((await send('GET', path)).text) as { data: Batch }).data;
  }
  expect(inputs).toEqual(['long.mine.test', ...lines]);
});

test('each row that is no domain is invalid and does not affect other rows', async () => {
  const odd: unknown[] = [
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', '.', '..', '\u0000', 'a\u0000.mine.test'],
    ...[
      '\ud800',
      '\udfff.mine.test',
      '\u202emoc.elpmaxe',
      '../../etc/passwd',
      'a..mine.test',
      `${'a'.repeat(64)}.test`,
    ],
    ...[null, 7, true, {}, [], { domain: 'a.com' }, ['a.com'], 1e308, -0],
    ...[
      'http://',
      'javascript:alert(1)',
      'file:///etc/passwd',
      '127.0.0.1',
      '[::1]',
      '0x7f.1',
      'a.mine.test\nb.mine.test',
    ],
  ];
  const { data } = await post({ domains: ['first.mine.test', ...odd, 'last.mine.test'] });
  const { items, totals } = await settled(data.batch_id!);
  expect(items.map(({ status }) => status)).toEqual(['done', ...odd.map(() => 'invalid'), 'done']);
  expect(totals.invalid).toBe(odd.length);
  tally({
    area: 'Hostile input',
    what: 'rows of a batch that are not domains',
    tried: odd.length,
    outcome: 'all invalid',
  });
});

test('1,000 rows of one domain in many forms fetch it once', async () => {
  const forms = Array.from({ length: 1_000 }, (_, line) => {
    const cased = [...'forms.mine.test']
      .map((letter, at) => ((line >> at) % 2 ? letter.toUpperCase() : letter))
      .join('');
    return [cased, `https://${cased}/${line}`, ` ${cased}. `, `http://${cased}:80?x=${line}`, `"${cased}",`][line % 5]!;
  });
  const { data } = await post({ domains: forms, fields: ['domain'] });
  const { items, totals } = await settled(data.batch_id!);
  expect(totals).toMatchObject({ domains: 1_000, done: 1_000 });
  expect(new Set(items.map(({ domain }) => domain))).toEqual(new Set(['forms.mine.test']));
  // The www. variant is requested later.
  expect(homes.filter((host) => host === 'forms.mine.test')).toHaveLength(1);
});

test('a cursor of another batch is rejected, and a page of one row continues', async () => {
  const [one, other] = [
    await post({ domains: ['c1.mine.test', 'c2.mine.test'] }),
    await post({ domains: ['c3.mine.test', 'c4.mine.test'] }),
  ];
  const first = await send('GET', `${BATCHES}/${one.data.batch_id!}?limit=1`);
  const { next_cursor } = (JSON.parse(first.text) as { data: Batch }).data;
  const foreign = await send('GET', `${BATCHES}/${other.data.batch_id!}?cursor=${next_cursor!}`);
  expect(JSON.parse(foreign.text)).toMatchObject({ code: 422, details: [{ param: 'cursor' }] });
  const own = await send('GET', `${BATCHES}/${one.data.batch_id!}?limit=1&cursor=${next_cursor!}`);
  expect((JSON.parse(own.text) as { data: Batch }).data).toMatchObject({
    items: [{ input: 'c2.mine.test' }],
    next_cursor: null,
  });
});

test.each([
  'b',
  '..',
  '%00',
  '__proto__',
  'b20261122',
  `b20261122${'0'.repeat(20)}`,
  'b99999999'.padEnd(29, '0'),
  'x'.repeat(2_000),
])('an invalid id is not found: %s', async (id) => {
  const { status, text } = await send('GET', `${BATCHES}/${encodeURIComponent(id)}`);
  expect([status, text.length < 5_000]).toEqual([404, true]);
});

test('other methods are rejected with the allowed ones', async () => {
  const { data } = await post({ domains: ['methods.mine.test'] });
  const of = async (method: string, path: string) => {
    const { status, headers } = await send(method, path);
    return [status, headers.get('allow')?.split(', ').toSorted()];
  };
  for (const method of ['PUT', 'PATCH', 'DELETE', 'GET']) {
    expect(await of(method, BATCHES)).toEqual([405, expect.arrayContaining(['POST'])]);
  }
  for (const method of ['PUT', 'PATCH', 'POST', 'HEAD']) {
    expect(await of(method, `${BATCHES}/${data.batch_id!}`)).toEqual([405, expect.arrayContaining(['DELETE', 'GET'])]);
  }
});
