import { beforeAll, describe, expect, test } from '@jest/globals';
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { apiRoutes } from '../../functions/back-office/api.ts';
import type { Template } from '../../infra/local/template/cloudformation.ts';
import { readServiceModel, type RouteModel } from '../../infra/local/template/service-model.ts';
import { startTestRunner } from '../support/runner.ts';
import { signIn } from '../support/sign-in.ts';
import { tally } from '../support/form.ts';
import { useOpened } from '../support/use-opened.ts';

let routes: RouteModel[];
const runner = useOpened(() => startTestRunner({}, ['--offline']));
beforeAll(() => {
  const template = readFileSync(join(runner.dataDir, 'template.json'), 'utf8');
  const model = readServiceModel(JSON.parse(template) as Template, '');
  // ANY is not an HTTP method.
  routes = model.routes.filter(({ method }) => method !== 'ANY');
});

/** Routes that require neither a key nor a sign-in, besides preflight. */
const PUBLIC = [
  'GET /',
  'GET /api/forumA',
  'GET /api/forumU',
  'GET /api/v1/seo/issues',
  'GET /back-office',
  'GET /back-office/{proxy+}',
  'GET /docs',
  'GET /docs/{proxy+}',
  'GET /health',
  'GET /openapi.json',
  'HEAD /',
  'HEAD /docs',
  'HEAD /health',
  'HEAD /openapi.json',
  'POST /api/forumA',
  'POST /api/forumU',
];

/** Sends a path unchanged; `fetch` would normalize it. */
async function answerTo(method: string, path: string, headers: Record<string, string> = {}) {
  const sent = request(runner.url, { method, path, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return { status: response.statusCode!, location: response.headers.location };
}

const statusOf = async (...call: Parameters<typeof answerTo>) => (await answerTo(...call)).status;

describe('a caller without a key', () => {
  const isPublic = ({ method, path }: RouteModel) => method === 'OPTIONS' || PUBLIC.includes(`${method} ${path}`);
  const call = async ({ method, path }: Pick<RouteModel, 'method' | 'path'>, headers = {}) =>
    `${method} ${path} ${await statusOf(method, path.replace('{proxy+}', 'x'), headers)}`;

  test('gets 401 from every route that is not public, for any value in place of a key', async () => {
    const closed = routes.filter((route) => !isPublic(route));
    expect(closed.length).toBeGreaterThan(4);
    for (const headers of [
      {},
      { 'X-SEO-API-Key': 'x'.repeat(40) },
      { 'X-Api-Key': runner.apiKey },
      { Authorization: `Bearer ${'x'.repeat(40)}` },
      { Authorization: `Basic ${runner.apiKey}` },
    ]) {
      const answers = await Promise.all(closed.map((route) => call(route, headers)));
      expect(answers).toEqual(closed.map(({ method, path }) => `${method} ${path} 401`));
    }
  });

  test('gets answers of public routes and preflight', async () => {
    const open = routes.filter(isPublic);
    expect(
      open
        .filter(({ method }) => method !== 'OPTIONS')
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(PUBLIC);
    const answers = await Promise.all(open.map((route) => call(route)));
    expect(answers.filter((answer) => / (401|403|5..)$/.test(answer))).toEqual([]);
  });

  test('gets 405 for each method that a path does not have', async () => {
    const methods = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'];
    const others = [...Map.groupBy(routes, ({ path }) => path)].flatMap(([path, ofPath]) => {
      const has = new Set(ofPath.map(({ method }) => method));
      return has.size === 1 ? [] : methods.filter((method) => !has.has(method)).map((method) => ({ method, path }));
    });
    expect(others.length).toBeGreaterThan(40);
    const answers = await Promise.all(others.map(({ method, path }) => call({ method, path })));
    expect(answers).toEqual(others.map(({ method, path }) => `${method} ${path} 405`));
  });

  test.each([
    '/api/v1/seo/query/',
    '/prod/api/v1/seo/query',
    '//api/v1/seo/query',
    '/api/v1/seo//query',
    '/api/v1/seo/%71uery',
    '/API/v1/seo/query',
    '/api/v1/seo/query;x',
    '/api/v1/seo/query%00',
    '/docs/../api/v1/seo/query',
    '/docs/%2e%2e/api/v1/seo/query',
    '/back-office/..%2fapi/v1/seo/query',
    'http://127.0.0.1/api/v1/seo/query',
  ])('gets no record by the spelling %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
      expect([401, 404, 405]).toContain(await statusOf(method, `${path}?domain=shop.example`));
    }
  });
});

describe('a caller who is not signed in', () => {
  const calls = apiRoutes.map(({ method, pattern }) => ({
    method,
    path: `/back-office/api/${pattern.replace('{domain}', 'shop.example').replace('{id}', '0000000000')}`,
  }));

  test('gets 401 from each call of the API, for any value in place of a token', async () => {
    const tokens = await badTokens();
    for (const [what, token] of Object.entries(tokens)) {
      const headers = token === null ? {} : { Authorization: `Bearer ${token}`, 'X-SEO-API-Key': runner.apiKey };
      const answers = await Promise.all(calls.map(({ method, path }) => statusOf(method, path, headers)));
      expect({ what, answers }).toEqual({ what, answers: calls.map(() => 401) });
    }
    expect(calls.length).toBeGreaterThan(15);
    tally({
      area: 'Permissions',
      what: 'each call of the back office, without sign-in and with invalid tokens',
      tried: calls.length * Object.keys(tokens).length,
      outcome: 'all 401',
    });
  });

  test.each([
    '/back-office//api/keys',
    '/back-office/%61pi/keys',
    '/back-office/API/keys',
    '/back-office/x/../api/keys',
    '/back-office/%2e%2e/back-office/api/keys',
    '/prod/back-office/api/keys',
  ])('gets at most the page by the spelling %s', async (path) => {
    const { status, location } = await answerTo('GET', path);
    expect([302, 401, 404]).toContain(status);
    expect(location ?? './').toMatch(/^(?:\.\/|(?:\.\.\/)+)$/);
  });
});

/** Returns invalid tokens by their fault. Each is derived from a valid one, so that nothing else is wrong with it. */
async function badTokens(): Promise<Record<string, string | null>> {
  const { access_token, id_token } = await signIn(runner);
  const { access_token: withoutScope } = await signIn(runner, { scope: 'openid' });
  const [header, payload, signature] = access_token.split('.') as [string, string, string];
  const { kid } = decoded(header) as { kid: string };
  const claims = decoded(payload);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signed = (alg: string, changed: object, make: (text: string) => Buffer) => {
    const text = `${encoded({ alg, kid, typ: 'at+jwt' })}.${encoded({ ...claims, ...changed })}`;
    return `${text}.${make(text).toString('base64url')}`;
  };
  const byStranger = (text: string) => sign('RSA-SHA256', Buffer.from(text), privateKey);
  const publicKey = await publicKeyOf(claims.iss as string, kid);
  const expired = { exp: 1, iat: 0 };
  return {
    'no token': null,
    'an empty one': '',
    garbage: 'x.y.z',
    'an API key': runner.apiKey,
    'an id token': id_token,
    'without the scope': withoutScope,
    expired: `${header}.${encoded({ ...claims, ...expired })}.${signature}`,
    'expired, signed by a stranger': signed('RS256', expired, byStranger),
    'signed by a stranger': signed('RS256', {}, byStranger),
    'of another pool': signed(
      'RS256',
      { iss: 'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_other' },
      byStranger,
    ),
    'for another client': `${header}.${encoded({ ...claims, client_id: 'other', aud: 'other' })}.${signature}`,
    'of another operator': `${header}.${encoded({ ...claims, sub: 'other', username: 'other' })}.${signature}`,
    unsigned: signed('none', {}, () => Buffer.alloc(0)),
    'of no algorithm, with a signature': signed('none', {}, byStranger),
    'signed with the public key as a secret': signed('HS256', {}, (text) =>
      createHmac('sha256', publicKey).update(text).digest(),
    ),
    'without its signature': `${header}.${payload}.`,
    'with another beginning of the signature': `${header}.${payload}.AAAA${signature.slice(4)}`,
  };
}

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function publicKeyOf(issuer: string, kid: string): Promise<string> {
  const discovery = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as { jwks_uri: string };
  const { keys } = (await (await fetch(discovery.jwks_uri)).json()) as { keys: (JsonWebKey & { kid: string })[] };
  const key = keys.find((candidate) => candidate.kid === kid)!;
  return createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string;
}
