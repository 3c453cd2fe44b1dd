import { beforeEach, describe, expect, test } from '@jest/globals';
import { createWatch, type NewWatch, type WatchOwner } from '../../../functions/core/watches/manage-watches.ts';
import { condition } from '../../../functions/core/watches/conditions.ts';
import { newWatchId } from '../../../functions/core/watches/store/watches.ts';
import { type WatchCallServices, watchRoutes } from '../../../functions/core/watches/watch-routes.ts';
import { apiEvent } from '../../support/api-event.ts';
import { watchesTable } from '../../support/dynamodb.ts';
import { countItemsRead, type ItemsRead } from '../../support/items-read.ts';
import { useFresh } from '../../support/use-opened.ts';
import { createWatchWorld, ownerOf } from './watch-world.ts';

const MINUTE_MS = 60_000;
const world = useFresh(createWatchWorld);
let read: ItemsRead;
beforeEach(() => {
  read = countItemsRead(world.records.tables.db);
});

const names = (count: number) => Array.from({ length: count }, (_, index) => `site-${index}.example`);
const conditions = [condition.parse({ on: 'drop', metric: 'seo_score', by: 10 })];
const requestOf = (changes: Partial<NewWatch> = {}): NewWatch => ({
  ...{ domains: ['a.com'], conditions, crawl: null, deliver: null, mail: false },
  ...changes,
});
const problem = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string }) => error.code,
  );
const put = (item: object) => world.db.put({ TableName: watchesTable.name, Item: { partition: 'owner#o1', ...item } });

/** Stores watches of `o1`, without the places of their domains. @returns their ids */
async function store(count: number, domains: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const time = world.clock.now + index;
    const id = newWatchId(time);
    const watch = {
      ...{ id, owner: 'o1', limits: null, domains: names(domains), tag: null, conditions, crawl: null, mail: false },
      ...{ created_at: time, updated_at: time, conditions_at: time },
    };
    await put({ sort: `watch#${id}`, ...watch });
    ids.push(id);
  }
  await put({ sort: 'count', watches: count, counted_at: world.clock.now });
  world.clock.now += 2 * MINUTE_MS;
  return ids;
}

/** `GET /watches` */
async function list(cursor: string | null = null) {
  const route = watchRoutes.find(({ method, pattern }) => method === 'GET' && pattern === '')!;
  const event = apiEvent(cursor === null ? '' : `cursor=${encodeURIComponent(cursor)}`);
  const services = { ...world.managing, now: () => world.clock.now } as WatchCallServices;
  const { data } = await route.handle({ event, params: {}, owner: ownerOf('o1', { most: 100 }) }, services);
  const { watches, next_cursor } = data as { watches: { id: string }[]; next_cursor: string | null };
  return { ids: watches.map(({ id }) => id), next: next_cursor };
}

/** @param between called after each page */
async function listAll(between: () => Promise<unknown> = () => Promise.resolve()) {
  const pages: string[][] = [];
  let next: string | null = null;
  do {
    const page = await list(next);
    pages.push(page.ids);
    next = page.next;
    await between();
  } while (next !== null);
  return pages;
}

describe('the list of 50 watches of 500 domains', () => {
  test('is read page by page', async () => {
    const ids = await store(50, 500);
    read.reset();
    const first = await list();
    expect([first.ids, read.count() <= 26]).toEqual([ids.slice(0, 25), true]);
    read.reset();
    const second = await list(first.next);
    expect([second, read.count() <= 26]).toEqual([{ ids: ids.slice(25), next: null }, true]);
  });

  test('is not read when another watch is created', async () => {
    await store(50, 500);
    read.reset();
    await createWatch(requestOf(), ownerOf('o1', { most: 100 }), world.managing);
    expect(read.bytes()).toBeLessThan(10_000);
  });

  test('is counted once a minute when further ones are refused', async () => {
    await store(50, 500);
    const refused = () => problem(createWatch(requestOf(), ownerOf('o1', { most: 50 }), world.managing));
    expect(await refused()).toBe('watches_full');
    read.reset();
    expect([await refused(), await refused(), read.count()]).toEqual(['watches_full', 'watches_full', 2]);
  });

  test('is not kept in memory when the allowances of its owner change', async () => {
    const ids = await store(50, 500);
    read.reset();
    await world.watches.setLimits('o1', { domains: 7, pages: 8 });
    expect(read.bytes()).toBeLessThan(10_000);
    expect((await world.watches.read('o1', ids.at(-1)!))?.limits).toEqual({ domains: 7, pages: 8 });
  });
});

test.each([
  [0, [0]],
  [25, [25]],
  [26, [25, 1]],
  [60, [25, 25, 10]],
])('%i watches are listed in pages of 25, of which the last has no cursor', async (count, sizes) => {
  await store(count, 1);
  expect((await listAll()).map(({ length }) => length)).toEqual(sizes);
});

test('a list has each watch once while others are created and deleted', async () => {
  const ids = await store(60, 1);
  // The last one of the first page, the first of the second, and one that is listed already.
  const deleted = [ids[24]!, ids[25]!, ids[3]!];
  const created: string[] = [];
  const pages = await listAll(async () => {
    for (const id of deleted.splice(0, 3)) await world.watches.remove('o1', id);
    if (created.length === 0) {
      created.push((await createWatch(requestOf(), ownerOf('o1', { most: 100 }), world.managing)).id);
    }
  });
  expect(pages.flat()).toEqual([...ids.filter((id) => id !== ids[25]), ...created]);
});

describe('a watch beyond the maximum', () => {
  /** Counts what a request takes of allowances. */
  const takes: string[] = [];
  const counting = (most: number): WatchOwner =>
    ownerOf('o1', {
      most,
      takeDomains: (domains) => Promise.resolve(void takes.push(...domains)),
    });
  beforeEach(() => {
    takes.length = 0;
  });

  test('is refused before its domains are followed or counted', async () => {
    await store(2, 1);
    expect(await problem(createWatch(requestOf(), counting(2), world.managing))).toBe('watches_full');
    expect([takes, (await world.list.states(['a.com'])).get('a.com')!.followed]).toEqual([[], false]);
  });

  test('is created when the count is too high because functions were terminated', async () => {
    await store(2, 1);
    await put({ sort: 'count', watches: 4, counted_at: world.clock.now });
    expect(await problem(createWatch(requestOf(), counting(3), world.managing))).toBe('watches_full');
    world.clock.now += 2 * MINUTE_MS;
    expect(await problem(createWatch(requestOf(), counting(3), world.managing))).toBeNull();
    expect(await problem(createWatch(requestOf(), counting(3), world.managing))).toBe('watches_full');
    expect(takes).toEqual(['a.com']);
  });
});
