import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eachAtOnce } from '../../../functions/core/platform/dynamodb/many-items.ts';
import type { EvaluateTask } from '../../../functions/core/watches/tasks.ts';
import { DAY_MS } from '../../../functions/core/platform/time/day.ts';
import type { SnapshotValues } from '../../../functions/core/record/history-values.ts';
import { CRAWL_LEASE_MS } from '../../../functions/core/crawls/limits.ts';
import { announceCrawl, continueAnnouncement } from '../../../functions/core/watches/announce-crawl.ts';
import { condition } from '../../../functions/core/watches/conditions.ts';
import { evaluateWatches } from '../../../functions/core/watches/evaluate-watches.ts';
import { newWatchId, type Watch } from '../../../functions/core/watches/store/watches.ts';
import type { WatchedCrawlServices } from '../../../functions/core/watches/watched-crawls.ts';
import { watchesTable } from '../../support/dynamodb.ts';
import { countItemsRead, type ItemsRead } from '../../support/items-read.ts';
import { useFresh } from '../../support/use-opened.ts';
import { closeServers } from '../platform/network/local-servers.ts';
import { html, createCrawlWorld } from '../crawls/crawl-world.ts';
import { HOOK, createWatchWorld } from './watch-world.ts';

const DOMAIN = 'site.example';
const PER_PAGE = 20;
const OWNERS = 6 * PER_PAGE;
/** Items that are read of a watch: its place, itself; its event's marker, event, and the delivery. */
const ITEMS_PER_WATCH = 5;
const SCORE = condition.parse({ on: 'drop', metric: 'seo_score', by: 10 });

const world = useFresh(() => createWatchWorld([], { placesPerPage: PER_PAGE }));
let read: ItemsRead;
beforeEach(() => {
  read = countItemsRead(world.records.tables.db);
});
const digits = (index: number) => String(index).padStart(4, '0');

async function addWatch(changes: Partial<Watch>): Promise<Watch> {
  const time = world.clock.now;
  const watch: Watch = {
    ...{ id: newWatchId(time), owner: 'o1', limits: { domains: 1, pages: 100 }, domains: [DOMAIN], tag: null },
    ...{ conditions: [SCORE], crawl: null, mail: false, deliver_url: HOOK },
    ...{ created_at: time, updated_at: time, conditions_at: time },
    ...changes,
  };
  await world.watches.add(watch, 1_000);
  return watch;
}
/** Adds a watch for each of these owners. */
const addOwners = (count: number, changes: Partial<Watch> = {}) =>
  eachAtOnce(
    Array.from({ length: count }, (_, index) => `o${digits(index)}`),
    async (owner) => void (await addWatch({ owner, ...changes })),
  );

/** Stores two snapshots of the domain, the second of which triggers the condition. */
async function addSnapshots(): Promise<void> {
  for (const seo_score of [90, 70]) {
    world.clock.now += DAY_MS;
    const values = { site_status: 'ok', failed_audits: null, seo_score } as unknown as SnapshotValues;
    await world.records.services.snapshots.add(DOMAIN, new Date(world.clock.now).toISOString(), values);
  }
}

type Message = Omit<EvaluateTask, 'task' | 'after'> & { after: EvaluateTask['after'] | null };
const first: Message = { domain: DOMAIN, after: null, crawls: false };
const evaluate = (message: Message, crawling = {} as WatchedCrawlServices) =>
  evaluateWatches(message, world.evaluating(), crawling);

/** Evaluates the domain like the worker. @param process evaluates a message. @returns the number of messages */
async function workOff(
  process: (message: Message, index: number) => Promise<Message | null> = (each) => evaluate(each),
) {
  let count = 0;
  for (let next: Message | null = first; next; count += 1) next = await process(next, count);
  return count;
}

/** The stored items whose partition begins so. */
async function itemsOf(prefix: string): Promise<Record<string, unknown>[]> {
  const { documents } = world.records.tables;
  const found: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(new ScanCommand({ TableName: watchesTable.name, ExclusiveStartKey: start }));
    found.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return found.filter(({ partition }) => (partition as string).startsWith(prefix));
}
/** Number of events of each watch that has any. */
async function eventCounts(): Promise<number[]> {
  const events = (await itemsOf('events#')).filter(({ sort }) => !(sort as string).startsWith('id#'));
  return [...Map.groupBy(events, ({ partition }) => partition).values()].map(({ length }) => length);
}
const ones = (count: number) => Array.from({ length: count }, () => 1);

describe('a domain that six pages of owners watch', () => {
  beforeEach(async () => {
    await addOwners(OWNERS);
    await addSnapshots();
  }, 60_000);

  test('is evaluated in messages of 20 watches each', async () => {
    const itemsRead: number[] = [];
    const messages = await workOff(async (message) => {
      read.reset();
      const next = await evaluate(message);
      itemsRead.push(read.count());
      return next;
    });
    expect(messages).toBeLessThanOrEqual(OWNERS / PER_PAGE + 1);
    // Each message also reads the domain and its snapshots.
    expect(Math.max(...itemsRead)).toBeLessThanOrEqual(PER_PAGE * ITEMS_PER_WATCH + 10);
    expect(await eventCounts()).toEqual(ones(OWNERS));
    expect((await itemsOf('deliveries#')).length).toBe(OWNERS);
    expect(new Set(world.messages.map(({ delivery }) => delivery)).size).toBe(OWNERS);
  }, 60_000);

  test('has each event once when workers are terminated and messages are delivered twice', async () => {
    const { middlewareStack } = world.records.tables.db;
    let calls = Infinity;
    middlewareStack.add(
      (next) => (args) => {
        calls -= 1;
        if (calls < 0) throw new Error('The function has ended');
        return next(args);
      },
      { step: 'initialize' },
    );
    let terminated = 0;
    await workOff(async (message, index) => {
      // Each worker is terminated at another call.
      calls = 3 + 20 * index;
      await evaluate(message).catch(() => (terminated += 1));
      calls = Infinity;
      // A recording that was interrupted is repeated after a minute.
      world.clock.now += 61_000;
      await evaluate(message);
      return evaluate(message);
    });
    expect(terminated).toBeGreaterThan(4);
    expect(await eventCounts()).toEqual(ones(OWNERS));
    expect((await itemsOf('deliveries#')).length).toBe(OWNERS);
    const owners = Array.from({ length: OWNERS }, (_, index) => `o${digits(index)}`);
    const used = await world.allowances.usedByAll(owners);
    // A worker that is terminated between its two writes counts nothing.
    expect(Math.max(...owners.map((owner) => used(owner).domains))).toBe(1);
  }, 120_000);
});

test('places that were left, or whose watch is deleted, do not end an evaluation', async () => {
  for (let index = 0; index < 3 * PER_PAGE; index += 1) {
    const owner = `a${digits(index)}`;
    const place = { partition: `domain#${DOMAIN}`, sort: `${owner}#w1`, owner, watch: 'w1', since: 1 };
    const Item = index % 2 === 0 ? place : { ...place, left: true };
    await world.db.put({ TableName: watchesTable.name, Item });
  }
  await addOwners(5);
  await addSnapshots();
  expect(await workOff()).toBeGreaterThanOrEqual(4);
  expect(await eventCounts()).toEqual(ones(5));
});

test('watches that are added and deleted during an evaluation do no harm', async () => {
  await addOwners(3 * PER_PAGE);
  await addSnapshots();
  const last = `o${digits(3 * PER_PAGE - 1)}`;
  const { id } = (await world.watches.list(last))[0]!;
  await workOff(async (message, index) => {
    const next = await evaluate(message);
    if (index > 0) return next;
    world.clock.now += 1_000;
    // Before and after the position; and the watch at the position.
    await addOwners(1, { owner: 'a' });
    await addOwners(1, { owner: 'z' });
    await world.watches.remove(last, id);
    const at = next!.after.sort.split('#') as [string, string];
    await world.watches.remove(...at);
    return next;
  });
  // The event of the watch at the position was deleted with it.
  expect(await eventCounts()).toEqual(ones(3 * PER_PAGE - 2));
});

test('a domain is counted once a day for an owner who has more watches of it than a page, all of which are evaluated', async () => {
  await addOwners(2);
  for (let index = 0; index < 2 * PER_PAGE + 3; index += 1) await addWatch({ owner: 'o0001x' });
  await addOwners(2, { owner: 'o0002' });
  await addSnapshots();
  await workOff();
  await workOff();
  expect((await world.allowances.used('o0001x')).domains).toBe(1);
  expect(await eventCounts()).toEqual(ones(2 * PER_PAGE + 7));
});

test('the watches of tags follow those of the domain, also when a tag is removed in between', async () => {
  await world.list.add(DOMAIN);
  await world.list.addTags(DOMAIN, ['b', 'a', 'c']);
  const ofTag = { owner: 'the-operator', limits: null, domains: null };
  await addOwners(PER_PAGE + 5);
  for (const tag of ['a', 'a', 'b', 'c', 'd']) await addWatch({ ...ofTag, tag });
  for (let index = 0; index < PER_PAGE; index += 1) await addWatch({ ...ofTag, tag: 'b' });
  await addSnapshots();
  await workOff(async (message) => {
    const next = await evaluate(message);
    if (next?.after.partition === 'tag#b') await world.list.removeTags(DOMAIN, ['b']);
    return next;
  });
  expect(await eventCounts()).toEqual(ones(PER_PAGE + 5 + 2 + PER_PAGE + 1 + 1));
});

describe('of a site that five owners watch, two in a page,', () => {
  const watches = useFresh(() => createWatchWorld([], { placesPerPage: 2 }));
  const crawls = useFresh(() => createCrawlWorld({ '/': html('Home', '/a'), '/a': html('A', '/') }));
  afterEach(() => {
    closeServers();
  });
  const crawling = () => ({ ...crawls.services, maxPages: 100 }) as unknown as WatchedCrawlServices;
  const ids: string[] = [];

  const addWatches = async (changes: Partial<Watch>) => {
    ids.length = 0;
    for (let index = 0; index < 5; index += 1) {
      const time = watches.clock.now;
      const watch: Watch = {
        ...{ id: `w${index}`, owner: `o${index}`, limits: { domains: 9, pages: 100 }, domains: [DOMAIN], tag: null },
        ...{ conditions: [condition.parse({ on: 'new_issues', severity: 'error' })], crawl: null, mail: false },
        ...{ created_at: time, updated_at: time, conditions_at: time },
        ...changes,
      };
      await watches.watches.add(watch, 10);
      ids.push(watch.id);
    }
  };
  const counts = async () => {
    watches.clock.now = crawls.clock.now + 60_000;
    return Promise.all(ids.map(async (id) => (await watches.events.newest(id, 10)).length));
  };

  test('each crawl that is due begins once, also when messages are delivered twice', async () => {
    await addWatches({ crawl: { every: 'day', pages: 7, include: [], exclude: [], depth: null } });
    const work = (message: Message) => evaluateWatches(message, watches.evaluating(), crawling());
    const begun = async () => (await crawls.services.crawls.readInProgress(DOMAIN)).map(({ owner }) => owner);
    const sizes: number[] = [];
    for (let next: Message | null = { ...first, crawls: true }; next;) {
      const message: Message = next;
      await work(message);
      next = await work(message);
      sizes.push((await begun()).length);
    }
    expect(sizes).toEqual([2, 4, 5]);
    expect((await begun()).toSorted()).toEqual(['o0', 'o1', 'o2', 'o3', 'o4']);
    expect(crawls.messages).toHaveLength(5);
  });

  test("each watch has an event of a scheduled crawl's new issues, which is evaluated in pages", async () => {
    await addWatches({});
    crawls.services.announce = (end) => announceCrawl(end, watches.evaluating());
    const services = () => ({ ...watches.evaluating(), crawls: crawls.services.crawls });
    const crawl = async () => {
      crawls.clock.now += 3_600_000;
      watches.clock.now = crawls.clock.now;
      await crawls.crawl(100);
    };
    const { crawlTasks } = watches;
    await crawl();
    crawlTasks.length = 0;
    crawls.answers['/a'] = html('A', '/', '/gone');
    const { announce } = crawls.services;
    const early: unknown[] = [];
    crawls.services.announce = async (end) => {
      await announce(end);
      // A message that arrives before the end of the crawl is stored is sent again.
      const { task } = crawlTasks.shift()!;
      await continueAnnouncement({ ...task, after: task.after! }, services());
      early.push(crawlTasks.length);
    };
    await crawl();
    expect([early, await counts()]).toEqual([[1], [1, 1, 0, 0, 0]]);
    const pages: number[][] = [];
    for (let next = crawlTasks.shift(); next; next = crawlTasks.shift()) {
      const { task, delayMs } = next;
      await continueAnnouncement({ ...task, after: task.after! }, services());
      pages.push([delayMs, ...(await counts())]);
    }
    expect(pages).toEqual([
      [CRAWL_LEASE_MS, 1, 1, 1, 1, 0],
      [0, 1, 1, 1, 1, 1],
    ]);
  });

  test("a crawl of an owner reads the owner's watches only", async () => {
    await addWatches({});
    crawls.services.announce = (end) => announceCrawl(end, watches.evaluating());
    const itemsRead = countItemsRead(watches.records.tables.db);
    watches.clock.now = crawls.clock.now += 3_600_000;
    await crawls.crawl(100, {}, { owner: 'o3' });
    expect([itemsRead.count(), watches.crawlTasks]).toEqual([2, []]);
    crawls.answers['/a'] = html('A', '/', '/gone');
    watches.clock.now = crawls.clock.now += 3_600_000;
    await crawls.crawl(100, {}, { owner: 'o3' });
    expect(await counts()).toEqual([0, 0, 0, 1, 0]);
  });
});
