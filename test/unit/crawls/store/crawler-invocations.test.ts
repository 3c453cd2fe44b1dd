import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createCrawlerInvocations } from '../../../../functions/core/crawls/store/crawler-invocations.ts';
import { siteCrawlsTable } from '../../../support/dynamodb.ts';
import { createTestRecordServices } from '../../../support/record-services.ts';

const ROOM = 10;
const LATER_MS = 100_000;
const taskOf = (id: string) => ({ domain: 'site.example', id, slices: 3 });

let opened: Awaited<ReturnType<typeof createTestRecordServices>>;
let invocations: ReturnType<typeof createCrawlerInvocations>;

beforeEach(async () => {
  opened = await createTestRecordServices([]);
  invocations = createCrawlerInvocations(opened.tables.db, siteCrawlsTable.name, () => opened.clock.now);
});
afterEach(() => opened.close());

const register = (id: string, used = 1) => invocations.register({ id, used, until: opened.clock.now + LATER_MS });
const join = (id: string, crawl: string, shares = 1, leftMs = 0) =>
  invocations.join(id, { task: taskOf(crawl), shares }, { room: ROOM, until: opened.clock.now + leftMs });

test('the list contains the invocations whose slices have not ended, oldest first', async () => {
  await register('2');
  await register('1', 4);
  const until = opened.clock.now + LATER_MS;
  expect(await invocations.list()).toEqual([
    { id: '1', used: 4, until },
    { id: '2', used: 1, until },
  ]);
  await invocations.end('1');
  expect(await invocations.list()).toMatchObject([{ id: '2' }]);
  opened.clock.now += LATER_MS;
  expect(await invocations.list()).toEqual([]);
});

test('an invocation takes each crawl that joins it once', async () => {
  await register('1');
  expect(await join('1', 'one')).toBe(true);
  expect(await join('1', 'two', 3)).toBe(true);
  expect(await invocations.list()).toMatchObject([{ used: 5 }]);
  const joined = await invocations.takeJoined('1', 1);
  expect(joined.map(({ id }) => id).toSorted()).toEqual(['one', 'two']);
  expect(await invocations.takeJoined('1', 5)).toEqual([]);
  // Shares of crawls that have ended are free again.
  expect(await invocations.takeJoined('1', 2)).toEqual([]);
  expect(await invocations.list()).toMatchObject([{ used: 2 }]);
});

test('a crawl cannot join an invocation without room, or whose slices end soon', async () => {
  await register('1', 8);
  expect(await join('1', 'large', 3)).toBe(false);
  expect(await join('1', 'late', 1, LATER_MS + 1)).toBe(false);
  expect(await join('1', 'one', 2)).toBe(true);
  expect(await join('1', 'two')).toBe(false);
  expect(await join('none', 'one')).toBe(false);
});

test('the end of an invocation returns the crawls that joined it last, and none can join afterwards', async () => {
  await register('1');
  await join('1', 'one');
  expect(await invocations.end('1')).toEqual([taskOf('one')]);
  expect(await join('1', 'two')).toBe(false);
  expect(await invocations.end('1')).toEqual([]);
  expect(await invocations.takeJoined('1', 1)).toEqual([]);
});
