import { afterEach, describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { createUpstreamClient } from '../../../functions/core/forum/upstream-client.ts';
import { type ForumOptions, type ForumServer, startForumServer } from '../../../infra/sandbox/forum-server.ts';
import { accessTo } from '../../support/upstream-access.ts';

const settings = { salt: '0'.repeat(32), marketId: 'm', deviceCode: '[d]11111111-2222-3333-4444-555555555555' };
const NOW = Date.now();

let forum: ForumServer | undefined;
afterEach(() => forum?.close());

async function connect(options: Partial<ForumOptions> = {}, answerMs?: number) {
  forum = await startForumServer({ ...settings, ...options });
  return createUpstreamClient(accessTo(forum.url, settings), () => NOW, answerMs);
}

const lastRequest = () => forum!.requests.at(-1)!;

describe('requests', () => {
  test('login: md5 of the password, the signature, and the device code signed raw and sent encoded', async () => {
    const client = await connect();
    expect(await client.login('13800000000', 'sandbox-password')).toMatchObject({ status: 1 });
    const { method, path, query, form, userAgent } = lastRequest();
    expect([method, path, userAgent]).toEqual(['POST', '/account/login/ANDROID/4.1.8', 'okhttp/3.12.11']);
    expect(Object.fromEntries(query)).toEqual({ platform: '2', market_id: 'm', device_code: settings.deviceCode });
    expect(Object.fromEntries(form)).toEqual({
      account: '13800000000',
      password: '911b7bf55b7b03cdfe2af9d1e68e4897',
      login_type: '2',
      sign: '5aadd8f900615eed56ad383dbdd1280a',
    });
  });

  test('check-in: the token in the query, and the signed time is the one that is sent', async () => {
    const client = await connect();
    const { _key } = await client.login('13800000000', 'sandbox-password');
    expect(await client.checkIn(String(_key), '3')).toMatchObject({ status: 1, isFirstSignToday: 1 });
    const { method, path, query, form } = lastRequest();
    expect([method, path]).toEqual(['POST', '/user/signin/ANDROID/4.1.8']);
    expect(Object.fromEntries(query)).toEqual({ platform: '2', market_id: 'm', _key });
    expect([...form.keys()].sort()).toEqual(['cat_id', 'sign', 'time']);
    expect(form.get('cat_id')).toBe('3');
    expect(form.get('time')).toBe(String(NOW));
    expect(form.get('sign')).toMatch(/^[0-9A-F]{32}$/);
  });

  test('profile and comments go to the 2.0 paths, the signed-in user to 4.1.8', async () => {
    const client = await connect();
    await client.userInfo('10000001');
    expect(lastRequest()).toMatchObject({ method: 'GET', path: '/user/info/ANDROID/2.0' });
    expect(lastRequest().query.toString()).toBe('user_id=10000001');
    await client.comments('10000001', 5, 7);
    expect(lastRequest()).toMatchObject({ method: 'GET', path: '/comment/create/list/ANDROID/2.0' });
    expect(lastRequest().query.toString()).toBe('user_id=10000001&start=5&count=7');
    await expect(client.me('dead', '10000001')).rejects.toMatchObject({ code: 'upstream_rejected_credentials' });
    expect(lastRequest()).toMatchObject({ method: 'GET', path: '/user/info/ANDROID/4.1.8' });
    expect(lastRequest().query.toString()).toBe('_key=dead&user_id=10000001');
    expect(forum!.requests.map(({ userAgent }) => userAgent)).toEqual(Array(3).fill('okhttp/3.12.11'));
  });
});

describe("upstream's refusals", () => {
  test.each([
    [103, 'upstream_rejected_credentials', 401],
    [1101, 'upstream_rejected_credentials', 401],
    [1102, 'upstream_rejected_credentials', 401],
    [102, 'upstream_refused', 422],
    [104, 'upstream_refused', 422],
    [9999, 'upstream_refused', 422],
  ])('code %i is %s with %i and its own message', async (code, slug, status) => {
    const client = await connect({ fault: () => ({ kind: 'code', code, msg: '原因' }) });
    await expect(client.userInfo('1')).rejects.toMatchObject({
      code: slug,
      status,
      message: '原因',
      extras: { upstream: { code, msg: '原因' } },
    });
  });

  test.each([
    [104, '操作过于频繁', true],
    [9999, '系统繁忙，请稍后再试', true],
    [104, '用户不存在', false],
    [102, '参数不合法', false],
    [1102, '账号或密码错误，请稍后再试', false],
  ])('code %i with the message %s is retryable: %s', async (code, msg, retryable) => {
    const client = await connect({ fault: () => ({ kind: 'code', code, msg }) });
    await expect(client.userInfo('1')).rejects.toMatchObject({ retryable });
  });

  test('the password, its md5 and the account are masked in messages', async () => {
    const client = await connect({
      fault: (_path, { form }) => ({
        kind: 'code',
        code: 102,
        msg: `bad ${form.get('account')} ${form.get('password')}`,
      }),
    });
    await expect(client.login('13800000000', 'secret-word')).rejects.toMatchObject({ message: 'bad *** ***' });
  });
});

describe('an unreadable response is upstream_unreadable, not an empty result', () => {
  test.each([
    { kind: 'html' },
    { kind: 'reset' },
    { kind: 'truncated' },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 302 },
  ] as const)('%j', async (fault) => {
    const client = await connect({ fault: () => fault });
    const failure = await client.comments('1', 0, 20).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'upstream_unreadable', status: 502 });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('127.0.0.1');
  });

  test('no server listens', async () => {
    const client = await connect();
    await forum!.close();
    forum = undefined;
    await expect(client.userInfo('1')).rejects.toMatchObject({ code: 'upstream_unreadable' });
  });
});

test('an upstream that is too slow is upstream_timeout', async () => {
  const client = await connect({ latencyMs: 2_000 });
  await expect(client.checkIn('k', '1', { timeoutMs: 200 })).rejects.toMatchObject({
    code: 'upstream_timeout',
    status: 504,
  });
});

describe('the time limit of a response', () => {
  test.each(['drip', 'hang'] as const)('holds for all tries of a read together (%s)', async (kind) => {
    const client = await connect({ fault: () => ({ kind }) }, 300);
    await expect(client.userInfo('1')).rejects.toMatchObject({ code: 'upstream_timeout', status: 504 });
    expect(forum!.requests.length).toBeLessThanOrEqual(1);
  });

  test('leaves no time for a retry when the first attempt failed late', async () => {
    const client = await connect({ latencyMs: 800, fault: () => ({ kind: 'reset' }) }, 1_200);
    await expect(client.userInfo('1')).rejects.toMatchObject({ code: 'upstream_timeout' });
    expect(forum!.requests.length).toBeLessThanOrEqual(1);
  });
});

describe('the size of a response', () => {
  const good = (length: number) => `{"status":1,"userID":7}${' '.repeat(length - 23)}`;
  const packed = (body: string | Uint8Array) =>
    ({ kind: 'body', body: gzipSync(body), headers: { 'Content-Encoding': 'gzip' } }) as const;

  const blanks = new Array<Buffer>(450).fill(gzipSync(Buffer.alloc(1_000_000, ' ')));

  test('may be 5 MB, compressed or not', async () => {
    const client = await connect({ fault: () => ({ kind: 'body', body: good(5_000_000) }) });
    expect(await client.userInfo('7')).toMatchObject({ userID: 7 });
    await forum!.close();
    const other = await connect({ fault: () => packed(good(5_000_000)) });
    expect(await other.userInfo('7')).toMatchObject({ userID: 7 });
  });

  test.each([
    ['more than 5 MB', { kind: 'body', body: good(5_000_001) }],
    ['450 KB that unpack to 450 MB', { ...packed(''), body: Buffer.concat([gzipSync(good(23)), ...blanks]) }],
    [
      'truncated gzip',
      { kind: 'body', body: gzipSync(good(50)).subarray(0, 30), headers: { 'Content-Encoding': 'gzip' } },
    ],
    ['a body that is not the declared gzip', { kind: 'body', body: good(50), headers: { 'Content-Encoding': 'gzip' } }],
  ] as const)('is upstream_unreadable: %s', async (_name, fault) => {
    const client = await connect({ fault: () => fault });
    await expect(client.userInfo('7')).rejects.toMatchObject({ code: 'upstream_unreadable', status: 502 });
  });

  test.each([
    `{"status":1,"user":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    `${'{"status":'.repeat(200_000)}1${'}'.repeat(200_000)}`,
    `{"status":1,"user":${'['.repeat(100)}${']'.repeat(100)}}`,
  ])('is upstream_unreadable: nested too deep', async (body) => {
    const client = await connect({ fault: () => ({ kind: 'body', body }) });
    await expect(client.userInfo('7')).rejects.toMatchObject({ code: 'upstream_unreadable', status: 502 });
  });

  test('of a message is limited after secrets are masked', async () => {
    const msg = `${'很'.repeat(190)} secret-word ${'x'.repeat(4_000_000)}`;
    const client = await connect({ fault: () => ({ kind: 'code', code: 102, msg }) });
    const cut = `${'很'.repeat(190)} *** xxxxx`;
    await expect(client.login('a-b', 'secret-word')).rejects.toMatchObject({
      message: cut,
      extras: { upstream: { msg: cut } },
    });
  });
});

describe('retries', () => {
  test('a read is retried once', async () => {
    let calls = 0;
    const client = await connect({ fault: () => ((calls += 1) === 1 ? { kind: 'reset' } : null) });
    expect(await client.userInfo('10000001')).toMatchObject({ userID: 10000001 });
    expect(calls).toBe(2);
  });

  test.each(['reset', 'html', 'truncated'] as const)('a login or check-in is never sent twice (%s)', async (kind) => {
    const client = await connect({ fault: () => ({ kind }) });
    await expect(client.checkIn('k', '1')).rejects.toMatchObject({ code: 'upstream_unreadable' });
    await expect(client.login('a', 'b')).rejects.toMatchObject({ code: 'upstream_unreadable' });
    expect(forum!.requests).toHaveLength(2);
  });
});
