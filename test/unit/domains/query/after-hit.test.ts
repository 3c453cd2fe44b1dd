import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterHit } from '../../../../functions/core/domains/query/after-hit.ts';
import { recordSettings } from '../../../../functions/core/domains/settings.ts';
import type { CachedRecord } from '../../../../functions/core/record/cached-record.ts';
import { answerAwsCalls } from '../../../../infra/local/aws/aws-json.ts';
import { coordinationTable, openTables, scheduleTable, type TestTables } from '../../../support/dynamodb.ts';
import { settingsOf } from '../../../support/settings.ts';

const settings = settingsOf(recordSettings, {
  COORDINATION_TABLE: coordinationTable.name,
  DOMAIN_SCHEDULE_TABLE: scheduleTable.name,
  MAX_FOLLOWED_DOMAINS: '10',
});
const RETRY = { isRetryDue: true, scheduleChange: null };

let tables: TestTables;
let aws: Server;
let sent: unknown[] = [];

beforeAll(async () => {
  tables = await openTables(coordinationTable, scheduleTable);
  const send = ({ MessageBody }: { MessageBody: string }) => {
    sent.push(JSON.parse(MessageBody));
    return { MessageId: '1', MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
  };
  aws = createServer(answerAwsCalls({ 'AmazonSQS.SendMessage': send })).listen(0, '127.0.0.1');
  await once(aws, 'listening');
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${(aws.address() as AddressInfo).port}`,
  });
});
afterAll(async () => {
  aws.closeAllConnections();
  aws.close();
  await tables.close();
});
beforeEach(() => {
  sent = [];
});

const entryOf = (domain: string) =>
  ({
    domain,
    retries: {},
    recordJson: JSON.stringify({
      sources: [
        { id: 'site', status: 'ok', error: null },
        { id: 'tranco', status: 'rate_limited', error: { retryable: true } },
        { id: 'crux', status: 'error', error: { retryable: false } },
        { id: 'pagespeed', status: 'pending', error: null },
      ],
    }),
  }) as CachedRecord;

test('one of many hits queues retryable and pending sources', async () => {
  await Promise.all(Array.from({ length: 10 }, () => afterHit(entryOf('a.com'), RETRY, { db: tables.db, settings })));
  expect(sent).toEqual([{ task: 'complete-record', domain: 'a.com', sources: ['tranco', 'pagespeed'], attempt: 0 }]);
});

async function scheduleOf(domain: string) {
  const get = new GetItemCommand({ TableName: scheduleTable.name, Key: { domain: { S: domain } } });
  return (await tables.client.send(get)).Item;
}

async function nextSnapshotOf(domain: string) {
  return (await scheduleOf(domain))?.next_snapshot_at?.S;
}

test('a query day that was not written at the first query is written', async () => {
  await afterHit(entryOf('d.com'), { isRetryDue: false, scheduleChange: 'record query' }, { db: tables.db, settings });
  const today = new Date().toISOString().slice(0, 10);
  expect(await scheduleOf('d.com')).toMatchObject({ first_asked_on: { S: today }, last_asked_on: { S: today } });
});

test('a domain that is requested again is followed, and its snapshot is brought forward if it is far away', async () => {
  await afterHit(entryOf('c.com'), { isRetryDue: false, scheduleChange: 'follow' }, { db: tables.db, settings });
  const next = await nextSnapshotOf('c.com');
  expect(Date.parse(next!)).toBeGreaterThan(Date.now());
  const Item = { domain: { S: 'c.com' }, due_shard: { S: '0' }, next_snapshot_at: { S: '2999-01-01T00:00:00.000Z' } };
  await tables.client.send(new PutItemCommand({ TableName: scheduleTable.name, Item }));
  await afterHit(entryOf('c.com'), { isRetryDue: false, scheduleChange: 'bring forward' }, { db: tables.db, settings });
  expect(Date.parse((await nextSnapshotOf('c.com'))!) - Date.now()).toBeLessThanOrEqual(24 * 60 * 60_000);
  expect(sent).toEqual([]);
});

test('an unavailable queue does not fail the answer', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const endpoint = process.env.AWS_ENDPOINT_URL_SQS!;
  process.env.AWS_ENDPOINT_URL_SQS = 'http://127.0.0.1:9';
  await afterHit(entryOf('b.com'), RETRY, { db: tables.db, settings });
  process.env.AWS_ENDPOINT_URL_SQS = endpoint;
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test('a queue that does not respond does not delay the answer beyond the limit', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const endpoint = process.env.AWS_ENDPOINT_URL_SQS!;
  process.env.AWS_ENDPOINT_URL_SQS = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  await afterHit(entryOf('e.com'), RETRY, { db: tables.db, settings });
  process.env.AWS_ENDPOINT_URL_SQS = endpoint;
  silent.close();
  silent.closeAllConnections();
  while (warn.mock.calls.length < 2) await sleep(50);
  warn.mockRestore();
});
