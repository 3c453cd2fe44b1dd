import { beforeAll, expect, test } from '@jest/globals';
import { createIdempotencyKeys, type IdempotencyKeys } from '../../../functions/core/batches/idempotency-keys.ts';
import { coordinationTable, createTestTables } from '../../support/dynamodb.ts';
import { useOpened } from '../../support/use-opened.ts';

let keys: IdempotencyKeys;
let now = Date.parse('2026-11-22T10:00:00Z');

const tables = useOpened(() => createTestTables(coordinationTable));
beforeAll(() => {
  keys = createIdempotencyKeys(tables.db, coordinationTable.name, () => now);
});

test('concurrent requests with the same key all receive the same first request', async () => {
  const given = Array.from({ length: 10 }, (_, id) => ({ body: 'same', id: `b${id}` }));
  const first = await Promise.all(given.map((request) => keys.recordFirst('o1', 'key', request)));
  expect(new Set(first.map(({ id }) => id)).size).toBe(1);
});

test('a key returns the first body, and is separate for each owner', async () => {
  await keys.recordFirst('o1', 'k', { body: 'one', id: 'b1' });
  expect(await keys.recordFirst('o1', 'k', { body: 'other', id: 'b2' })).toEqual({ body: 'one', id: 'b1' });
  expect(await keys.recordFirst('o2', 'k', { body: 'other', id: 'b2' })).toEqual({ body: 'other', id: 'b2' });
});

test('a key is valid for a day', async () => {
  await keys.recordFirst('o1', 'daily', { body: 'one', id: 'b1' });
  now += 86_400_000 - 1;
  expect((await keys.recordFirst('o1', 'daily', { body: 'one', id: 'b2' })).id).toBe('b1');
  now += 1;
  expect((await keys.recordFirst('o1', 'daily', { body: 'other', id: 'b3' })).id).toBe('b3');
});
