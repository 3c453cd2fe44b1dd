import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, request as forward, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { createSdkDynamoDB } from '../../../../functions/core/platform/dynamodb/sdk-client.ts';
import { createLightDynamoDB } from '../../../../functions/core/platform/dynamodb/light-client.ts';
import type { DynamoDB, WriteOptions } from '../../../../functions/core/platform/dynamodb/dynamodb.ts';
import { cacheTable, historyTable, openTables, type TestTables } from '../../../support/dynamodb.ts';
import { itemClientSettings } from '../../../../functions/core/platform/settings/common.ts';
import { readSettings } from '../../../../functions/core/platform/settings/settings.ts';

const table = cacheTable.name;
const before = { ...process.env };
const snapshots = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day, index) => ({
  domain: 'known.com',
  captured_at: day,
  pages: index,
  digest: Buffer.from([index, 255, 128]),
}));
const known = { domain: 'known.com', record: Buffer.from([0, 255, 128, 10]), size: 4 };
let tables: TestTables;
let database: { hostname: string; port?: number };
let server: Server;
/** Handlers of the next requests, which are not forwarded to the database. */
let faults: RequestListener[] = [];
let seen: { authorization: string; token: string }[] = [];
const loadSdk = jest.fn(() => Promise.resolve(createSdkDynamoDB(tables.client)));

beforeAll(async () => {
  tables = await openTables(cacheTable, historyTable);
  database = await tables.client.config.endpoint!();
  const { accessKeyId } = await tables.client.config.credentials();
  const region = await tables.client.config.region();
  await tables.db.put({ TableName: table, Item: known });
  for (const Item of snapshots) await tables.db.put({ TableName: historyTable.name, Item });
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

const open = () => createLightDynamoDB(readSettings(itemClientSettings), loadSdk);

const get = (domain: string) => open().get({ TableName: table, Key: { domain } });

const listed = {
  TableName: historyTable.name,
  KeyConditionExpression: '#domain = :domain',
  ExpressionAttributeNames: { '#domain': 'domain' },
  ExpressionAttributeValues: { ':domain': 'known.com' },
  Limit: 2,
};
const query = (ExclusiveStartKey?: Record<string, unknown>) => open().query({ ...listed, ExclusiveStartKey });

const keysOf = (...days: string[]) => ({
  RequestItems: { [historyTable.name]: { Keys: days.map((captured_at) => ({ domain: 'known.com', captured_at })) } },
});
const batchGet = (...days: string[]) => open().batchGet(keysOf(...days));

/** Calls that read an existing item. */
const reads: [string, () => Promise<object>][] = [
  ['get', () => get('known.com')],
  ['query', () => query()],
  ['batchGet', () => batchGet('2026-01-02')],
];

const refuse =
  (status: number, type: string): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}` }));

test('the client reads an item with bytes like the SDK, without loading the SDK', async () => {
  expect(await get('known.com')).toEqual({ Item: known });
  expect(loadSdk).not.toHaveBeenCalled();
});

test('the client returns no item when it does not exist', async () => {
  expect(await get('unknown.com')).toEqual({});
});

test('the client reads the pages of a query like the SDK, without loading the SDK', async () => {
  const first = await query();
  const { Items, Count, LastEvaluatedKey } = await tables.db.query(listed);
  expect(plainBytes(first.Items)).toEqual(plainBytes(Items));
  expect(first).toMatchObject({ Count, LastEvaluatedKey });
  expect(first.Items).toEqual(snapshots.slice(0, 2));
  const second = await query(first.LastEvaluatedKey);
  expect(second.Items).toEqual(snapshots.slice(2));
  expect(second.LastEvaluatedKey).toBeUndefined();
  expect(loadSdk).not.toHaveBeenCalled();
});

test('the client reads items by their keys like the SDK, without loading the SDK', async () => {
  const { Responses, UnprocessedKeys } = await batchGet('2026-01-01', '2026-01-03', '2026-01-04');
  const found = Responses![historyTable.name]! as typeof snapshots;
  expect(found.toSorted((one, other) => one.captured_at.localeCompare(other.captured_at))).toEqual([
    snapshots[0],
    snapshots[2],
  ]);
  expect(UnprocessedKeys).toEqual({});
  expect(loadSdk).not.toHaveBeenCalled();
});

/** Converts bytes to numbers: the SDK returns a `Uint8Array`, the light client its subclass `Buffer`. */
function plainBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return [...value];
  if (value instanceof Set) return new Set([...(value as Set<unknown>)].map(plainBytes));
  if (Array.isArray(value)) return value.map(plainBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainBytes(member)]));
}

/** Without `constructor`, by which the document client recognises instances of classes; no stored item has it. */
const name = fc.string({ minLength: 1 }).filter((text) => text !== 'constructor');

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).filter((n) => Math.abs(n) > 1e-30),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.uint8Array({ minLength: 1 }),
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).map((texts) => new Set(texts)),
    fc.uniqueArray(fc.integer(), { minLength: 1 }).map((numbers) => new Set(numbers)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));

test('the client stores and reads any value like the SDK', () =>
  fc.assert(
    fc.asyncProperty(value, async (facts) => {
      const db = open();
      await db.put({ TableName: table, Item: { domain: 'light.com', facts } }, { repeatable: true });
      await tables.db.put({ TableName: table, Item: { domain: 'sdk.com', facts } });
      const read = async (client: DynamoDB, domain: string) =>
        plainBytes((await client.get({ TableName: table, Key: { domain }, ConsistentRead: true })).Item?.facts);
      const expected = await read(tables.db, 'sdk.com');
      expect(await read(tables.db, 'light.com')).toEqual(expected);
      expect(await read(db, 'sdk.com')).toEqual(expected);
      expect(loadSdk).not.toHaveBeenCalled();
    }),
    { numRuns: 50 },
  ));

test('the client stores and reads a set of bytes', async () => {
  const digests = new Set([Buffer.from([1, 255]), Buffer.from([2])]);
  await open().put({ TableName: table, Item: { domain: 'digests.com', digests } }, { repeatable: true });
  const { Item } = await get('digests.com');
  expect(Item).toEqual({ domain: 'digests.com', digests });
});

test("the client signs requests for the region with the role's credentials and session token", async () => {
  await get('known.com');
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

const updated = (condition: string, domain = 'updated.com') => ({
  TableName: table,
  Key: { domain },
  UpdateExpression: 'SET requested = :day',
  ConditionExpression: condition,
  ExpressionAttributeValues: { ':day': '2026-01-01' },
  ReturnValues: 'ALL_NEW' as const,
});

const CONDITION_FAILED = { name: 'ConditionalCheckFailedException' };

test("an update returns the new attributes, and throws the SDK's error when its condition does not hold", async () => {
  const update = (options: WriteOptions) => open().update(updated('attribute_not_exists(requested)'), options);
  expect((await update({ repeatable: true })).Attributes).toMatchObject({ requested: '2026-01-01' });
  await expect(update({ repeatable: true })).rejects.toMatchObject(CONDITION_FAILED);
  expect(loadSdk).not.toHaveBeenCalled();
  await expect(update({})).rejects.toMatchObject(CONDITION_FAILED);
});

test("a put stores an item with bytes, and throws the SDK's error when its condition does not hold", async () => {
  const Item = { ...known, domain: 'put.com' };
  const put = () =>
    open().put(
      {
        TableName: table,
        Item,
        ConditionExpression: 'attribute_not_exists(#domain)',
        ExpressionAttributeNames: { '#domain': 'domain' },
      },
      { repeatable: true },
    );
  await put();
  const { Item: stored } = await tables.db.get({ TableName: table, Key: { domain: 'put.com' } });
  expect(plainBytes(stored)).toEqual(plainBytes(Item));
  await expect(put()).rejects.toMatchObject(CONDITION_FAILED);
  expect(loadSdk).not.toHaveBeenCalled();
});

test('the SDK repeats a put with bytes that does not succeed', async () => {
  faults = [refuse(400, 'ThrottlingException')];
  const Item = { domain: 'put-later.com', record: Buffer.from([0, 255]) };
  await open().put({ TableName: table, Item }, { repeatable: true });
  expect((await get('put-later.com')).Item).toEqual(Item);
  expect(loadSdk).toHaveBeenCalledTimes(1);
});

test('the SDK makes writes that are not idempotent', async () => {
  const Key = { domain: 'counted.com' };
  await open().update({
    TableName: table,
    Key,
    UpdateExpression: 'ADD requests :one',
    ExpressionAttributeValues: { ':one': 1 },
  });
  expect((await get('counted.com')).Item).toMatchObject({ requests: 1 });
  await open().put({ TableName: table, Item: { ...Key, requests: 5 } });
  const { Attributes } = await open().delete({ TableName: table, Key, ReturnValues: 'ALL_OLD' });
  expect(Attributes).toMatchObject({ requests: 5 });
  const PutRequest = { Item: { domain: 'written.com', size: 2 } };
  await open().batchWrite({ RequestItems: { [table]: [{ PutRequest }] } });
  expect((await get('written.com')).Item).toEqual(PutRequest.Item);
  // A separate SDK client made each of the four writes; the server received only the reads of the light client.
  expect(loadSdk).toHaveBeenCalledTimes(4);
  expect(seen.length).toBe(2);
});

test('the client repeats a call without the SDK when a persistent connection was closed', async () => {
  faults = [(request) => request.socket.destroy()];
  expect((await get('known.com')).Item).toBeDefined();
  expect(loadSdk).not.toHaveBeenCalled();
});

test.each([
  ['throttling', [refuse(400, 'ProvisionedThroughputExceededException')]],
  ['an error of the service', [refuse(500, 'InternalServerError')]],
  ['rejected credentials', [refuse(400, 'UnrecognizedClientException')]],
  ['a body that is not JSON', Array<RequestListener>(2).fill((_, response) => response.end('<html>'))],
  ['a connection that is closed twice', Array<RequestListener>(2).fill((request) => request.socket.destroy())],
  ['no response', Array<RequestListener>(2).fill(() => {})],
])('the SDK repeats the call after %s', async (_, played) => {
  faults = played;
  expect((await get('known.com')).Item).toBeDefined();
  expect(loadSdk).toHaveBeenCalledTimes(1);
});

test.each(reads)('the SDK returns the same answer when %s does not succeed', async (_, read) => {
  const answer = await read();
  expect(loadSdk).not.toHaveBeenCalled();
  faults = [refuse(400, 'ThrottlingException')];
  expect(await read()).toMatchObject(answer);
  expect(loadSdk).toHaveBeenCalledTimes(1);
});

test('the SDK makes the call when the environment contains no credentials', async () => {
  delete process.env.AWS_ACCESS_KEY_ID;
  delete process.env.AWS_SECRET_ACCESS_KEY;
  faults = Array<RequestListener>(2).fill(refuse(400, 'UnrecognizedClientException'));
  expect((await get('known.com')).Item).toBeDefined();
  expect(loadSdk).toHaveBeenCalledTimes(1);
});

test('a call fails when it exceeds its time limit', async () => {
  faults = Array<RequestListener>(3).fill(() => {});
  const input = { TableName: table, Key: { domain: 'known.com' }, UpdateExpression: 'SET a = a' };
  await expect(open().update(input, { repeatable: true, withinMs: 20 })).rejects.toThrow(/abort/i);
});
