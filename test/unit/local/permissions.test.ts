import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { APIGatewayClient, DeleteApiKeyCommand, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { BatchGetItemCommand, DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerGatewayControl } from '../../../infra/local/aws/api-gateway.ts';
import { answerAwsCalls, type Authorize, isAwsCall } from '../../../infra/local/aws/aws-json.ts';
import { ssmOperations } from '../../../infra/local/aws/ssm.ts';
import { createApiKeys } from '../../../infra/local/api-keys.ts';
import {
  type Call,
  createGuard,
  eventSourceActions,
  gatewayActions,
  jsonActions,
} from '../../../infra/local/permissions.ts';
import {
  isAllowed,
  readPermissions,
  type Statement,
  UnknownPolicy,
} from '../../../infra/local/template/permissions.ts';
import { type LocalTables, startTables } from '../../../infra/local/aws/dynamodb.ts';

const arn = (id: string) => `arn:aws:local:us-east-1:000000000000:${id}`;
const allow = (actions: string[], resources: string[]): Statement => ({ effect: 'Allow', actions, resources });

describe('a role', () => {
  const read = allow(['dynamodb:GetItem'], [arn('Cache')]);
  const keys = allow(['apigateway:PATCH'], ['arn:aws:apigateway:us-east-1::/apikeys/*']);
  test.each<[string, Statement[], string, string, boolean]>([
    ['allows the actions of a statement', [read], 'dynamodb:GetItem', arn('Cache'), true],
    ['compares actions without case', [read], 'dynamodb:getitem', arn('Cache'), true],
    ['allows no other action', [read], 'dynamodb:PutItem', arn('Cache'), false],
    ['allows no action that begins like it', [read], 'dynamodb:GetItems', arn('Cache'), false],
    ['allows it on no other resource', [read], 'dynamodb:GetItem', arn('cache'), false],
    ['allows a table without its indexes', [read], 'dynamodb:GetItem', `${arn('Cache')}/index/due`, false],
    ['matches any characters with *', [keys], 'apigateway:PATCH', 'arn:aws:apigateway:us-east-1::/apikeys/a/b', true],
    [
      'does not match the text before * alone',
      [keys],
      'apigateway:PATCH',
      'arn:aws:apigateway:us-east-1::/apikeys',
      false,
    ],
    ['matches one character with ?', [allow(['sqs:Send?'], ['*'])], 'sqs:SendX', arn('Queue'), true],
    ['matches a dot literally', [allow(['sqs:*'], ['a.b'])], 'sqs:SendMessage', 'axb', false],
    ['without statements allows nothing', [], 'dynamodb:GetItem', arn('Cache'), false],
    [
      'denies an action that another statement allows',
      [read, { ...read, effect: 'Deny' }],
      'dynamodb:GetItem',
      arn('Cache'),
      false,
    ],
  ])('%s', (_what, statements, action, resource, expected) => {
    expect(isAllowed(statements, { action, resource })).toBe(expected);
  });
});

describe('a call requires', () => {
  const parameter = (name: string) => `arn:aws:ssm:us-east-1:000000000000:parameter/${name}`;
  test.each<[string, object, [string, string][]]>([
    ['DynamoDB_20120810.Query', { TableName: 'T' }, [['dynamodb:Query', arn('T')]]],
    ['DynamoDB_20120810.Query', { TableName: 'T', IndexName: 'due' }, [['dynamodb:Query', `${arn('T')}/index/due`]]],
    [
      'DynamoDB_20120810.BatchGetItem',
      { RequestItems: { A: {}, B: {} } },
      [
        ['dynamodb:BatchGetItem', arn('A')],
        ['dynamodb:BatchGetItem', arn('B')],
      ],
    ],
    ['DynamoDB_20120810.ListTables', {}, [['dynamodb:ListTables', '*']]],
    ['AmazonSQS.SendMessageBatch', { QueueUrl: 'Work' }, [['sqs:SendMessage', arn('Work')]]],
    ['AmazonSSM.GetParameter', { Name: '/a/b' }, [['ssm:GetParameter', parameter('a/b')]]],
    [
      'AmazonSSM.GetParameters',
      { Names: ['/a', 'b'] },
      [
        ['ssm:GetParameters', parameter('a')],
        ['ssm:GetParameters', parameter('b')],
      ],
    ],
    ['TrentService.Decrypt', { KeyId: 'arn:aws:kms:key' }, [['kms:Decrypt', 'arn:aws:kms:key']]],
    ['AnyService.Anything', {}, [['AnyService:Anything', '*']]],
  ])('%s of %j', (target, input, expected) => {
    const required = jsonActions(target, input);
    expect(required.map(({ action, resource }) => [action, resource])).toEqual(expected);
  });

  test("the method and path of the control plane, and Lambda's actions to process a queue", () => {
    const resource = 'arn:aws:apigateway:us-east-1::/apikeys/1';
    expect(gatewayActions('DELETE', '/apikeys/1')).toEqual([{ action: 'apigateway:DELETE', resource }]);
    const tagsOf = (key: string) =>
      `arn:aws:apigateway:us-east-1::/tags/arn%3Aaws%3Aapigateway%3Aus-east-1%3A%3A%2Fapikeys%2F${key}`;
    expect(gatewayActions('PUT', `/tags/${resource}`)).toEqual([
      { action: 'apigateway:PUT', resource: tagsOf('1') },
      { action: 'apigateway:PATCH', resource },
    ]);
    const created = { context: { 'aws:RequestTag/owner': 'o1' } };
    expect(gatewayActions('POST', '/apikeys', { tags: { owner: 'o1' } })).toMatchObject([
      { action: 'apigateway:POST', resource: 'arn:aws:apigateway:us-east-1::/apikeys', ...created },
      { action: 'apigateway:PUT', resource: tagsOf('*') },
    ]);
    expect(eventSourceActions({ queue: 'Work' }).map(({ action }) => action)).toEqual([
      'sqs:ReceiveMessage',
      'sqs:DeleteMessage',
      'sqs:GetQueueAttributes',
    ]);
  });
});

describe('the emulated services', () => {
  const dir = mkdtempSync(join(tmpdir(), 'permissions-'));
  const logFile = join(dir, 'calls.jsonl');
  const logged: string[] = [];
  const table = (name: string) => ({ name, partitionKey: 'id', sortKey: null });
  let server: Server;
  let tables: LocalTables;
  let endpoint: string;

  beforeAll(async () => {
    const permissions = new Map([
      ['Reader', [allow(['dynamodb:BatchGetItem', 'dynamodb:Query'], [arn('Cache')])]],
      ['Nobody', []],
    ]);
    const guard = createGuard(permissions, logFile, (line) => logged.push(line));
    const authorize: Authorize = (request, input) =>
      guard.checkRequest(request, jsonActions(String(request.headers['x-amz-target']), input));
    tables = await startTables([table('Cache'), table('Other')], { authorize });
    const json = answerAwsCalls(ssmOperations({ '/secret': 'x' }), authorize);
    const control = answerGatewayControl(createApiKeys(join(dir, 'keys.json')), [], (request, path, body) =>
      guard.checkRequest(request, gatewayActions(request.method!, path, body)),
    );
    server = createServer((request, response) => (isAwsCall(request) ? json : control)(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    await tables.close();
    rmSync(dir, { recursive: true });
  });

  const as = (accessKeyId: string) => ({
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'x' },
    maxAttempts: 1,
  });
  const database = (caller: string) => new DynamoDBClient({ ...as(caller), endpoint: tables.endpoint });
  const put = (TableName: string) => new PutItemCommand({ TableName, Item: { id: { S: '1' } } });
  const batch = (...names: string[]) =>
    new BatchGetItemCommand({
      RequestItems: Object.fromEntries(names.map((name) => [name, { Keys: [{ id: { S: '1' } }] }])),
    });
  const denied = (message: string) => ({
    name: 'AccessDeniedException',
    message: expect.stringContaining(message) as unknown,
  });

  test('allow a function the actions of its role, and other callers all actions', async () => {
    await database('operator').send(put('Cache'));
    const { Responses } = await database('Reader').send(batch('Cache'));
    expect(Responses!.Cache).toEqual([{ id: { S: '1' } }]);
  });

  test('reject other actions with the error of AWS and without an effect', async () => {
    await expect(database('Reader').send(put('Other'))).rejects.toMatchObject(
      denied(`Reader is not authorized to perform: dynamodb:PutItem on ${arn('Other')}`),
    );
    await expect(database('Reader').send(batch('Cache', 'Other'))).rejects.toMatchObject(denied('Other'));
    const { Responses } = await database('operator').send(batch('Other'));
    expect(Responses!.Other).toEqual([]);
    const ofIndex = new QueryCommand({ TableName: 'Cache', IndexName: 'due', KeyConditionExpression: 'id = x' });
    await expect(database('Reader').send(ofIndex)).rejects.toMatchObject(denied('/index/due'));
  });

  test('check permissions in each protocol', async () => {
    const ssm = (caller: string) => new SSMClient({ ...as(caller), endpoint });
    const read = new GetParametersCommand({ Names: ['/secret'] });
    await expect(ssm('Nobody').send(read)).rejects.toMatchObject(denied('ssm:GetParameters'));
    expect((await ssm('operator').send(read)).Parameters).toHaveLength(1);

    const gateway = (caller: string) => new APIGatewayClient({ ...as(caller), endpoint });
    const drop = new DeleteApiKeyCommand({ apiKey: 'a' });
    await expect(gateway('Nobody').send(drop)).rejects.toMatchObject({
      ...denied('apigateway:DELETE'),
      $metadata: expect.objectContaining({ httpStatusCode: 403 }) as unknown,
    });
    expect((await gateway('operator').send(new GetApiKeysCommand({}))).items).toEqual([]);
  });

  test('forward invalid JSON to the database', async () => {
    const response = await fetch(tables.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.PutItem' },
      body: '{',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('SerializationException');
  });

  test('record the requested actions of each role once', async () => {
    await database('Reader').send(batch('Cache'));
    const lines = readFileSync(logFile, 'utf8').trim().split('\n');
    const calls = lines.map((line) => JSON.parse(line) as Call);
    const read = { function: 'Reader', action: 'dynamodb:BatchGetItem', resource: arn('Cache'), allowed: true };
    expect(calls.filter(({ allowed }) => allowed)).toEqual([read]);
    expect(new Set(calls.map((call) => call.function))).toEqual(new Set(['Reader', 'Nobody']));
    expect(logged).toHaveLength(calls.length - 1);
  });
});

describe('roles of a template', () => {
  const role = { Type: 'AWS::IAM::Role', Properties: {} };
  const policy = (statement: object) => ({
    Type: 'AWS::IAM::Policy',
    Properties: { Roles: [{ Ref: 'Role' }], PolicyDocument: { Statement: [statement] } },
  });
  const templateOf = (statement: object, Role: object = role) => ({
    Resources: {
      Fn: { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
      Role: Role as typeof role,
      Policy: policy(statement),
      OfAnother: { ...policy(statement), Properties: { Roles: [{ Ref: 'Other' }], PolicyDocument: {} } },
    },
  });
  const statement = { Effect: 'Allow', Action: 'dynamodb:Query', Resource: { 'Fn::GetAtt': ['Table', 'Arn'] } };

  test('are read from inline and attached policies, with the ARNs of calls', () => {
    const inline = { ...role, Properties: { Policies: [{ PolicyDocument: { Statement: [statement] } }] } };
    const read = allow(['dynamodb:Query'], [arn('Table')]);
    expect(readPermissions(templateOf(statement)).get('Fn')).toEqual([read]);
    expect(readPermissions(templateOf(statement, inline)).get('Fn')).toEqual([read, read]);
  });

  test('allow only calls that their conditions fit', () => {
    const Condition = { StringEquals: { 'aws:ResourceTag/stack': 'shop' } };
    const statements = readPermissions(
      templateOf({ ...statement, Action: 'apigateway:PATCH', Resource: '*', Condition }),
    ).get('Fn')!;
    const tags = { own: { stack: 'shop' }, other: { stack: 'shop-staging' }, untagged: {} };
    const may = (key: keyof typeof tags) => {
      const [required] = gatewayActions('PATCH', `/apikeys/${key}`, {}, (id) => tags[id as keyof typeof tags]);
      return isAllowed(statements, required!);
    };
    expect([may('own'), may('other'), may('untagged')]).toEqual([true, false, false]);
  });

  test.each([
    ['another condition', templateOf({ ...statement, Condition: { StringLike: { 'aws:ResourceTag/stack': 'a*' } } })],
    ['a condition on another key', templateOf({ ...statement, Condition: { StringEquals: { 'aws:userid': 'a' } } })],
    ['exceptions', templateOf({ Effect: 'Allow', NotAction: 'x', Resource: '*' })],
    [
      "AWS's own policies",
      templateOf(statement, { ...role, Properties: { ManagedPolicyArns: ['arn:aws:iam::aws:policy/X'] } }),
    ],
  ])('with %s are rejected as unsupported', (_what, template) => {
    expect(() => readPermissions(template)).toThrow(UnknownPolicy);
  });
});
