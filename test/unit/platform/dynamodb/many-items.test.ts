import { beforeAll, expect, test } from '@jest/globals';
import type { BatchGetInput, BatchWriteInput } from '../../../../functions/core/platform/dynamodb/dynamodb.ts';
import {
  deleteFound,
  getItems,
  writeItems,
  WritesRefused,
} from '../../../../functions/core/platform/dynamodb/many-items.ts';
import { startsWith } from '../../../../functions/core/platform/dynamodb/expressions.ts';
import { queryItems } from '../../../../functions/core/platform/dynamodb/table.ts';
import { historyTable, createTestTables } from '../../../support/dynamodb.ts';
import { useOpened } from '../../../support/use-opened.ts';

const table = historyTable.name;
const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'];
const keyOf = (captured_at: string) => ({ domain: 'known.com', captured_at });

const tables = useOpened(() => createTestTables(historyTable));
const history = () => ({ db: tables.db, table });

/** Reads the sort keys of a domain, two items a page. */
async function daysOf(domain: string) {
  const items = await queryItems<{ captured_at: string }>(history(), { domain }, { limit: 2 });
  return items.map(({ captured_at }) => captured_at);
}

beforeAll(async () => {
  await writeItems(
    history(),
    days.map((day) => ({ PutRequest: { Item: keyOf(day) } })),
  );
});

test('writeItems sends at most 25 writes per request and repeats unprocessed writes until all are written', async () => {
  const done: number[] = [];
  const sizes: number[] = [];
  // The table accepts seven items at a time, like a throttled one.
  const batchWrite = ({ RequestItems }: BatchWriteInput) => {
    const requests = RequestItems!.history!;
    sizes.push(requests.length);
    done.push(...requests.slice(0, 7).map(({ PutRequest }) => PutRequest!.Item!.n as number));
    const undone = requests.slice(7);
    return Promise.resolve({ UnprocessedItems: undone.length > 0 ? { history: undone } : {} });
  };
  const puts = Array.from({ length: 40 }, (_, n) => ({ PutRequest: { Item: { n } } }));
  await writeItems({ db: { batchWrite }, table: 'history' }, puts);
  expect(Math.max(...sizes)).toBe(25);
  expect(done.toSorted((a, b) => a - b)).toEqual(puts.map(({ PutRequest }) => PutRequest.Item.n));
});

test('writeItems fails with a code when the table repeatedly accepts no write', async () => {
  let tries = 0;
  const batchWrite = ({ RequestItems }: BatchWriteInput) => {
    tries += 1;
    return Promise.resolve({ UnprocessedItems: RequestItems });
  };
  const refused = writeItems({ db: { batchWrite }, table: 'history' }, [
    { DeleteRequest: { Key: { domain: 'a.com' } } },
  ]);
  await expect(refused).rejects.toThrow(WritesRefused);
  await expect(refused).rejects.toMatchObject({ code: 'writes_refused' });
  expect(tries).toBe(8);
}, 20_000);

test('getItems requests unprocessed keys again with the same consistency', async () => {
  const requested: { count: number; consistent: boolean | undefined }[] = [];
  /** Returns the items of the first two keys of each request. */
  const batchGet = async ({ RequestItems }: BatchGetInput) => {
    const { Keys = [], ...how } = RequestItems![table]!;
    requested.push({ count: Keys.length, consistent: how.ConsistentRead });
    const { Responses } = await tables.db.batchGet({ RequestItems: { [table]: { ...how, Keys: Keys.slice(0, 2) } } });
    const left = Keys.slice(2);
    return { Responses, UnprocessedKeys: left.length > 0 ? { [table]: { ...how, Keys: left } } : {} };
  };
  const keys = [...days.map(keyOf), keyOf('2026-02-01')];
  const items = await getItems<{ captured_at: string }>({ db: { batchGet }, table }, keys, { consistent: true });
  expect(items.map(({ captured_at }) => captured_at).toSorted()).toEqual(days);
  expect(requested).toEqual([6, 4, 2].map((count) => ({ count, consistent: true })));
});

test('queryItems reads all pages of a query in the order of the keys', async () => {
  expect(await daysOf('known.com')).toEqual(days);
});

test('deleteFound deletes the items of a partition, or only those with a prefix', async () => {
  const item = (captured_at: string) => ({ PutRequest: { Item: { domain: 'deleted.com', captured_at } } });
  await writeItems(history(), ['a#1', 'a#2', 'b#1', 'b#2'].map(item));
  const names = ['domain', 'captured_at'];
  await deleteFound(history(), names, { domain: 'deleted.com', captured_at: startsWith('a#') });
  expect(await daysOf('deleted.com')).toEqual(['b#1', 'b#2']);
  await deleteFound(history(), names, { domain: 'deleted.com' });
  expect(await daysOf('deleted.com')).toEqual([]);
  expect(await daysOf('known.com')).toHaveLength(days.length);
});
