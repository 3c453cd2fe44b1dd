import { expect, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { handler } from '../../../functions/api-key-authorizer/handler.ts';

const methodArn = 'arn:aws:execute-api:eu-west-1:1:api/prod/GET/api/v1/seo/query';

function authorize(headers: Record<string, string> | null, query: Record<string, string> | null) {
  const event = { type: 'REQUEST', methodArn, headers, queryStringParameters: query };
  return handler(event as APIGatewayRequestAuthorizerEvent);
}

test.each<[string, Record<string, string> | null, Record<string, string> | null, string]>([
  ['the header in any case', { 'x-SEO-api-KEY': 'k1' }, null, 'k1'],
  ['the query where there is no header', {}, { api_key: 'k2' }, 'k2'],
  ['the query where the header is empty', { 'X-SEO-API-Key': '' }, { api_key: 'k2' }, 'k2'],
  ['the header rather than the query', { 'X-SEO-API-Key': 'k1', Authorization: 'Bearer k3' }, { api_key: 'k2' }, 'k1'],
  ['the query rather than Authorization', { Authorization: 'Bearer k3' }, { api_key: 'k2' }, 'k2'],
  ['Authorization where the query is empty', { Authorization: 'Bearer k3' }, { api_key: '' }, 'k3'],
  ['a scheme in any case', { authorization: 'bearer k3' }, null, 'k3'],
  ['a scheme before more blanks', { authorization: ' BEARER   k3 ' }, null, 'k3'],
])('the key comes from %s', async (_what, headers, query, key) => {
  const { usageIdentifierKey, policyDocument } = await authorize(headers, query);
  expect([usageIdentifierKey, policyDocument.Statement[0]!.Effect]).toEqual([key, 'Allow']);
});

test.each([undefined, 'Bearer', 'Bearer ', 'Basic k3', 'k3', 'Bearer k3 k4', 'NotBearer k3', ''])(
  'a request without a key is denied, as with Authorization: %j',
  async (value) => {
    const { policyDocument } = await authorize(value === undefined ? null : { Authorization: value }, { api_key: '' });
    expect(policyDocument.Statement[0]!.Effect).toBe('Deny');
  },
);
