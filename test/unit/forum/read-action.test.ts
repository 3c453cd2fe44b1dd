import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { forumAccount, type ForumEndpoint, forumUser } from '../../../functions/core/forum/actions.ts';
import { readAction, unsupportedAction } from '../../../functions/core/forum/read-action.ts';
import { isError } from '../../../functions/core/platform/http/errors.ts';
import { apiEvent } from '../../support/api-event.ts';

function post(query: string, contentType: string | null, body: string): APIGatewayProxyEvent {
  const headers = contentType ? { 'content-TYPE': contentType } : {};
  return { ...apiEvent(query), httpMethod: 'POST', headers, body, isBase64Encoded: false };
}

function errorOf(read: () => unknown): { code: string; status: number; message: string } & Record<string, unknown> {
  try {
    read();
  } catch (error) {
    if (!isError(error)) throw error;
    const { code, status, message, details, extras } = error;
    return { code, status, message, ...(details && { details }), ...extras };
  }
  throw new Error('nothing was refused');
}

describe('parameters are read', () => {
  const expected = { action: 'login', text: { account: '138', password: 'p&q' }, integer: {} };

  test.each([
    ['the query', apiEvent('action=login&account=138&password=p%26q')],
    ['a form', post('', 'application/x-www-form-urlencoded', 'action=login&account=138&password=p%26q')],
    ['a form without a content type', post('', null, 'action=login&account=138&password=p%26q')],
    [
      'JSON, numbers included',
      post('', 'application/json; charset=utf-8', '{"action":"login","account":138,"password":"p&q"}'),
    ],
    ['query and body together', post('action=login&account=138', 'application/json', '{"password":"p&q"}')],
  ])('from %s', (_form, event) => {
    expect(readAction(event, forumAccount)).toEqual(expected);
  });

  test('a value in the body takes precedence over one in the query', () => {
    const event = post('action=me&account=1&password=old', null, 'action=login&account=138&password=p%26q');
    expect(readAction(event, forumAccount)).toEqual(expected);
  });

  test('an empty value in the body counts as not given, and does not replace one in the query', () => {
    const event = post('action=login&account=138&password=p%26q', null, 'action=&account=');
    expect(readAction(event, forumAccount)).toEqual(expected);
  });

  test('a base64 body is decoded', () => {
    const body = Buffer.from('action=login&account=138&password=p%26q').toString('base64');
    expect(readAction({ ...post('', null, body), isBase64Encoded: true }, forumAccount)).toEqual(expected);
  });

  test('an @ or a plus in an account is preserved', () => {
    const { text } = readAction(apiEvent('action=login&account=a%2Bb%40c.de&password=x'), forumAccount);
    expect(text.account).toBe('a+b@c.de');
  });

  test('unknown parameters of any type are ignored', () => {
    const event = post('', 'application/json', '{"action":"info","user_id":1,"other":{"a":[]},"__proto__":{"b":1}}');
    expect(readAction(event, forumUser).text).toEqual({ user_id: '1' });
  });

  test('start and count have their defaults', () => {
    expect(readAction(apiEvent('action=comments&user_id=1'), forumUser).integer).toEqual({ start: 0, count: 20 });
  });
});

describe('a missing or unsupported action gets the usage body', () => {
  test.each(['', 'action=', 'action=logout', 'action=constructor', 'action=__proto__', 'action=LOGIN'])(
    '%j',
    (query) => {
      expect(errorOf(() => readAction(apiEvent(query), forumAccount))).toMatchObject({
        code: 'unsupported_action',
        status: 400,
        usage: { 登录: '/api/forumA?action=login&account=<account>&password=<password>' },
        params: { login: expect.any(Array), signin: expect.any(Array), me: expect.any(Array) },
        direct: {
          0: expect.any(String),
          login: expect.stringContaining('POST {upstream_url}/account/login/ANDROID/4.1.8'),
        },
      });
    },
  );

  test('it describes every action of its endpoint and no other, and every parameter', () => {
    const body = errorOf(() => readAction(apiEvent(''), forumUser));
    expect(Object.keys(body.params as object)).toEqual(['info', 'comments']);
    expect(Object.keys(body.direct as object)).toEqual(['0', 'info', 'comments']);
    expect((body.params as Record<string, string[]>).comments).toEqual([
      'user_id：用户 ID（必填）',
      'start：起始位置（偏移量），原样传给上游；下一页用上次返回的 next_start（可选，默认 0）',
      'count：返回条数（可选，默认 20，最大 20，超过则拒绝）',
    ]);
    expect(body.details).toBeUndefined();
  });
});

describe('params and direct state what the proxy sends', () => {
  const params = (endpoint: ForumEndpoint): Record<string, string[]> =>
    unsupportedAction(endpoint).extras.params as Record<string, string[]>;
  const direct = (endpoint: ForumEndpoint): Record<string, string> =>
    unsupportedAction(endpoint).extras.direct as Record<string, string>;

  test('the signature rule and the User-Agent are in key 0', () => {
    const note = direct(forumAccount)[0];
    for (const part of ['md5', '盐', 'account、device_code、password、voice_code', 'cat_id、time', 'okhttp/3.12.11'])
      expect(note).toContain(part);
    expect(direct(forumUser)[0]).toContain('okhttp/3.12.11');
  });

  test('login has login_type=2 in its body', () => {
    expect(direct(forumAccount).login).toContain('login_type=2');
  });

  test('signin has _key in its query, and the board list call', () => {
    const { signin } = direct(forumAccount);
    expect(signin).toContain('/user/signin/ANDROID/4.1.8?platform=2&market_id=<market_id>&_key=<_key>');
    expect(signin).toContain('GET {upstream_url}/category/list/ANDROID/2.0');
  });

  test('comments sends start unchanged, continues with next_start and rejects a count above 20', () => {
    const [, start, count] = params(forumUser).comments!;
    expect(start).toMatch(/^start：.*偏移.*原样.*next_start.*默认 0/);
    expect(count).toMatch(/^count：.*默认 20，最大 20，超过则拒绝/);
  });
});

describe('missing parameters are a 400 that lists all of them', () => {
  test.each([
    ['action=login', forumAccount, ['account', 'password']],
    ['action=login&account=&password=x', forumAccount, ['account']],
    ['action=signin&cat_id=1', forumAccount, ['_key']],
    // Without it, it means all boards.
    ['action=signin&_key=k&cat_id=', forumAccount, ['cat_id']],
    ['action=me', forumAccount, ['_key', 'user_id']],
    ['action=info', forumUser, ['user_id']],
    ['action=comments&start=1', forumUser, ['user_id']],
  ] as const)('%s', (query, endpoint, names) => {
    expect(errorOf(() => readAction(apiEvent(query), endpoint))).toEqual({
      code: 'missing_parameter',
      status: 400,
      message: expect.stringMatching(new RegExp(`缺少.*${names.join('、')}$`)),
      details: names.map((param) => ({ param, rule: 'required', message: 'is required', values: {} })),
      ...unsupportedAction(endpoint).extras,
    });
  });
});

describe('invalid values are a 422 that lists all of them', () => {
  const bounds = (query: string) =>
    errorOf(() => readAction(apiEvent(`action=comments&user_id=1&${query}`), forumUser));

  test.each([
    'count=0',
    'count=21',
    'count=-1',
    'count=1.5',
    'count=x',
    'start=-1',
    'start=1e3',
    'start=99999999999999999',
  ])('%s', (query) => {
    const [param] = query.split('=');
    expect(bounds(query)).toMatchObject({ code: 'invalid_parameter', status: 422, details: [{ param }] });
  });

  test('both at once', () => {
    expect(bounds('count=99&start=x').details).toMatchObject([{ param: 'start' }, { param: 'count' }]);
  });

  test('a parameter given twice, in the query or in a form', () => {
    expect(bounds('user_id=2').details).toMatchObject([{ param: 'user_id', message: 'must be given only once' }]);
    const twice = post('', null, 'action=info&user_id=1&user_id=2');
    expect(errorOf(() => readAction(twice, forumUser)).details).toMatchObject([{ param: 'user_id' }]);
    expect(errorOf(() => readAction(apiEvent('action=info&action=info&user_id=1'), forumUser))).toMatchObject({
      status: 422,
      details: [{ param: 'action' }],
    });
  });

  test.each([
    ['application/json', '{"action":', 'body'],
    ['application/json', '[1]', 'body'],
    ['application/json', '{"action":"info","user_id":{"a":1}}', 'user_id'],
    ['text/plain', 'action=info', 'body'],
  ])('a body that cannot be read: %s %s', (contentType, body, param) => {
    expect(errorOf(() => readAction(post('', contentType, body), forumUser))).toMatchObject({
      code: 'invalid_parameter',
      details: [{ param }],
    });
  });
});
