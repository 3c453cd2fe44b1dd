import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, request as forward, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AttributeValue, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { sdkItemClient } from '../../../../functions/shared/storage/dynamodb/client.ts';
import { createSignedItemClient } from '../../../../functions/shared/storage/dynamodb/signed-item-client.ts';
import { cacheTable, historyTable, openTables, type TestTables } from '../../../support/dynamodb.ts';
import { itemClientSettings, readSettings } from '../../../../functions/shared/settings/settings.ts';

const table = cacheTable.name;
const before = { ...process.env };
const snapshots: Record<string, AttributeValue>[] = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day, index) => ({
  domain: { S: 'known.com' },
  captured_at: { S: day },
  pages: { N: String(index) },
  digest: { B: Buffer.from([index, 255, 128]) },
}));
let tables: TestTables;
let database: { hostname: string; port?: number };
let server: Server;
/** What is done with the next requests instead of passing them on to the database. */
let faults: RequestListener[] = [];
let seen: { authorization: string; token: string }[] = [];
const loadSdk = jest.fn(() => Promise.resolve(sdkItemClient(tables.client)));

beforeAll(async () => {
  tables = await openTables(cacheTable, historyTable);
  database = await tables.client.config.endpoint!();
  const { accessKeyId } = await tables.client.config.credentials();
  const region = await tables.client.config.region();
  const item = { domain: { S: 'known.com' }, record: { B: Buffer.from([0, 255, 128, 10]) }, size: { N: '4' } };
  await tables.client.send(new PutItemCommand({ TableName: table, Item: item }));
  for (const Item of snapshots) await tables.client.send(new PutItemCommand({ TableName: historyTable.name, Item }));
  server = createServer((request, response) => {
    const { authorization = '', 'x-amz-security-token': token } = request.headers;
    seen.push({ authorization, token: String(token) });
    const fault = faults.shift();
    if (fault) return fault(request, response);
    const { method } = request;
    // DynamoDB Local keeps a database for each access key and region.
    const headers = {
      ...request.headers,
      authorization: authorization.replace('AN-ID/', `${accessKeyId}/`).replace('eu-west-1', region),
    };
    const options = { host: database.hostname, port: database.port, method, headers };
    request.pipe(forward(options, (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await tables.close();
});
beforeEach(() => {
  faults = [];
  seen = [];
  loadSdk.mockClear();
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AN-ID',
    AWS_SECRET_ACCESS_KEY: 'a-secret',
    AWS_SESSION_TOKEN: 'a-token',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
});
afterEach(() => {
  process.env = { ...before };
});

const getItem = (domain: string) =>
  createSignedItemClient(readSettings(itemClientSettings), loadSdk).getItem({
    TableName: table,
    Key: { domain: { S: domain } },
  });

const query = (start?: Record<string, AttributeValue>) =>
  createSignedItemClient(readSettings(itemClientSettings), loadSdk).query({
    TableName: historyTable.name,
    KeyConditionExpression: '#domain = :domain',
    ExpressionAttributeNames: { '#domain': 'domain' },
    ExpressionAttributeValues: { ':domain': { S: 'known.com' } },
    Limit: 2,
    ExclusiveStartKey: start,
  });

const batchGetItem = (...days: string[]) =>
  createSignedItemClient(readSettings(itemClientSettings), loadSdk).batchGetItem({
    RequestItems: {
      [historyTable.name]: { Keys: days.map((day) => ({ domain: { S: 'known.com' }, captured_at: { S: day } })) },
    },
  });

/** The calls that only read: each of them finds something. */
const reads: [string, () => Promise<object>][] = [
  ['GetItem', () => getItem('known.com')],
  ['Query', () => query()],
  ['BatchGetItem', () => batchGetItem('2026-01-02')],
];

const refuse =
  (status: number, type: string): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}` }));

test('an item is read as the SDK reads it, bytes included, without the SDK', async () => {
  const { Item } = await getItem('known.com');
  expect(Item).toEqual({ domain: { S: 'known.com' }, record: { B: Buffer.from([0, 255, 128, 10]) }, size: { N: '4' } });
  expect(loadSdk).not.toHaveBeenCalled();
});

test('an item that is not there is none', async () => {
  expect(await getItem('unknown.com')).toEqual({});
});

test('a list is read as the SDK reads it, bytes included, page by page, without the SDK', async () => {
  const first = await query();
  expect(first.Items).toEqual(snapshots.slice(0, 2));
  const second = await query(first.LastEvaluatedKey);
  expect(second.Items).toEqual(snapshots.slice(2));
  expect(second.LastEvaluatedKey).toBeUndefined();
  expect(loadSdk).not.toHaveBeenCalled();
});

test('items are read by their keys as the SDK reads them, bytes included, without the SDK', async () => {
  const { Responses, UnprocessedKeys } = await batchGetItem('2026-01-01', '2026-01-03', '2026-01-04');
  const found = Responses![historyTable.name]!;
  expect(found.toSorted((one, other) => one.captured_at!.S!.localeCompare(other.captured_at!.S!))).toEqual([
    snapshots[0],
    snapshots[2],
  ]);
  expect(UnprocessedKeys).toEqual({});
  expect(loadSdk).not.toHaveBeenCalled();
});

test("requests are signed for the region with the role's credentials, its session's token included", async () => {
  await getItem('known.com');
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  expect(seen).toEqual([
    {
      authorization: expect.stringMatching(
        new RegExp(`^AWS4-HMAC-SHA256 Credential=AN-ID/${day}/eu-west-1/dynamodb/aws4_request, SignedHeaders=`),
      ),
      token: 'a-token',
    },
  ]);
  expect(seen[0]!.authorization).toMatch(/SignedHeaders=\S*host\S*x-amz-date;x-amz-security-token;x-amz-target/);
});

test('an update gives the new attributes; where its condition does not hold, the error that the SDK has', async () => {
  const items = createSignedItemClient(readSettings(itemClientSettings), loadSdk);
  const update = (condition: string) =>
    items.updateItem({
      TableName: table,
      Key: { domain: { S: 'updated.com' } },
      UpdateExpression: 'SET asked = :day',
      ConditionExpression: condition,
      ExpressionAttributeValues: { ':day': { S: '2026-01-01' } },
      ReturnValues: 'ALL_NEW',
    });
  expect((await update('attribute_not_exists(asked)')).Attributes).toMatchObject({ asked: { S: '2026-01-01' } });
  await expect(update('attribute_not_exists(asked)')).rejects.toMatchObject({
    name: 'ConditionalCheckFailedException',
  });
  expect(loadSdk).not.toHaveBeenCalled();
});

test('an item is put as the SDK puts it, bytes included; where its condition does not hold, the error that the SDK has', async () => {
  const items = createSignedItemClient(readSettings(itemClientSettings), loadSdk);
  const Item = { domain: { S: 'put.com' }, record: { B: Buffer.from([0, 255, 128, 10]) }, size: { N: '4' } };
  const put = () =>
    items.putItem({ TableName: table, Item, ConditionExpression: 'attribute_not_exists(#domain)', ...names });
  const names = { ExpressionAttributeNames: { '#domain': 'domain' } };
  await put();
  expect((await sdkItemClient(tables.client).getItem({ TableName: table, Key: { domain: Item.domain } })).Item).toEqual(
    {
      ...Item,
      record: { B: Uint8Array.from(Item.record.B) },
    },
  );
  await expect(put()).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  expect(loadSdk).not.toHaveBeenCalled();
});

test('a put that does not succeed is left to the SDK, bytes included', async () => {
  faults = [refuse(400, 'ThrottlingException')];
  const items = createSignedItemClient(readSettings(itemClientSettings), loadSdk);
  const Item = { domain: { S: 'put-later.com' }, record: { B: Buffer.from([0, 255]) } };
  await items.putItem({ TableName: table, Item });
  expect((await getItem('put-later.com')).Item).toEqual(Item);
  expect(loadSdk).toHaveBeenCalledTimes(1);
});

test('a kept connection that was closed meanwhile costs a second try, not the SDK', async () => {
  faults = [(request) => request.socket.destroy()];
  expect((await getItem('known.com')).Item).toBeDefined();
  expect(loadSdk).not.toHaveBeenCalled();
});

test.each([
  ['throttling', [refuse(400, 'ProvisionedThroughputExceededException')]],
  ['an error of the service', [refuse(500, 'InternalServerError')]],
  ['credentials that are refused', [refuse(400, 'UnrecognizedClientException')]],
  ['a body that is no JSON', Array<RequestListener>(2).fill((_, response) => response.end('<html>'))],
  ['a connection that breaks again', Array<RequestListener>(2).fill((request) => request.socket.destroy())],
  ['silence', Array<RequestListener>(2).fill(() => {})],
])('%s is left to the SDK, which knows of retries', async (_, played) => {
  faults = played;
  expect((await getItem('known.com')).Item).toBeDefined();
  expect(loadSdk).toHaveBeenCalledTimes(1);
});

test.each(reads)('what does not succeed of %s is left to the SDK, with the same answer', async (_, read) => {
  const answer = await read();
  expect(loadSdk).not.toHaveBeenCalled();
  faults = [refuse(400, 'ThrottlingException')];
  expect(await read()).toMatchObject(answer);
  expect(loadSdk).toHaveBeenCalledTimes(1);
});

test('without credentials in the environment the SDK looks for them elsewhere', async () => {
  delete process.env.AWS_ACCESS_KEY_ID;
  delete process.env.AWS_SECRET_ACCESS_KEY;
  faults = Array<RequestListener>(2).fill(refuse(400, 'UnrecognizedClientException'));
  expect((await getItem('known.com')).Item).toBeDefined();
  expect(loadSdk).toHaveBeenCalledTimes(1);
});

test('a call that is given up ends with an error', async () => {
  faults = Array<RequestListener>(3).fill(() => {});
  const input = { TableName: table, Key: { domain: { S: 'known.com' } }, UpdateExpression: 'SET a = a' };
  await expect(
    createSignedItemClient(readSettings(itemClientSettings), loadSdk).updateItem(input, { withinMs: 20 }),
  ).rejects.toThrow(/abort/i);
});
