import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { APIGatewayClient, GetApiKeysCommand, GetUsageCommand } from '@aws-sdk/client-api-gateway';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import aws4 from 'aws4';
import { authenticated } from '../../../infra/local/aws/authenticate.ts';
import { createKeyring, type Credentials } from '../../../infra/local/credentials.ts';

const keyring = createKeyring();
const credentials = keyring.issue('LOCALOPERATOR');
const ofFunction = keyring.issue('WorkerFunction');

let server: Server;
let endpoint: string;
/** Bodies of the accepted requests. */
const served: string[] = [];
beforeAll(async () => {
  server = createServer(
    authenticated(keyring, (request, response) => {
      void text(request).then((body) => {
        served.push(body);
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void (served.length = 0));
afterAll(() => void server.close());

const aws = (given: Credentials) => ({ endpoint, region: 'us-east-1', credentials: given, maxAttempts: 1 });

describe('a call with a valid signature is accepted', () => {
  test.each([credentials, ofFunction])("from AWS's clients: $accessKeyId", async (given) => {
    await new DynamoDBClient(aws(given)).send(new ListTablesCommand({ Limit: 3 }));
    await new APIGatewayClient(aws(given)).send(new GetApiKeysCommand({ nameQuery: 'a b+c/ü*', limit: 2 }));
    const days = { startDate: '2026-11-01', endDate: '2026-11-02' };
    await new APIGatewayClient(aws(given)).send(new GetUsageCommand({ usagePlanId: "it's (a) plan!", ...days }));
    const FunctionName = 'arn:aws:lambda:us-east-1:000000000000:function:snapshot-scheduler';
    await new LambdaClient(aws(given)).send(new InvokeCommand({ FunctionName, Payload: '{"é":1}' }));
    expect(served).toEqual(['{"Limit":3}', '', '', '{"é":1}']);
  });

  test('from a client that signs few headers', async () => {
    const { host } = new URL(endpoint);
    const call = { host, path: '/', service: 'ssm', body: '{}', headers: { 'Content-Type': 'application/json' } };
    const { headers } = aws4.sign(call, credentials);
    const unsigned = { 'X-Other': 'not signed' };
    const sent = { ...(headers as Record<string, string>), ...unsigned };
    expect((await fetch(endpoint, { method: 'POST', headers: sent, body: '{}' })).status).toBe(200);
  });
});

describe('a call is rejected', () => {
  test.each([
    ['an unknown access key id', { ...credentials, accessKeyId: 'local' }, 'UnrecognizedClientException'],
    ['a wrong secret', { ...credentials, secretAccessKey: 'local' }, 'InvalidSignatureException'],
    ["another caller's secret", { ...credentials, accessKeyId: 'WorkerFunction' }, 'InvalidSignatureException'],
  ])('with %s in each protocol', async (_what, given, name) => {
    const refused = { name, $metadata: expect.objectContaining({ httpStatusCode: 403 }) as unknown };
    await expect(new DynamoDBClient(aws(given)).send(new ListTablesCommand({}))).rejects.toMatchObject(refused);
    await expect(new APIGatewayClient(aws(given)).send(new GetApiKeysCommand({}))).rejects.toMatchObject(refused);
    const invoke = new InvokeCommand({ FunctionName: 'f' });
    await expect(new LambdaClient(aws(given)).send(invoke)).rejects.toMatchObject(refused);
    expect(served).toEqual([]);
  });

  const signed = () => {
    const { host } = new URL(endpoint);
    const call = { host, path: '/', service: 'ssm', body: '{"Name":"a"}', headers: { 'X-Amz-Target': 'A.B' } };
    return aws4.sign(call, credentials).headers as Record<string, string>;
  };
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(endpoint + path, { method: 'POST', headers, body });

  test('with a changed body, path, query or signed header', async () => {
    expect((await post('/', signed(), '{"Name":"a"}')).status).toBe(200);
    expect((await post('/', signed(), '{"Name":"b"}')).status).toBe(403);
    expect((await post('/a', signed(), '{"Name":"a"}')).status).toBe(403);
    expect((await post('/?a=b', signed(), '{"Name":"a"}')).status).toBe(403);
    expect((await post('/', { ...signed(), 'X-Amz-Target': 'A.C' }, '{"Name":"a"}')).status).toBe(403);
    expect(served).toHaveLength(1);
  });

  test.each([
    '',
    'Bearer x',
    'AWS4-HMAC-SHA256 Credential=LOCALOPERATOR',
    'AWS4-HMAC-SHA256 Credential=LOCALOPERATOR/20260101/r/s/aws4_request, SignedHeaders=host, Signature=',
    `AWS4-HMAC-SHA256 Credential=LOCALOPERATOR/20260101/r/s/aws4_request, SignedHeaders=x, Signature=${'0'.repeat(64)}`,
    `AWS4-HMAC-SHA256 Credential=__proto__/20260101/r/s/aws4_request, SignedHeaders=x, Signature=${'0'.repeat(64)}`,
  ])('with an invalid header: %j', async (Authorization) => {
    expect((await post('/%ff?%', { Authorization }, '{}')).status).toBe(403);
    expect(served).toEqual([]);
  });
});
