import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAllowances } from '../../../functions/shared/storage/allowances.ts';
import { sdkItemClient } from '../../../functions/shared/storage/dynamodb/client.ts';
import { createDocumentClient, sdkDocumentReader } from '../../../functions/shared/storage/dynamodb/document-client.ts';
import { readUsedAllowances } from '../../../functions/shared/storage/used-allowances.ts';
import { coordinationTable, openTables, type TestTables } from '../../support/dynamodb.ts';

const DAY = Date.parse('2026-11-21T12:00:00Z');
const TOMORROW = DAY + 86_400_000;
let tables: TestTables;

beforeAll(async () => {
  tables = await openTables(coordinationTable);
});
afterAll(() => tables.close());

test('what many owners had today is read at once, each of them apart, and nothing of another day', async () => {
  const allowances = createAllowances(sdkItemClient(tables.client), coordinationTable.name, () => DAY);
  const owners = Array.from({ length: 120 }, (_, index) => `o${index}`);
  await allowances.take('o0', 'domains', 9);
  for (let taken = 0; taken < 3; taken += 1) await allowances.take('o119', 'pages', 9);
  const reader = sdkDocumentReader(createDocumentClient(tables.client));
  const read = (now: number) => readUsedAllowances(reader, coordinationTable.name, [...owners, 'o0'], now);
  const used = await read(DAY);
  expect(used('o0')).toEqual({ domains: 1, pages: 0 });
  expect(used('o119')).toEqual({ domains: 0, pages: 3 });
  expect(used('o7')).toEqual({ domains: 0, pages: 0 });
  expect((await read(TOMORROW))('o0')).toEqual({ domains: 0, pages: 0 });
});
