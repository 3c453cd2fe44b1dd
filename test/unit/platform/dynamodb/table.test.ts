import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  absent,
  absentOr,
  anyOf,
  atLeast,
  atMost,
  between,
  type Changes,
  contains,
  ifAbsent,
  lacks,
  lessThan,
  member,
  moreThan,
  not,
  present,
  smallerThan,
  startsWith,
  type When,
} from '../../../../functions/core/platform/dynamodb/expressions.ts';
import {
  countItems,
  deleteItem,
  getItem,
  putItem,
  queryItems,
  queryPage,
  updateAndReturn,
  updateItem,
} from '../../../../functions/core/platform/dynamodb/table.ts';
import { historyTable, createTestTables } from '../../../support/dynamodb.ts';
import { useOpened } from '../../../support/use-opened.ts';

const tables = useOpened(() => createTestTables(historyTable));
const table = () => ({ db: tables.db, table: historyTable.name });
const key = { domain: 'a.com', captured_at: '2026-01-01' };
const stored = { ...key, number: 3, text: 'b', hosts: new Set(['a', 'b']), 'owner#a.b': 1, map: { 7: 'seven' } };

beforeEach(async () => {
  await putItem(table(), stored);
});

const holds = (when: When) => putItem(table(), stored, { when });

test.each<[string, When]>([
  ['a value', { number: 3 }],
  ['several values', { number: 3, text: 'b' }],
  ['an attribute that is absent', { other: absent }],
  ['an attribute that is present', { 'owner#a.b': present }],
  ['a smaller number', { number: lessThan(4) }],
  ['a number at the limit', { number: anyOf(atMost(3), 4) }],
  ['a larger number', { number: moreThan(2) }],
  ['at least a number', { number: atLeast(3) }],
  ['another value', { number: not(4) }],
  ['a range', { number: between(3, 4) }],
  ['a prefix', { captured_at: startsWith('2026') }],
  ['a member of a set', { hosts: contains('a') }],
  ['no member of a set', { hosts: lacks('c') }],
  ['a small set', { hosts: smallerThan(3) }],
  ['a member of a map', { [member('map', '7')]: 'seven' }],
  ['absent or a value', { number: absentOr(3), other: absentOr(3) }],
  ['the second of alternatives', [{ number: 4 }, { number: 3, text: 'b' }]],
])('a write is made if its condition holds: %s', async (_, when) => {
  expect(await holds(when)).toBe(true);
});

test.each<[string, When]>([
  ['a value', { number: 4 }],
  ['one of several values', { number: 3, text: 'c' }],
  ['an attribute that is absent', { number: absent }],
  ['an attribute that is present', { other: present }],
  ['a smaller number', { number: lessThan(3) }],
  ['another value', { number: not(3) }],
  ['a member of a set', { hosts: contains('c') }],
  ['no member of a set', { hosts: lacks('a') }],
  ['a small set', { hosts: smallerThan(2) }],
  ['a member of a map', { [member('map', '8')]: present }],
  ['absent or a value', { number: absentOr(4) }],
  ['all alternatives', [{ number: 4 }, { number: 3, text: 'c' }]],
])('a write is not made if its condition does not hold: %s', async (_, when) => {
  expect(await holds(when)).toBe(false);
});

test.each<[string, Changes, object]>([
  ['sets a value', { set: { number: 4 } }, { ...stored, number: 4 }],
  ['removes what is undefined', { set: { number: undefined, text: 'c' } }, { ...stored, number: undefined, text: 'c' }],
  [
    'sets a value only where there is none',
    { set: { number: ifAbsent(4), other: ifAbsent(5) } },
    { ...stored, other: 5 },
  ],
  [
    'sets a member of a map',
    { set: { [member('map', '8')]: 'eight' } },
    { ...stored, map: { 7: 'seven', 8: 'eight' } },
  ],
  [
    'adds to numbers and sets',
    { add: { number: 2, hosts: new Set(['c']) } },
    { ...stored, number: 5, hosts: new Set(['a', 'b', 'c']) },
  ],
  ['removes attributes', { remove: ['number', member('map', '7')] }, { ...stored, number: undefined, map: {} }],
  ['removes members of a set', { removeFrom: { hosts: new Set(['a']) } }, { ...stored, hosts: new Set(['b']) }],
])('updateItem %s', async (_, changes, expected) => {
  expect(await updateItem(table(), key, changes)).toBe(true);
  expect(await getItem(table(), key, { consistent: true })).toEqual(expected);
});

test('updateItem changes nothing if its condition does not hold', async () => {
  expect(await updateItem(table(), key, { set: { number: 4 }, when: { number: 4 } })).toBe(false);
  expect(await getItem(table(), key)).toEqual(stored);
});

describe('updateAndReturn', () => {
  test('returns the attributes after or before the update', async () => {
    const update = { add: { number: 1 } };
    expect(await updateAndReturn(table(), key, update)).toMatchObject({ number: 4, text: 'b' });
    expect(await updateAndReturn(table(), key, update, 'UPDATED_OLD')).toEqual({ number: 4 });
  });

  test('returns null if the condition does not hold', async () => {
    expect(await updateAndReturn(table(), key, { add: { number: 1 }, when: { number: absent } })).toBeNull();
  });
});

test('getItem returns undefined for an unknown key, and otherwise the requested attributes', async () => {
  expect(await getItem(table(), { ...key, captured_at: 'other' })).toBeUndefined();
  expect(await getItem(table(), key, { attributes: ['number', 'text'] })).toEqual({ number: 3, text: 'b' });
});

test('deleteItem deletes an item if its condition holds', async () => {
  expect(await deleteItem(table(), key, { number: 4 })).toBe(false);
  expect(await deleteItem(table(), key, { number: 3 })).toBe(true);
  expect(await getItem(table(), key)).toBeUndefined();
});

describe('queries', () => {
  const ofPages = { domain: 'pages.com' };
  const days = ['1', '2', '3', '4', '5'];
  beforeEach(async () => {
    for (const captured_at of days) await putItem(table(), { ...ofPages, captured_at, number: Number(captured_at) });
  });

  test('return pages that continue after a key, in both directions', async () => {
    const first = await queryPage<{ captured_at: string }>(table(), ofPages, { limit: 2 });
    expect(first.items.map(({ captured_at }) => captured_at)).toEqual(['1', '2']);
    const rest = await queryItems(table(), ofPages, { after: first.next, limit: 2, attributes: ['number'] });
    expect(rest).toEqual([{ number: 3 }, { number: 4 }, { number: 5 }]);
    const { items } = await queryPage(table(), ofPages, { descending: true, limit: 1, attributes: ['number'] });
    expect(items).toEqual([{ number: 5 }]);
  });

  test('return the items whose key and attributes meet conditions', async () => {
    const conditions = { ...ofPages, captured_at: between('2', '4') };
    const found = await queryItems(table(), conditions, { filter: { number: not(3) }, attributes: ['number'] });
    expect(found).toEqual([{ number: 2 }, { number: 4 }]);
  });

  test('count the items of all pages', async () => {
    expect(await countItems(table(), { ...ofPages, captured_at: atLeast('2') }, { limit: 3 })).toBe(4);
  });
});
