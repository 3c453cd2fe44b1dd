/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-assignment --
   bodies are read as a caller would, without types */
import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ForumFault, type ForumRequest, startForumServer } from '../../infra/sandbox/forum-server.ts';
import { keepSuiteWithinDay } from '../support/keep-within-day.ts';
import { startTestRunner } from '../support/runner.ts';
import { useOpened } from '../support/use-opened.ts';

// The forum counts check-ins by day.
keepSuiteWithinDay();

const secrets = { salt: 'f'.repeat(32), marketId: 'm', deviceCode: '[d]1' };
const ACCOUNT = '13800000000';
const PASSWORD = 'sandbox-password';
let fault: ForumFault | 'echo' | null = null;

/** Returns a fault whose message repeats all parameters. */
function echo({ query, form }: ForumRequest): ForumFault {
  return { kind: 'code', code: 999, msg: `refused: ${[...query.values(), ...form.values()].join(' ')}` };
}

const forum = useOpened(() =>
  startForumServer({
    ...secrets,
    boards: 4,
    fault: (_path, request) => (fault === 'echo' ? echo(request) : fault),
  }),
);
const runner = useOpened(() =>
  startTestRunner({
    FORUM_UPSTREAM_URL: forum.url,
    FORUM_SIGN_SALT: secrets.salt,
    FORUM_MARKET_ID: secrets.marketId,
    FORUM_DEVICE_CODE: secrets.deviceCode,
  }),
);

type Body = Record<string, any>;

async function call(path: string, init?: RequestInit) {
  const response = await fetch(runner.url + path, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

const post = (path: string, values: Record<string, string>) =>
  call(path, { method: 'POST', body: new URLSearchParams(values) });
const login = async () =>
  (await post('/api/forumA', { action: 'login', account: ACCOUNT, password: PASSWORD })).body.data as Body;

test('an account logs in, checks in on one board and on all boards, and reads its own user', async () => {
  const { _key, user_id, upstream } = await login();
  expect(_key).toMatch(/^[0-9A-F]{112}$/);
  expect(upstream).toMatchObject({ status: 1, _key, user: { userID: user_id } });

  const one = await call(`/api/forumA?action=signin&_key=${_key}&cat_id=2`);
  expect(one.body.data).toMatchObject({ cat_id: '2', status: 'signed', experience: 5, continue_days: 1 });
  const all = await call(`/api/forumA?action=signin&_key=${_key}`);
  expect(all.body.data.totals).toMatchObject({ boards: 4, signed: 3, already: 1 });
  const again = await call(`/api/forumA?action=signin&_key=${_key}`);
  expect(again.body.data.totals).toMatchObject({ signed: 0, already: 4 });

  const me = await call(`/api/forumA?action=me&_key=${_key}&user_id=${user_id}`);
  expect(me.body).toMatchObject({ code: 200, success: true, data: { userID: user_id, status: 1 } });
});

test('a profile and all comments are returned page by page', async () => {
  expect((await call('/api/forumU?action=info&user_id=10000001')).body.data).toMatchObject({ userID: 10000001 });
  const ids: number[] = [];
  let start: number | null = 0;
  while (start !== null) {
    const { body } = await call(`/api/forumU?action=comments&user_id=10000001&start=${start}`);
    expect(body.data).toMatchObject({ start, count: body.data.comments.length, more: body.data.next_start !== null });
    ids.push(...(body.data.comments as Body[]).map(({ commentID }) => commentID as number));
    start = body.data.next_start as number | null;
  }
  expect(ids).toHaveLength(45);
  expect(new Set(ids).size).toBe(45);
});

test('start is an offset that is sent unchanged', async () => {
  const page = async (query: string) =>
    (await call(`/api/forumU?action=comments&user_id=10000001&${query}`)).body.data as Body;
  const all = (await page('count=20')).comments as Body[];
  const seven = await page('start=7&count=5');
  expect(seven).toMatchObject({ start: 7, count: 5, next_start: 12, comments: all.slice(7, 12) });
  expect(forum.requests.at(-1)!.query.get('start')).toBe('7');
  expect(await page('start=45')).toMatchObject({ start: 45, count: 0, next_start: null, more: false });
});

test('next_start is the next offset when upstream does not return the next page', async () => {
  fault = { kind: 'body', body: '{"status":1,"msg":"","comments":[{},{}],"more":1,"start":""}' };
  const { body } = await call('/api/forumU?action=comments&user_id=10000001&start=4');
  fault = null;
  expect(body.data).toMatchObject({ start: 4, count: 2, next_start: 6, more: true });
});

test('GET and POST return the same uncacheable answers, with and without the stage', async () => {
  const answers = await Promise.all([
    call('/api/forumU?action=info&user_id=10000001'),
    call('/prod/api/forumU?action=info&user_id=10000001'),
    post('/api/forumU', { action: 'info', user_id: '10000001' }),
    call('/api/forumU', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"action":"info","user_id":10000001}',
    }),
  ]);
  for (const { status, headers, body } of answers) {
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body.data).toEqual(answers[0].body.data);
  }
  expect((await call('/api/forumU')).headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['/api/forumA', ['login', 'signin', 'me']],
  ['/api/forumU', ['info', 'comments']],
])('%s without a supported action returns the usage body of the specification', async (path, actions) => {
  for (const query of ['', '?action=other']) {
    const { status, body } = await call(path + query);
    expect([status, body.code, body.success]).toEqual([400, 400, false]);
    expect(body.request_id).toMatch(/^[0-9a-f]{32}$/);
    const specified = ['code', 'success', 'message', 'usage', 'params', 'direct', 'request_id'];
    expect(new Set(Object.keys(body))).toEqual(new Set([...specified, 'error', 'values', 'retryable']));
    for (const action of actions) expect(body.message).toContain(action);
    expect(Object.keys(body.params as object)).toEqual(actions);
    expect(Object.keys(body.direct as object)).toEqual(['0', ...actions]);
    for (const list of Object.values<unknown>(body.params as Body)) expect(list).toEqual(expect.any(Array));
    const patterns = Object.values<string>(body.usage as Record<string, string>);
    for (const action of actions) expect(patterns.join(' ')).toContain(`${path}?action=${action}&`);
  }
  expect((await call('/api/forumA')).body.usage).toEqual({
    登录: '/api/forumA?action=login&account=<account>&password=<password>',
    单版块签到: '/api/forumA?action=signin&_key=<_key>&cat_id=<cat_id>',
    全部版块签到: '/api/forumA?action=signin&_key=<_key>',
    当前用户信息: '/api/forumA?action=me&_key=<_key>&user_id=<user_id>',
  });
  expect((await call('/api/forumU')).body.usage).toEqual({
    用户资料: '/api/forumU?action=info&user_id=<user_id>',
    用户评论列表: '/api/forumU?action=comments&user_id=<user_id>&start=<start>&count=<count>',
  });
});

test('a wrong password is a 401 with the message of upstream', async () => {
  const { status, body } = await post('/api/forumA', { action: 'login', account: ACCOUNT, password: 'wrong-word' });
  expect(status).toBe(401);
  expect(body).toMatchObject({
    error: 'upstream_rejected_credentials',
    message: '账号或密码错误',
    upstream: { code: 1102, msg: '账号或密码错误' },
  });
});

// Last, because it ends the runner.
test('no output contains a secret after all actions and faults', async () => {
  const send = async (query: string, init?: RequestInit) => {
    const response = await fetch(`${runner.url}/api/forumA${query}`, init);
    return (await response.json()) as Body;
  };
  const used = new Set([ACCOUNT, PASSWORD, createHash('md5').update(PASSWORD).digest('hex'), secrets.salt]);
  const seen = forum.requests.length;
  const key = (await send(`?action=login&account=${ACCOUNT}&password=${PASSWORD}`)).data._key as string;
  used.add(key);
  const faults: (typeof fault)[] = [
    null,
    { kind: 'html' },
    { kind: 'reset' },
    { kind: 'truncated' },
    { kind: 'status', status: 500 },
    { kind: 'code', code: 103, msg: `token ${key} is dead` },
    'echo',
  ];
  const errors: string[] = [];
  for (const next of faults) {
    fault = next;
    const bodies = [
      await send(`?action=login&account=${ACCOUNT}&password=${PASSWORD}`),
      await send(`?action=signin&_key=${key}&cat_id=1`),
      await send(`?action=me&_key=${key}&user_id=10000001`),
      await send('', {
        method: 'POST',
        body: `{"action":"login","password":"${PASSWORD}"`,
        headers: { 'Content-Type': 'application/json' },
      }),
    ];
    errors.push(...bodies.filter(({ success }) => !success).map((body) => JSON.stringify(body)));
  }
  fault = null;
  await runner.stop();
  for (const { form, query } of forum.requests.slice(seen)) {
    for (const secret of [form.get('sign'), query.get('_key')]) if (secret) used.add(secret);
  }
  const stored = readdirSync(runner.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'template.json')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  const written = [runner.output(), ...errors, ...stored].join('\n');
  expect(errors.length).toBeGreaterThan(10);
  expect(used.size).toBeGreaterThan(10);
  for (const secret of used) expect(written.includes(secret)).toBe(false);
});
