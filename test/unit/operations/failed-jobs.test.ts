import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import {
  createFailedJobs,
  createLastFailures,
  type FailedJob,
  type FailedJobs,
} from '../../../functions/core/operations/failed-jobs.ts';
import { createTestTables, operationsTable } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T08:00:00Z');
const table = operationsTable.name;
let client: DynamoDB;
let now: number;
let jobs: FailedJobs;
const tables = useOpened(() => createTestTables(operationsTable));
beforeAll(() => {
  client = tables.db;
});
beforeEach(async () => {
  now = START;
  jobs = createFailedJobs(client, table, () => now);
  for (const { id } of (await jobs.sentBefore('9999', 250)).jobs) await jobs.remove(id);
});

const keep = (job: Partial<FailedJob> & Pick<FailedJob, 'messageId'>) =>
  createFailedJobs(tables.db, table, () => now).keep({
    ...{ body: '{}', queue: 'work', task: 'snapshot', domain: null, why: null, sentAt: now },
    ...job,
  });
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id.split('#')[1]);
const listed = async (after: string | null = null) => (await jobs.list(after, 2)).jobs;

test('a failed job is stored unchanged, and once for several deliveries', async () => {
  const given = { messageId: 'a', domain: 'shop.example', why: 'domain_busy', sentAt: START - 60_000 };
  await keep(given);
  now += 1_000;
  await keep({ ...given, why: null });
  expect(await listed()).toEqual([
    {
      id: '2026-11-20T07:59:00.000Z#a',
      queue: 'work',
      task: 'snapshot',
      domain: 'shop.example',
      why: 'domain_busy',
      sent_at: '2026-11-20T07:59:00.000Z',
      given_up_at: '2026-11-20T08:00:00.000Z',
    },
  ]);
});

test('failed jobs of a domain are listed newest first, page by page, without expired and deleted ones', async () => {
  for (const [index, messageId] of ['a', 'b', 'c', 'd'].entries()) {
    await keep({ messageId, domain: 'shop.example', why: 'timeout', sentAt: now + index });
  }
  await keep({ messageId: 'other', domain: 'blog.example' });
  await jobs.remove((await jobs.listDomain('shop.example', null, 1)).jobs[0]!.id);
  const first = await jobs.listDomain('shop.example', null, 2);
  expect(first.jobs[0]).toEqual({
    id: '2026-11-20T08:00:00.002Z#c',
    queue: 'work',
    task: 'snapshot',
    domain: 'shop.example',
    why: 'timeout',
    sent_at: '2026-11-20T08:00:00.002Z',
    given_up_at: '2026-11-20T08:00:00.000Z',
  });
  expect(idsOf(first.jobs)).toEqual(['c', 'b']);
  const second = await jobs.listDomain('shop.example', first.next, 2);
  expect([idsOf(second.jobs), second.next]).toEqual([['a'], null]);
  now += 30 * DAY_MS + 1_000;
  expect((await jobs.listDomain('shop.example', null, 2)).jobs).toEqual([]);
});

test('failed jobs are listed newest first, page by page, to the end', async () => {
  for (const [index, messageId] of ['a', 'b', 'c', 'd', 'e'].entries()) await keep({ messageId, sentAt: now + index });
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page = await jobs.list(after, 2);
    found.push(...page.jobs.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  expect(idsOf(found.map((id) => ({ id })))).toEqual(['e', 'd', 'c', 'b', 'a']);
});

test('a cursor works when its failed job is deleted, or when it is malformed', async () => {
  for (const [index, messageId] of ['a', 'b', 'c'].entries()) await keep({ messageId, sentAt: now + index });
  const { next } = await jobs.list(null, 2);
  await jobs.remove(next!);
  expect(idsOf(await listed(next))).toEqual(['a']);
  expect(await listed('!')).toEqual([]);
  expect(idsOf(await listed('~'))).toEqual(['c', 'a']);
});

test('failed jobs are counted up to a number', async () => {
  for (const messageId of ['a', 'b', 'c']) await keep({ messageId });
  expect(await jobs.count(4)).toEqual({ count: 3, more: false });
  expect(await jobs.count(3)).toEqual({ count: 3, more: false });
  expect(await jobs.count(2)).toEqual({ count: 2, more: true });
});

test('sentBefore returns failed jobs oldest first, with the members for a retry', async () => {
  for (const [index, messageId] of ['a', 'b', 'c'].entries()) {
    await keep({ messageId, body: messageId, queue: 'batches', sentAt: START + index * 1_000 });
  }
  const until = new Date(START + 2_000).toISOString();
  const { jobs: some, more } = await jobs.sentBefore(until, 1);
  expect([idsOf(some), more]).toEqual([['a'], true]);
  expect(some[0]).toMatchObject({ queue: 'batches', body: 'a' });
  expect(idsOf((await jobs.sentBefore(until, 10)).jobs)).toEqual(['a', 'b']);
  expect(await jobs.read(some[0]!.id)).toMatchObject({ queue: 'batches', body: 'a' });
});

test('an expired failed job is neither listed, counted nor retried when it is not deleted yet', async () => {
  await keep({ messageId: 'a' });
  now += 30 * DAY_MS - 1_000;
  expect(await jobs.count(10)).toEqual({ count: 1, more: false });
  now += 2_000;
  expect([await listed(), await jobs.count(10)]).toEqual([[], { count: 0, more: false }]);
  expect((await jobs.sentBefore(new Date(now).toISOString(), 10)).jobs).toEqual([]);
});

test('deleteDomain deletes all failed jobs of a domain and no others', async () => {
  for (let each = 0; each < 30; each += 1) await keep({ messageId: `m${each}`, domain: 'gone.example' });
  await keep({ messageId: 'stays', domain: 'shop.example' });
  await jobs.deleteDomain('gone.example');
  expect(idsOf((await jobs.list(null, 50)).jobs)).toEqual(['stays']);
});

describe('the error of a failed message', () => {
  const failures = () => createLastFailures(tables.db, table, () => now);

  test('is read by the id of the message, and is not a failed job', async () => {
    await failures().record('m1', 'domain_busy');
    expect([await failures().read('m1'), await failures().read('m2')]).toEqual(['domain_busy', null]);
    expect(await jobs.count(10)).toEqual({ count: 0, more: false });
  });
});
