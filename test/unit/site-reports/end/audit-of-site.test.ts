import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readSite } from '../../../../functions/core/domains/schedule/stored-row.ts';
import { compressRecord } from '../../../../functions/core/platform/text/compress.ts';
import { DAY_MS } from '../../../../functions/core/platform/time/day.ts';
import type { Coverage } from '../../../../functions/core/crawls/begin-crawl.ts';
import { historyKey } from '../../../../functions/core/crawls/store/item.ts';
import { historyTable, scheduleTable, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { useFresh } from '../../../support/use-opened.ts';
import { closeServers } from '../../platform/network/local-servers.ts';
import { type Answers, html, createCrawlWorld } from '../../crawls/crawl-world.ts';

const DOMAIN = 'site.example';
const HOST = `http://${DOMAIN}`;
const SITE: Answers = {
  '/': html('Home', '/a', '/b', '/c'),
  '/a': html('Page a', '/'),
  '/b': html('Page b', '/'),
  '/c': html('Page c', '/'),
};
/** The site with two more pages. */
const GROWN: Answers = {
  '/': html('Home', '/a', '/b', '/c', '/d', '/e'),
  '/d': html('Page d'),
  '/e': html('Page e'),
};
const DOWN: Answers[string] = (_, response) =>
  void response.writeHead(503, { 'content-type': 'text/html' }).end('Down');

const world = useFresh(() => createCrawlWorld({ ...SITE }));
afterEach(() => {
  closeServers();
});

/** A crawl that starts a minute after the one before. */
async function crawl({ pages = 500, answers = {}, coverage = {} }: Partial<Crawl> = {}) {
  world.clock.now += 60_000;
  Object.assign(world.answers, answers);
  return world.crawl(pages, coverage);
}
interface Crawl {
  pages: number;
  answers: Answers;
  coverage: Coverage;
}

/** @returns the values that the newest snapshot of the domain and the list of domains contain */
async function storedValues() {
  const itemOf = async ({ name }: { name: string }) => {
    const { Items = [] } = await world.tables.documents.send(new ScanCommand({ TableName: name }));
    return Items.filter(({ domain }) => domain === DOMAIN).at(-1);
  };
  const [snapshot, listed] = [await itemOf(historyTable), await itemOf(scheduleTable)];
  return {
    pages: (snapshot?.site_pages ?? null) as number | null,
    crawl: (snapshot?.site_crawl ?? null) as string | null,
    listed: listed ? readSite(listed.site as Parameters<typeof readSite>[0]) : null,
  };
}

describe('a crawl of a site that answers 503', () => {
  test('ends as unreachable, and stores the home page with the error', async () => {
    const { ended, rows, result } = await crawl({ answers: { '/': DOWN } });
    expect(ended).toMatchObject([{ status: 'stopped', stopReason: 'unreachable', isComplete: false }]);
    expect(rows).toMatchObject([
      {
        ...{ url: `${HOST}/`, http_status: 503, failure: null },
        ...{ indexable: false, reason: 'server_error', issues: ['server-error'] },
      },
    ]);
    expect(result!.issues.map(({ id }) => id)).toEqual(['server-error']);
    expect(ended[0]!.summary).toEqual({ pages: 1, read: 0, health: 0, issues: { error: 1, warning: 0, notice: 0 } });
  });

  test('never becomes the audit of a site that has a complete crawl, and changes no value of it', async () => {
    const before = await crawl();
    const values = await storedValues();
    const after = await crawl({ answers: { '/': DOWN } });
    expect([after.audit!.id, after.audit!.resultJson]).toEqual([before.audit!.id, before.audit!.resultJson]);
    expect(after.ended.map(({ stopReason }) => stopReason)).toEqual(['unreachable', null]);
    expect([after.history, await storedValues()]).toEqual([before.history, values]);
    const { last } = await world.services.crawls.read(DOMAIN, { consistent: true });
    expect(last).toMatchObject({ id: after.ended[0]!.id, stopReason: 'unreachable' });
  });

  test('is the audit of a site without another crawl, until one has read a page', async () => {
    const down = await crawl({ answers: { '/': DOWN } });
    expect(down.audit!.id).toBe(down.ended[0]!.id);
    const { audit, ended } = await crawl({ answers: SITE, pages: 1 });
    expect([audit!.id, audit!.stopReason]).toEqual([ended[0]!.id, 'page_limit']);
  });
});

test('the list of domains has the health of the complete crawl before a complete one, and of no other', async () => {
  await crawl();
  expect((await storedValues()).listed).toMatchObject({ complete: true, before: null });
  const first = (await storedValues()).listed!;
  await crawl({ answers: { '/a': (_, response) => void response.writeHead(500).end() } });
  const { health, before } = (await storedValues()).listed!;
  expect(before).toEqual({ ended_at: first.ended_at, health: first.health });
  expect(health).not.toBe(before!.health);
});

describe('the audit', () => {
  test.each<[string, isReplaced: boolean, before: Partial<Crawl>, later: Partial<Crawl>]>([
    ['a complete crawl by a newer one', true, {}, {}],
    ['a complete crawl by one with a smaller limit', false, {}, { pages: 2 }],
    ['a complete crawl by one of a part', false, {}, { coverage: { include: ['/a'] } }],
    ['a complete crawl by one that reached a higher limit', false, { pages: 4 }, { pages: 5, answers: GROWN }],
    ['a crawl that reached its limit by one with a higher limit', true, { pages: 2 }, { pages: 3 }],
    ['a crawl that reached its limit by a newer one with the same', true, { pages: 2 }, { pages: 2 }],
    ['a crawl that reached its limit by one with a lower limit', false, { pages: 3 }, { pages: 2 }],
    ['a crawl that reached its limit by a complete one', true, { pages: 2 }, {}],
    [
      'a crawl of the site while it was down by one that read a page',
      true,
      { answers: { '/': DOWN } },
      { answers: SITE },
    ],
    ['a crawl that read a page by one while the site was down', false, { pages: 1 }, { answers: { '/': DOWN } }],
  ])('is replaced, %s: %s', async (_, isReplaced, before, later) => {
    await crawl(before);
    const { audit, ended } = await crawl(later);
    expect(audit!.id).toBe(ended[isReplaced ? 0 : 1]!.id);
  });

  test('does not exist when only a part of the site was crawled', async () => {
    const { audit, ended, history } = await crawl({ coverage: { include: ['/a'] } });
    expect(ended).toMatchObject([{ isComplete: true, scope: { include: ['/a'] } }]);
    expect([audit, history, await storedValues()]).toEqual([null, [], { pages: null, crawl: null, listed: null }]);
  });

  test('is complete although robots.txt disallows some of its pages', async () => {
    const { ended } = await crawl({ answers: { '/robots.txt': 'User-agent: *\nDisallow: /c' } });
    expect(ended).toMatchObject([{ isComplete: true, fetched: 3, summary: { pages: 4, read: 3 } }]);
  });
});

describe('the history of a site', () => {
  test('has the values of complete crawls, and none of others once there is a complete one', async () => {
    const first = await crawl({ answers: { '/c': (_, response) => void response.writeHead(404).end() } });
    await crawl({ pages: 2 });
    await crawl({ coverage: { depth: 0 } });
    world.clock.now += 60_000;
    await world.begin();
    await world.services.crawls.cancel(DOMAIN, null);
    await world.workOff();
    const last = await crawl({ answers: SITE });
    expect(last.history.map(({ crawl_id, complete }) => [crawl_id, complete])).toEqual([
      [first.ended[0]!.id, true],
      [last.ended[0]!.id, true],
    ]);
    const { health, site_score, issues } = last.result!;
    const counts = Object.fromEntries(issues.map(({ id, count }) => [id, count]));
    expect(last.history[1]).toMatchObject({
      ...{ finished_at: last.ended[0]!.finishedAt, health, site_score, pages: 4, issues: counts },
    });
    expect(last.history[0]!.issues).toMatchObject({ 'broken-link': 1 });
    expect(counts).not.toHaveProperty('broken-link');
    expect(await storedValues()).toMatchObject({ pages: 4, crawl: 'complete', listed: { complete: true } });
  });

  test('has the values of a crawl that reached its limit, marked, only while there is no complete one', async () => {
    await crawl({ pages: 3 });
    expect(await storedValues()).toMatchObject({
      pages: 3,
      crawl: 'page_limit',
      listed: { complete: false },
    });
    await crawl({ pages: 2 });
    expect(await storedValues()).toMatchObject({ pages: 3, crawl: 'page_limit' });
    await crawl();
    await crawl({ pages: 3 });
    expect(await storedValues()).toMatchObject({ pages: 4, crawl: 'complete', listed: { complete: true } });
    const { history, ended } = await world.read();
    expect(history.map(({ pages, complete }) => [pages, complete])).toEqual([
      [3, false],
      [4, true],
    ]);
    expect(ended[0]).toMatchObject({ stopReason: 'page_limit' });
  });

  test('has the last 52 crawls', async () => {
    const past = { complete: true, health: 1, site_score: 1, pages: 1, issues: {} };
    const entries = Array.from({ length: 52 }, (_, week) => ({
      crawl_id: `${week}`,
      finished_at: `week ${week}`,
      ...past,
    }));
    const history = await compressRecord(JSON.stringify(entries));
    await world.tables.db.put({ TableName: siteCrawlsTable.name, Item: { ...historyKey(DOMAIN), history } });
    const now = await crawl();
    const ids = now.history.map(({ crawl_id }) => crawl_id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([52, '1', now.ended[0]!.id]);
  });
});

describe('the changes of a crawl', () => {
  const moved: Answers = {
    '/': html('Home', '/a', '/b', '/new'),
    '/a': html('Another title', '/'),
    '/new': html('New'),
  };

  test('are those since the last complete crawl, and none for the first', async () => {
    const first = await crawl();
    expect(first.result!.changes).toBeNull();
    await crawl({ answers: { '/': DOWN } });
    const { result } = await crawl({ answers: { ...SITE, ...moved } });
    expect(result!.changes).toEqual({
      ...{ since: first.ended[0]!.finishedAt, added: 1, removed: 1, changed: 2 },
      examples: [
        { url: `${HOST}/new`, change: 'added', fields: [] },
        { url: `${HOST}/c`, change: 'removed', fields: [] },
        { url: `${HOST}/`, change: 'changed', fields: ['content_hash'] },
        { url: `${HOST}/a`, change: 'changed', fields: ['title', 'first_h1', 'content_hash'] },
      ],
    });
  });

  test('contain no page that only one of the crawls read', async () => {
    await crawl();
    const { result } = await crawl({ pages: 2 });
    expect(result!.changes).toMatchObject({ added: 0, removed: 0, changed: 0 });
  });

  test("are those since the owner's own crawl of the same scope, when there is one", async () => {
    const coverage = { include: ['/a'] };
    const own = await world.crawl(500, coverage, { owner: 'owner-1' });
    world.clock.now += DAY_MS;
    await world.crawl(500, coverage, { owner: 'owner-2' });
    world.clock.now += DAY_MS;
    await world.crawl(500, {}, { owner: 'owner-1' });
    world.clock.now += DAY_MS;
    const { result } = await world.crawl(500, coverage, { owner: 'owner-1' });
    expect(result!.changes).toMatchObject({ since: own.ended[0]!.finishedAt, changed: 0 });
  });
});
