import { expect, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { handler } from '../../../functions/api-key-authorizer/handler.ts';

const methodArn = 'arn:aws:execute-api:eu-west-1:1:api/prod/GET/api/v1/seo/query';

function authorize(headers: Record<string, string> | null, query: Record<string, string> | null) {
  const event = { type: 'REQUEST', methodArn, headers, queryStringParameters: query };
  return handler(event as APIGatewayRequestAuthorizerEvent);
}

const effectOf = async (...args: Parameters<typeof authorize>) => {
  const [statement] = (await authorize(...args)).policyDocument.Statement;
  return statement?.Effect;
};

test('the key comes from the header, in any case', async () => {
  expect(await authorize({ 'x-SEO-api-KEY': 'k1' }, null)).toMatchObject({ usageIdentifierKey: 'k1' });
});

test('the key comes from the query where there is no header', async () => {
  expect(await authorize({}, { api_key: 'k2' })).toMatchObject({ usageIdentifierKey: 'k2' });
  expect(await authorize({ 'X-SEO-API-Key': '' }, { api_key: 'k2' })).toMatchObject({ usageIdentifierKey: 'k2' });
});

test('the header wins over the query', async () => {
  expect(await authorize({ 'X-SEO-API-Key': 'k1' }, { api_key: 'k2' })).toMatchObject({ usageIdentifierKey: 'k1' });
});

test.each(['Bearer k3', 'bearer k3', 'BEARER   k3', ' Bearer k3 '])(
  'the key comes from Authorization: %s',
  async (value) => {
    expect(await authorize({ authorization: value }, null)).toMatchObject({ usageIdentifierKey: 'k3' });
  },
);

test('the header wins over the query, and the query over Authorization; what is empty counts as not given', async () => {
  const Authorization = 'Bearer k3';
  const keyOf = async (header: string, query: string) =>
    (await authorize({ 'X-SEO-API-Key': header, Authorization }, { api_key: query })).usageIdentifierKey;
  expect(await keyOf('k1', 'k2')).toBe('k1');
  expect(await keyOf('', 'k2')).toBe('k2');
  expect(await keyOf('', '')).toBe('k3');
});

test.each(['Bearer', 'Bearer ', 'Basic k3', 'k3', 'Bearer k3 k4', 'NotBearer k3', ''])(
  'an Authorization header without a key in it is none: %j',
  async (value) => {
    expect(await effectOf({ Authorization: value }, null)).toBe('Deny');
  },
);

test('a request without a key is denied, one with a key is left to the gateway', async () => {
  expect(await effectOf(null, null)).toBe('Deny');
  expect(await effectOf({}, { api_key: '' })).toBe('Deny');
  expect(await effectOf({ 'X-SEO-API-Key': 'k' }, null)).toBe('Allow');
});
