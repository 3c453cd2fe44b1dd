import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type ApiKey, createApiKeys } from '../../../infra/local/api-keys.ts';
import { createGateway } from '../../../infra/local/gateway/gateway.ts';
import { findRoute } from '../../../infra/local/gateway/requests.ts';
import type { FunctionHost } from '../../../infra/local/lambda/function-host.ts';
import type { Template } from '../../../infra/local/template/cloudformation.ts';
import { readServiceModel, type RouteModel } from '../../../infra/local/template/service-model.ts';

const resource = (PathPart: string, ParentId: unknown) => ({
  Type: 'AWS::ApiGateway::Resource',
  Properties: { PathPart, ParentId },
});

const method = (HttpMethod: string, ResourceId: string, isKeyed: boolean) => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: {
    HttpMethod,
    ResourceId: { Ref: ResourceId },
    ApiKeyRequired: isKeyed,
    ...(isKeyed && { AuthorizerId: { Ref: 'KeyAuthorizer' } }),
    Integration: { Type: 'AWS_PROXY', Uri: { 'Fn::GetAtt': ['Worker', 'Arn'] } },
  },
});

const refusal = (ResponseType: string, StatusCode: number) => ({
  Type: 'AWS::ApiGateway::GatewayResponse',
  Properties: { ResponseType, StatusCode, ResponseTemplates: { 'application/json': `{"type":"${ResponseType}"}` } },
});

/** An API with parameters in its paths: `GET /sites/{id}` requires a key, all other methods of that path none. */
const template: Template = {
  Resources: {
    Api: { Type: 'AWS::ApiGateway::RestApi' },
    Stage: {
      Type: 'AWS::ApiGateway::Stage',
      Properties: {
        StageName: 'prod',
        MethodSettings: [],
      },
    },
    Sites: resource('sites', { 'Fn::GetAtt': ['Api', 'RootResourceId'] }),
    Known: resource('known', { Ref: 'Sites' }),
    Site: resource('{id}', { Ref: 'Sites' }),
    GetKnown: method('GET', 'Known', false),
    GetSite: method('GET', 'Site', true),
    AnySite: method('ANY', 'Site', false),
    KeyAuthorizer: {
      Type: 'AWS::ApiGateway::Authorizer',
      Properties: { Type: 'REQUEST', AuthorizerUri: { 'Fn::GetAtt': ['Authorizer', 'Arn'] } },
    },
    Plan: {
      Type: 'AWS::ApiGateway::UsagePlan',
      Properties: {
        UsagePlanName: 'basic',
        Throttle: { RateLimit: 100, BurstLimit: 100 },
        Quota: { Limit: 1_000 },
      },
    },
    NotFound: refusal('MISSING_AUTHENTICATION_TOKEN', 404),
    NoKey: refusal('INVALID_API_KEY', 401),
    Failed: refusal('DEFAULT_5XX', 502),
  },
};

let dir: string;

let server: Server;

let key: ApiKey;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'gateway-'));
  const keys = createApiKeys(join(dir, 'keys.json'));
  key = keys.ensureReadyMade({ name: 'ready', planId: 'Plan', value: undefined });
  const host = (invoke: FunctionHost['invoke']): FunctionHost => ({ invoke, close: () => Promise.resolve() });
  const authorizer = host((event) =>
    Promise.resolve({
      principalId: 'caller',
      policyDocument: { Statement: [{ Effect: 'Allow' }] },
      usageIdentifierKey: (event as APIGatewayProxyEvent).headers['x-seo-api-key'],
      context: {},
    }),
  );
  const worker = host((event) => {
    const isBroken = (event as APIGatewayProxyEvent).path === '/sites/broken';
    const headers = isBroken ? { 'X-Broken': 'two\nlines' } : {};
    return Promise.resolve({ statusCode: 200, headers, body: JSON.stringify(event) });
  });
  const gateway = createGateway({
    model: readServiceModel(template, ''),
    functions: new Map([
      ['Authorizer', authorizer],
      ['Worker', worker],
    ]),
    keys,
    signIn: { verify: () => Promise.resolve(null) },
    log: () => {},
  });
  server = createServer(gateway).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true });
});

async function ask(method: string, path: string, apiKey?: string) {
  const { port } = server.address() as AddressInfo;
  const headers = apiKey ? { 'x-seo-api-key': apiKey } : {};
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
  return { status: response.status, body: (await response.json()) as APIGatewayProxyEvent & { type?: string } };
}

test('an invalid response header fails its own request only', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => {});
  await expect(ask('POST', '/sites/broken')).rejects.toThrow('fetch failed');
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ code: 'ERR_INVALID_CHAR' }));
  logged.mockRestore();
  expect(await ask('POST', '/sites/whole')).toMatchObject({ status: 200 });
});

describe('an API key', () => {
  test('is required by a declared method, and the function receives its id', async () => {
    expect(await ask('GET', '/sites/a')).toMatchObject({ status: 401, body: { type: 'INVALID_API_KEY' } });
    const { status, body } = await ask('GET', '/sites/a', key.value);
    expect([status, body.requestContext.identity]).toMatchObject([200, { apiKeyId: key.id, apiKey: key.value }]);
  });

  test('is not required by ANY, and the function does not receive its id', async () => {
    const { status, body } = await ask('DELETE', '/sites/a', key.value);
    expect([status, body.requestContext.identity]).toMatchObject([200, { apiKeyId: null, apiKey: null }]);
  });
});

const routes = [
  ['GET', '/'],
  ['GET', '/page'],
  ['GET', '/page/{proxy+}'],
  ['GET', '/page/api/{proxy+}'],
  ['OPTIONS', '/page/api'],
  ['ANY', '/page/api/{proxy+}'],
  ['GET', '/sites'],
  ['GET', '/sites/{id}'],
  ['ANY', '/sites/{id}'],
  ['POST', '/sites/known'],
  ['GET', '/sites/known/pages'],
  ['GET', '/sites/{id}/pages/{page}'],
  ['ANY', '/sites/{id}/{rest+}'],
].map(([method, path]) => ({ method, path }) as RouteModel);

function found(method: string, path: string) {
  const match = findRoute(routes, 'prod', method, path);
  return match && [match.route.path, match.path, match.pathParameters.proxy ?? null];
}

function foundMethod(method: string, path: string) {
  const match = findRoute(routes, 'prod', method, path);
  return match && [match.route.method, match.route.path, match.pathParameters];
}

describe('a path matches', () => {
  test.each([
    ['/', ['/', '/', null]],
    ['/page', ['/page', '/page', null]],
    ['/page/', ['/page', '/page/', null]],
    ['/prod/page/', ['/page', '/page/', null]],
    ['/page/a', ['/page/{proxy+}', '/page/a', 'a']],
    ['/page/a/b', ['/page/{proxy+}', '/page/a/b', 'a/b']],
    ['/page/apiary', ['/page/{proxy+}', '/page/apiary', 'apiary']],
    ['/prod/page/api/keys/1', ['/page/api/{proxy+}', '/page/api/keys/1', 'keys/1']],
  ])('%s: the most specific route', (path, expected) => {
    expect(found('GET', path)).toEqual(expected);
  });

  test.each([
    ['POST', '/page/a', 'the path does not have the method'],
    ['GET', '/sites/known', 'the most specific path does not have the method'],
    ['GET', '/sites//pages/1', 'a parameter is not empty'],
    ['TRACE', '/sites/a', 'ANY matches the methods that the gateway supports'],
    ['GET', '/page/api', 'a literal path does not match a greedy parameter'],
    ['GET', '/pages', 'a path with the prefix of another one'],
  ])('no route: %s %s, %s', (method, path) => {
    expect(found(method, path)).toBeNull();
  });
});

describe('parameters in the path', () => {
  test.each([
    ['GET', '/sites/a.com', ['GET', '/sites/{id}', { id: 'a.com' }]],
    ['GET', '/prod/sites/a.com/', ['GET', '/sites/{id}', { id: 'a.com' }]],
    ['GET', '/sites/a%2Fb%20c', ['GET', '/sites/{id}', { id: 'a%2Fb%20c' }]],
    ['GET', '/sites/a/pages/1', ['GET', '/sites/{id}/pages/{page}', { id: 'a', page: '1' }]],
    ['GET', '/sites/a/pages', ['ANY', '/sites/{id}/{rest+}', { id: 'a', rest: 'pages' }]],
    ['GET', '/sites/a/b/c', ['ANY', '/sites/{id}/{rest+}', { id: 'a', rest: 'b/c' }]],
    ['POST', '/sites/known', ['POST', '/sites/known', {}]],
    ['GET', '/sites/known/pages', ['GET', '/sites/known/pages', {}]],
  ])('%s %s: a literal segment before a parameter before a greedy parameter', (method, path, expected) => {
    expect(foundMethod(method, path)).toEqual(expected);
  });
});

describe('ANY', () => {
  test.each(['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])('matches %s, which is not declared', (method) => {
    expect(foundMethod(method, '/sites/a')).toEqual(['ANY', '/sites/{id}', { id: 'a' }]);
  });

  test('does not match a declared method', () => {
    expect(foundMethod('GET', '/sites/a')).toEqual(['GET', '/sites/{id}', { id: 'a' }]);
    expect(foundMethod('POST', '/page/api/keys')).toEqual(['ANY', '/page/api/{proxy+}', { proxy: 'keys' }]);
  });
});
