import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import {
  createDeadLetters,
  createLastFailures,
  type DeadLetter,
  type DeadLetters,
} from '../../../functions/core/operations/dead-letters.ts';
import { openTables, operationsTable } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T08:00:00Z');
const table = operationsTable.name;
let client: DynamoDB;
let now: number;
let letters: DeadLetters;
const tables = useOpened(() => openTables(operationsTable));
beforeAll(() => {
  client = tables.db;
});
beforeEach(async () => {
  now = START;
  letters = createDeadLetters(client, table, () => now);
  for (const { id } of (await letters.sentBefore('9999', 250)).letters) await letters.remove(id);
});

const keep = (letter: Partial<DeadLetter> & Pick<DeadLetter, 'messageId'>) =>
  createDeadLetters(tables.db, table, () => now).keep({
    ...{ body: '{}', queue: 'work', task: 'snapshot', domain: null, why: null, sentAt: now },
    ...letter,
  });
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id.split('#')[1]);
const listed = async (after: string | null = null) => (await letters.list(after, 2)).letters;

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

test('failed jobs are listed newest first, page by page, to the end', async () => {
  for (const [index, messageId] of ['a', 'b', 'c', 'd', 'e'].entries()) await keep({ messageId, sentAt: now + index });
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page = await letters.list(after, 2);
    found.push(...page.letters.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  expect(idsOf(found.map((id) => ({ id })))).toEqual(['e', 'd', 'c', 'b', 'a']);
});

test('a cursor works when its failed job is deleted, or when it is malformed', async () => {
  for (const [index, messageId] of ['a', 'b', 'c'].entries()) await keep({ messageId, sentAt: now + index });
  const { next } = await letters.list(null, 2);
  await letters.remove(next!);
  expect(idsOf(await listed(next))).toEqual(['a']);
  expect(await listed('!')).toEqual([]);
  expect(idsOf(await listed('~'))).toEqual(['c', 'a']);
});

test('failed jobs are counted up to a number', async () => {
  for (const messageId of ['a', 'b', 'c']) await keep({ messageId });
  expect(await letters.count(4)).toEqual({ count: 3, more: false });
  expect(await letters.count(3)).toEqual({ count: 3, more: false });
  expect(await letters.count(2)).toEqual({ count: 2, more: true });
});

test('sentBefore returns failed jobs oldest first, with the members for a retry', async () => {
  for (const [index, messageId] of ['a', 'b', 'c'].entries()) {
    await keep({ messageId, body: messageId, queue: 'batches', sentAt: START + index * 1_000 });
  }
  const until = new Date(START + 2_000).toISOString();
  const { letters: some, more } = await letters.sentBefore(until, 1);
  expect([idsOf(some), more]).toEqual([['a'], true]);
  expect(some[0]).toMatchObject({ queue: 'batches', body: 'a' });
  expect(idsOf((await letters.sentBefore(until, 10)).letters)).toEqual(['a', 'b']);
  expect(await letters.read(some[0]!.id)).toMatchObject({ queue: 'batches', body: 'a' });
});

test('an expired failed job is neither listed, counted nor retried when it is not deleted yet', async () => {
  await keep({ messageId: 'a' });
  now += 30 * DAY_MS - 1_000;
  expect(await letters.count(10)).toEqual({ count: 1, more: false });
  now += 2_000;
  expect([await listed(), await letters.count(10)]).toEqual([[], { count: 0, more: false }]);
  expect((await letters.sentBefore(new Date(now).toISOString(), 10)).letters).toEqual([]);
});

test('deleteDomain deletes all failed jobs of a domain and no others', async () => {
  for (let each = 0; each < 30; each += 1) await keep({ messageId: `m${each}`, domain: 'gone.example' });
  await keep({ messageId: 'stays', domain: 'shop.example' });
  await letters.deleteDomain('gone.example');
  expect(idsOf((await letters.list(null, 50)).letters)).toEqual(['stays']);
});

describe('the error of a failed message', () => {
  const failures = () => createLastFailures(tables.db, table, () => now);

  test('is read by the id of the message, and is not a failed job', async () => {
    await failures().note('m1', 'domain_busy');
    expect([await failures().read('m1'), await failures().read('m2')]).toEqual(['domain_busy', null]);
    expect(await letters.count(10)).toEqual({ count: 0, more: false });
  });
});
