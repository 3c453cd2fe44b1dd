import { afterEach, expect, test } from '@jest/globals';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { REPORT_LEASE_MS } from '../../functions/core/crawls/limits.ts';
import { holdWhenFree } from '../../functions/core/platform/leases.ts';
import { reportCrawl } from '../../functions/core/site-reports/end/report-crawl.ts';
import type { ReportTask } from '../../functions/core/crawls/tasks.ts';
import { crawlSlice } from '../../functions/core/crawls/crawl-slice.ts';
import { coordinationTable, historyTable, scheduleTable, siteCrawlsTable } from '../support/dynamodb.ts';
import { tally, tries } from '../support/form.ts';
import { createCrawlWorld, html } from '../unit/crawls/crawl-world.ts';
import { closeServers } from '../unit/platform/network/local-servers.ts';
import { killable } from './support-faults/crash-services.ts';
import { crashPoints, externalCall, runUntil, useKilled } from './support-faults/crash.ts';

const DOMAIN = 'site.example';
const TABLES = [siteCrawlsTable, historyTable, scheduleTable, coordinationTable];
/** What a report leaves; leases expire. */
const RESULTS = TABLES.filter((table) => table !== coordinationTable);
type Item = Record<string, unknown>;
type Dump = Record<string, Item[]>;

const world = useKilled(async () => {
  const links = Array.from({ length: 12 }, (_, page) => `/page-${page}`);
  const opened = await createCrawlWorld({
    '/sitemap.xml': '<urlset><url><loc>http://site.example/only-listed</loc></url></urlset>',
    '/': html('Home', ...links, '/gone'),
    ...Object.fromEntries(links.map((link) => [link, html('Page', '/', '/gone', 'https://linked.example/')])),
  });
  killable(opened.tables.db);
  const announced: string[] = [];
  opened.services.announce = async ({ crawl, finishedAt, comparisons }) => {
    const added = await comparisons.newSince(([newest]) => newest ?? null);
    await externalCall('announce', () => {
      announced.push(JSON.stringify([crawl.id, finishedAt, added]));
      return Promise.resolve();
    });
  };
  await opened.crawl(500);
  // The next crawl has a broken link more, and another page.
  Object.assign(opened.answers, { '/page-1': html('Page 1', '/missing', '/new'), '/new': html('New', '/') });
  opened.clock.now += 3_600_000;
  await opened.begin(500, { owner: 'owner-1' });
  for (let next = opened.messages.shift(); next; next = opened.messages.shift()) {
    await crawlSlice(next.task, opened.services);
  }
  const task = opened.services.reportTasks.shift()!;
  announced.length = 0;
  const crash = { ...opened, task, announced, startedAt: opened.clock.now };
  return { ...crash, waiting: await dumpOf(crash, TABLES) };
});
afterEach(() => {
  closeServers();
});

type Documents = Pick<Awaited<ReturnType<typeof createCrawlWorld>>, 'tables'>;

async function itemsOf({ tables }: Documents, TableName: string): Promise<Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await tables.documents.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

async function dumpOf(from: Documents, tables: typeof TABLES): Promise<Dump> {
  return Object.fromEntries(
    await Promise.all(tables.map(async ({ name }) => [name, await itemsOf(from, name)] as const)),
  );
}

/** Makes the crawl wait for its report again. */
async function reset(): Promise<void> {
  const { documents } = world.tables;
  for (const { name: TableName, partitionKey, sortKey } of TABLES) {
    for (const item of await itemsOf(world, TableName)) {
      const names = sortKey == null ? [partitionKey] : [partitionKey, sortKey];
      const Key = Object.fromEntries(names.map((name) => [name, item[name]]));
      await documents.send(new DeleteCommand({ TableName, Key }));
    }
    for (const Item of world.waiting[TableName]!) await documents.send(new PutCommand({ TableName, Item }));
  }
  world.clock.now = world.startedAt;
  world.announced.length = 0;
}

const report = (task: ReportTask = world.task) => reportCrawl(task, world.services);

/** What is stored, and what was announced, once however often. Times at which items expire depend on the attempt. */
async function outcome() {
  const dump = await dumpOf(world, RESULTS);
  const stored = Object.entries(dump).map(([name, items]) => [name, items.map(({ expires_at: _, ...item }) => item)]);
  return { stored, announced: [...new Set(world.announced)] };
}

async function undisturbed() {
  await reset();
  const { calls } = await runUntil(null, () => report());
  return { calls: calls.length, expected: await outcome() };
}

test('the report of a crawl is the same wherever its function is killed, also several times', async () => {
  const { calls, expected } = await undisturbed();
  expect(expected.announced).toHaveLength(1);
  expect((await world.read()).ended[0]).toMatchObject({ id: world.task.id, stopReason: null });
  const points = crashPoints(calls, tries(25, Infinity));
  let killed = 0;
  for (const point of points) {
    await reset();
    const random = () => ({ call: 1 + Math.floor(Math.random() * calls), mode: 'after' as const });
    for (const each of [point, random(), random()]) {
      killed += (await runUntil(each, () => report())).wasKilled ? 1 : 0;
      world.clock.now += 2 * REPORT_LEASE_MS;
    }
    const last = await runUntil(null, () => report());
    expect([point, last.error, await outcome()]).toEqual([point, null, expected]);
  }
  expect(killed).toBeGreaterThan(points.length);
  tally({
    area: 'Failing dependencies',
    what: 'the function that makes the report of a crawl, killed up to three times',
    tried: killed,
    outcome: 'the same items, values and announcement as without',
  });
}, 300_000);

test('two messages of a report at once have the result of one', async () => {
  const { expected } = await undisturbed();
  await reset();
  await Promise.all([report(), report()]);
  expect(await outcome()).toEqual(expected);
});

test('a crawl that its owner stops during its report has the same result', async () => {
  const { calls, expected } = await undisturbed();
  for (let at = 1; at < calls; at += tries(7, 1)) {
    await during(at, () => world.services.crawls.cancel(DOMAIN, 'owner-1').then(() => {}));
    expect([at, await outcome()]).toEqual([at, expected]);
  }
}, 120_000);

test('a domain that is deleted during the report of its crawl leaves nothing', async () => {
  const { calls } = await undisturbed();
  for (let at = 1; at < calls; at += tries(3, 1)) {
    await during(at, () => deleteDomain());
    expect([at, await left()]).toEqual([at, []]);
  }
}, 120_000);

test('a domain that is deleted before a call of the report after which its function is killed leaves nothing', async () => {
  const { calls } = await undisturbed();
  for (let call = 1; call < calls; call += tries(3, 1)) {
    await reset();
    const began = Promise.withResolvers<void>();
    const waits = Promise.withResolvers<void>();
    // Outside of the killed process, which may hold the lease for which the deletion waits.
    const deleted = began.promise.then(() => deleteDomain(waits.resolve));
    const restore = onCall(call, () => {
      began.resolve();
      return Promise.race([deleted, waits.promise]);
    });
    await runUntil({ call, mode: 'after' }, () => report());
    restore();
    // The announcement is a call as well, but none of the database.
    began.resolve();
    world.clock.now += 2 * REPORT_LEASE_MS;
    await deleted;
    await report();
    expect([call, await left()]).toEqual([call, []]);
  }
}, 120_000);

/** @param onWait called when another worker holds the lease of the domain */
function deleteDomain(onWait = () => {}): Promise<void> {
  const { now, crawls } = world.services;
  const leases = {
    ...world.services.leases,
    acquire: async (name: string) => {
      const holder = await world.services.leases.acquire(name);
      if (holder === null) onWait();
      return holder;
    },
  };
  return holdWhenFree({ leases, name: DOMAIN, now, deadline: Infinity }, () => crawls.deleteDomain(DOMAIN));
}

/** @returns what is stored of crawls; the counts of issues of all domains are deleted with the domain elsewhere */
async function left(): Promise<string[]> {
  const items = await itemsOf(world, siteCrawlsTable.name);
  return items
    .filter(({ domain }) => domain !== 'issue-counts')
    .map(({ domain, part }) => JSON.stringify([domain, part]));
}

/** Makes the report, and does something else from one of its calls on. */
async function during(at: number, otherwise: () => Promise<void>): Promise<void> {
  await reset();
  let other: Promise<void> | undefined;
  const restore = onCall(at, () => {
    other = otherwise();
  });
  // A failed attempt is repeated.
  const failed = await report().then(
    () => false,
    () => true,
  );
  // On a busy machine, a run can have more calls than another, so that this one can end before the call.
  await (other ?? otherwise());
  if (failed) await report();
  restore();
}

/** Does something before a call of the database. @returns ends it */
function onCall(at: number, otherwise: () => Promise<void> | void): () => void {
  let calls = 0;
  const { middlewareStack } = world.tables.db;
  middlewareStack.add(
    (next) => async (args) => {
      calls += 1;
      if (calls === at) await otherwise();
      return next(args);
    },
    { step: 'initialize', name: 'during' },
  );
  return () => void middlewareStack.remove('during');
}
