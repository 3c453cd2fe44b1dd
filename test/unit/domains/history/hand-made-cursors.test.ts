import { expect, test } from '@jest/globals';
import { readHistory } from '../../../../functions/core/domains/history/read-history.ts';
import { createDomainHistory } from '../../../../functions/core/domains/store/domain-history.ts';
import { isError } from '../../../../functions/core/platform/http/errors.ts';
import { cursorAt } from '../../../../functions/core/platform/http/paging.ts';
import { historyTable, createTestTables } from '../../../support/dynamodb.ts';
import { useOpened } from '../../../support/use-opened.ts';

const tables = useOpened(() => createTestTables(historyTable));
const range = { text: '30d', amount: 30, unit: 'd' } as const;
const TIME = '2026-11-20T08:00:00.000Z';

async function outcomeOf(position: string): Promise<string> {
  const history = createDomainHistory(tables.db, historyTable.name);
  const cursor = cursorAt(position, { domain: 'a.com', range: '30d', from: null, to: null });
  try {
    await readHistory({ domain: 'a.com', range, limit: 10, cursor }, { history, now: () => Date.parse(TIME) });
    return 'read';
  } catch (error) {
    if (isError(error, 'invalid_parameter')) return 'refused';
    throw error;
  }
}

test('a cursor of a position is read', async () => {
  expect(await outcomeOf(`${TIME} ${TIME} ${TIME} ${TIME}`)).toBe('read');
  expect(await outcomeOf(`${TIME} ${TIME} ${TIME} 2026-11-20#scheduled`)).toBe('read');
});

test.each([
  ['', 'no position'],
  ['   ', 'empty parts'],
  [`${TIME} ${TIME} ${TIME}`, 'no key'],
  ['a b c d', 'texts in place of times'],
  [` ${TIME} ${TIME} ${TIME}`, 'no beginning'],
  [`${TIME} ${TIME} ${TIME} é`, 'a key that is none'],
  [`${TIME} ${TIME} ${TIME} ${TIME}${'a'.repeat(900)}`, 'a long key'],
  [`${TIME} ${TIME} ${TIME} ${TIME}${'a'.repeat(1_100)}`, 'a key that is longer than one of DynamoDB'],
])('a cursor of %j is refused: it has %s', async (position) => {
  expect(await outcomeOf(position)).toBe('refused');
});
