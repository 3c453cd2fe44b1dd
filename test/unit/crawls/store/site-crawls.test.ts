import { randomBytes } from 'node:crypto';
import type { QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '../../../../functions/core/accounts/batch-caller.ts';
import type { DynamoDB } from '../../../../functions/core/platform/dynamodb/dynamodb.ts';
import { crawlLifetimeMs } from '../../../../functions/core/crawls/crawl-size.ts';
import { createIssueCounts } from '../../../../functions/core/crawls/store/issue-counts.ts';
import {
  type CrawlInProgress,
  createSiteCrawls,
  type EndedCrawl,
  type HistoryEntry,
  type SiteCrawls,
} from '../../../../functions/core/crawls/store/site-crawls.ts';
import { compressRecord } from '../../../../functions/core/platform/text/compress.ts';
import { historyKey, newCrawlId } from '../../../../functions/core/crawls/store/item.ts';
import type { CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { crawledPage } from '../../../support/crawled-site.ts';
import { createTestTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { crawlOutcome, endedCrawl, crawlInProgress, siteResult, siteRow } from '../../../support/site-audit.ts';
import { issueRowOf, linkRowOf } from '../../../support/site-evidence.ts';
import { useFresh } from '../../../support/use-opened.ts';
import { entryOf, incomplete, partOf, storeCrawl, writeEvidence } from './store-crawl.ts';

let crawls: SiteCrawls;
let now: number;

const tables = useFresh(() => createTestTables(siteCrawlsTable));
beforeEach(() => {
  now = Date.parse('2026-11-23T02:00:00Z');
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, () => now);
});

const timeNow = () => new Date(now).toISOString();

/** Starts a crawl a second after the one before. */
async function begin(domain = 'a.com', owner: string | null = 'o1') {
  now += 1_000;
  const crawl = crawlInProgress({ domain, owner, id: newCrawlId(now), startedAt: timeNow(), admitted: 400 });
  return { ...crawl, isBegun: await crawls.begin(crawl) };
}

/** Stores a crawl that has ended, started a minute after the one before. */
function store(differs: Partial<EndedCrawl> = {}, ended: Parameters<typeof storeCrawl>[2] = {}) {
  now += 60_000;
  return storeCrawl(crawls, { startedAt: timeNow(), owner: 'o1', ...differs }, ended);
}

const inProgress = async (domain = 'a.com') => (await crawls.readInProgress(domain))[0]!;
const read = (domain = 'a.com') => crawls.read(domain, { consistent: true });
const listed = async (domain = 'a.com') => (await crawls.list(domain, { consistent: true })).map(({ id }) => id);
const auditId = async () => (await crawls.readAudit('a.com'))?.id ?? null;

const partial = (): Partial<EndedCrawl> => ({ scope: partOf('/blog/') });
const reading = (read: number): Partial<EndedCrawl> => ({ summary: { ...endedCrawl().summary, read } });

const rowOf = (text: string) => siteRow({ url: `https://a.com/${text}`, title: text });
const resultOf = (total: number) => siteResult({ pages: { ...siteResult().pages, total } });

/** Returns all stored items of a domain. */
async function itemsOf(domain: string) {
  const { Items = [] } = await tables.db.query({
    TableName: siteCrawlsTable.name,
    KeyConditionExpression: '#domain = :domain',
    ExpressionAttributeNames: { '#domain': 'domain' },
    ExpressionAttributeValues: { ':domain': domain },
    ConsistentRead: true,
  });
  return Items;
}

const partsOf = async (domain: string) => (await itemsOf(domain)).map(({ part }) => part as string);

describe('a crawl in progress', () => {
  test('is the only one of its domain and owner until it has ended', async () => {
    const first = await begin();
    const others = [await begin(), await begin('b.com'), await begin('a.com', 'o2')];
    const unowned = [await begin('a.com', null), await begin('a.com', null), await begin('a.com', OPERATOR)];
    expect([first, ...others].map(({ isBegun }) => isBegun)).toEqual([true, false, true, true]);
    expect(unowned.map(({ isBegun }) => isBegun)).toEqual([true, false, true]);
    const { isBegun: _, ...crawl } = first;
    const unfetched = { status: 'queued', found: 0, fetched: 0, slices: 0 };
    expect(await inProgress()).toEqual({ ...crawl, ...unfetched, deliver: undefined });
    expect((await crawls.readInProgress('a.com')).map(({ owner }) => owner)).toEqual(['o1', 'o2', null, OPERATOR]);
    await crawls.end(first, crawlOutcome());
    expect((await crawls.readInProgress('a.com')).map(({ owner }) => owner)).toEqual(['o2', null, OPERATOR]);
    expect((await begin()).isBegun).toBe(true);
  });

  test('is started once for concurrent requests of an owner', async () => {
    const started = await Promise.all(Array.from({ length: 10 }, () => begin()));
    expect(started.filter(({ isBegun }) => isBegun)).toHaveLength(1);
  });

  test('keeps its scope, its options and its receiver until after its end', async () => {
    const differs = {
      scope: { include: ['/a/'], exclude: ['/a/b'], depth: 3, urls: [], sitemaps: [] },
      options: { external: true, resources: true, rate: 2.5 },
      deliver: 'https://receiver.example/',
    };
    const crawl = crawlInProgress(differs);
    await crawls.begin(crawl);
    expect(await inProgress()).toMatchObject(differs);
    await crawls.end(crawl, crawlOutcome());
    expect(await crawls.readEnded(crawl)).toMatchObject(differs);
  });

  test('stores its progress unless it was ended or deleted', async () => {
    const crawl = await begin();
    now += 5_000;
    const progress = { found: 12, fetched: 3, slices: 1 };
    expect(await crawls.touch(crawl, progress)).toBe(true);
    expect(await inProgress()).toMatchObject({ ...progress, status: 'crawling', updatedAt: timeNow() });
    expect(await crawls.touch({ ...crawl, id: 'another' }, progress)).toBe(false);
    expect(await crawls.touch({ ...crawl, owner: 'o2' }, progress)).toBe(false);
    await crawls.deleteDomain('a.com');
    expect([await crawls.touch(crawl, progress), await crawls.readInProgress('a.com')]).toEqual([false, []]);
  });

  test('is cancelled only by its owner, and one of the schedule by no owner', async () => {
    for (const owner of ['o1', null]) await begin('a.com', owner);
    const reasons = async () => (await crawls.readInProgress('a.com')).map(({ stopReason }) => stopReason);
    expect([await crawls.cancel('a.com', 'o2'), await reasons()]).toEqual([false, [null, null]]);
    expect([await crawls.cancel('a.com', 'o1'), await reasons()]).toEqual([true, ['cancelled', null]]);
    expect([await crawls.cancel('a.com', null), await reasons()]).toEqual([true, ['cancelled', 'cancelled']]);
    expect(await crawls.cancel('none.com', 'o1')).toBe(false);
  });
});

/** The text of a link that does not fit into the item of its page. */
const MANY_BYTES = randomBytes(5_000).toString('base64');
const anchorTo = (to: string, text: string) => ({ to, text, rel: '', tag: '<a>' });

describe('the pages of a crawl', () => {
  const urls = Array.from({ length: 60 }, (_, index) => `https://a.com/${(index * 37) % 60}`);
  const readPages = (...which: Parameters<SiteCrawls['readPages']>) => Array.fromAsync(crawls.readPages(...which));

  test('are read in the order of requests, from any number on', async () => {
    const crawl = await begin();
    for (const [order, url] of urls.entries()) {
      expect(await crawls.addPage(crawl, order, crawledPage(url))).toBe(true);
    }
    const pages = urls.map((url) => crawledPage(url));
    expect(await readPages(crawl)).toEqual(pages);
    expect(await readPages(crawl, { from: 57 })).toEqual(pages.slice(57));
    expect(await readPages(crawl, { from: 60 })).toEqual([]);
    expect(await readPages({ ...crawl, id: 'another' })).toEqual([]);
    expect(await readPages({ ...crawl, domain: 'b.com' })).toEqual([]);
  });

  test('are stored once each when instances compete', async () => {
    const crawl = await begin();
    const added = await Promise.all(urls.map((url) => crawls.addPage(crawl, 7, crawledPage(url))));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await readPages(crawl)).toEqual([crawledPage(urls[added.indexOf(true)]!)]);
  });

  test('have their own anchors and resources when instances compete, which are read on request', async () => {
    const crawl = await begin();
    const withElements = (url: string, order: number): CrawledPage => ({
      ...crawledPage(url),
      // Some of the competing pages have many.
      ...(order % 3 !== 0 && { anchors: [anchorTo(`${url}#to`, url.endsWith('7') ? MANY_BYTES : url)] }),
      ...(order % 5 === 0 && { resources: [{ kind: 'image', to: `${url}.png`, tag: '<img>' }] }),
    });
    const stored: CrawledPage[] = [];
    for (const order of urls.keys()) {
      const rivals = [0, 17, 31].map((add) => withElements(urls[(order + add) % urls.length]!, order));
      const added = await Promise.all(rivals.map((page) => crawls.addPage(crawl, order, page)));
      stored.push(rivals[added.indexOf(true)]!);
    }
    expect(await readPages(crawl, { withAnchors: true })).toEqual(stored);
    expect(await readPages(crawl, { from: 41, withAnchors: true })).toEqual(stored.slice(41));
    expect(await readPages(crawl)).toEqual(stored.map(({ resources: _, ...page }) => ({ ...page, anchors: [] })));
    await crawls.discard(crawl);
    expect((await partsOf('a.com')).filter((part) => !part.startsWith('front#'))).toEqual([]);
  });

  test('are stored without their evidence if they do not fit into an item with it', async () => {
    const crawl = await begin();
    const page = crawledPage(urls[0]!);
    const random = (bytes: number) => randomBytes(bytes).toString('base64');
    const found = { id: 'heading-level-skipped', items: [{ element: random(400_000) }] };
    const facts = { ...page.facts!, findings: [found] };
    const mixed_content = Array.from({ length: 100 }, () => `http://a.com/${random(1_400)}`);
    const [first] = mixed_content;
    await crawls.addPage(crawl, 0, { ...page, facts: { ...facts, mixed_content } });
    expect(await readPages(crawl)).toEqual([
      {
        ...page,
        facts: {
          ...facts,
          findings: [{ ...found, items: [] }],
          mixed_content: [first],
        },
      },
    ]);
  });

  test('expire a week later', async () => {
    const crawl = await begin();
    await crawls.addPage(crawl, 0, crawledPage(urls[0]!));
    const [, page] = await itemsOf('a.com');
    expect(page!.expires_at).toBe(now / 1000 + 7 * 86_400);
  });

  test('expire later if the crawl may take longer, as its targets and files do', async () => {
    const crawl = { ...(await begin()), limit: 50_000, admitted: 50_000 };
    await crawls.addPage(crawl, 0, {
      ...crawledPage(urls[0]!),
      anchors: [anchorTo(urls[0]!, MANY_BYTES)],
    });
    await crawls.addTarget(crawl, 0, {
      ...{ url: urls[0]!, state: 'found', http_status: 200, failure: null, end: null, bytes: null },
    });
    await crawls.writeFile(crawl, 'robots', 'x');
    const expiring = (await itemsOf('a.com')).map(({ expires_at }) => expires_at as unknown).filter(Boolean);
    expect(expiring).toEqual(Array(4).fill(now / 1000 + crawlLifetimeMs(crawl) / 1000));
    expect(crawlLifetimeMs(crawl)).toBeGreaterThan(14 * 86_400_000);
  });
});

describe('a file of a crawl', () => {
  /** Hardly compressible. */
  const long = randomBytes(1_000_000).toString('base64');
  test.each([
    ['empty', ''],
    ['short', 'User-agent: *\nDisallow: /é\n'],
    ['long', `User-agent: *\n${'Disallow: /x\n'.repeat(30_000)}`],
    ['longer than an item', long],
  ])('is read as it was written when it is %s, for its crawl only', async (_what, text) => {
    const crawl = await begin();
    await crawls.writeFile(crawl, 'robots', text);
    expect(await crawls.readFile(crawl, 'robots')).toBe(text);
    expect(await crawls.readFile(crawl, 'rob')).toBeNull();
    expect(await crawls.readFile({ ...crawl, id: 'another' }, 'robots')).toBeNull();
  });

  test('is replaced by a later one, longer or shorter', async () => {
    const crawl = await begin();
    for (const text of ['one', long, 'three']) {
      await crawls.writeFile(crawl, 'robots', text);
      expect(await crawls.readFile(crawl, 'robots')).toBe(text);
    }
  });
});

describe('a crawl that has ended', () => {
  test('is read with its result and many rows, in items below the size limit', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => rowOf(`${index}é${'t'.repeat(500)}`));
    const crawl = await store({}, { rows, result: resultOf(5_000) });
    const ended = (await crawls.readEnded(crawl))!;
    expect(ended).toEqual({ ...crawl, chunks: ended.chunks, dueAt: crawl.finishedAt, deliver: undefined });
    expect(await crawls.list('a.com')).toEqual([ended]);
    expect(JSON.parse(await crawls.readResult(crawl))).toEqual(resultOf(5_000));
    expect(await crawls.readRows(ended)).toEqual(rows);
    const sizes = (await itemsOf('a.com')).map(({ rows: packed }) => (packed as Uint8Array | undefined)?.length ?? 0);
    expect(sizes.filter((size) => size > 0).length).toBe(ended.chunks);
    expect(Math.max(...sizes)).toBeLessThan(400_000);
  });

  test('is the last one, in the list before the older ones, and null when it is not stored', async () => {
    const [first, second] = [await store(), await store(partial())];
    expect(await listed()).toEqual([second.id, first.id]);
    expect(await read()).toMatchObject({ audit: { id: first.id }, last: { id: second.id }, inProgress: [] });
    expect(await crawls.readEnded({ domain: 'b.com', id: first.id })).toBeNull();
    expect(await read('b.com')).toEqual({ audit: null, last: null, inProgress: [], historyJson: '[]' });
  });

  test.each([
    ['page_limit', 'done'],
    ['allowance', 'stopped'],
    ['unreachable', 'stopped'],
  ] as const)('has the reason of its end: %s is %s', async (stopReason, status) => {
    const crawl = await store({ ...incomplete(stopReason), found: 9, fetched: 8, unread: ['sitemaps'] });
    const expected = { stopReason, status, isComplete: false, found: 9, fetched: 8, unread: ['sitemaps'] };
    expect(await crawls.readEnded(crawl)).toMatchObject(expected);
  });

  test('keeps its result when another instance ends it again', async () => {
    const crawl = await store({}, { rows: [rowOf('1')] });
    expect(await crawls.end(crawl, crawlOutcome({ rows: [rowOf('2')] }))).toBe(false);
    expect(await listed()).toEqual([crawl.id]);
    expect(await crawls.readRows(crawl)).toEqual([rowOf('1')]);
  });

  test('does not end the next one', async () => {
    const first = await store();
    const { id } = await begin();
    expect(await crawls.end(first, crawlOutcome())).toBe(false);
    expect((await inProgress()).id).toBe(id);
  });
});

describe('the audit', () => {
  test('is replaced only by a better crawl, and contains its result', async () => {
    const steps: [Partial<EndedCrawl>, isBetter: boolean][] = [
      [partial(), false],
      [{ ...incomplete('unreachable'), ...reading(3) }, true],
      [{ ...incomplete('cancelled'), ...reading(2) }, false],
      [{ ...incomplete('page_limit'), limit: 40 }, true],
      [{ ...incomplete('page_limit'), limit: 20 }, false],
      [{ ...incomplete('page_limit'), limit: 40 }, true],
      [{}, true],
      [{ ...incomplete('page_limit'), limit: 50_000 }, false],
      [{ ...incomplete('robots'), ...reading(0) }, false],
      [{ limit: 20 }, true],
    ];
    let expected: number | null = null;
    for (const [step, [differs, isBetter]] of steps.entries()) {
      // Two owners, so that none of them keeps the crawls of the other one.
      await store({ ...differs, owner: `o${step % 2}` }, { result: resultOf(step), rows: [rowOf(String(step))] });
      if (isBetter) expected = step;
      const audit = await crawls.readAudit('a.com');
      const { audit: ofRead } = await read();
      expect(ofRead).toEqual(audit);
      expect(audit && JSON.parse(audit.resultJson)).toEqual(expected === null ? null : resultOf(expected));
      expect(audit && (await crawls.readRows(audit))).toEqual(expected === null ? null : [rowOf(String(expected))]);
    }
  });

  test('stays that of the crawl that was started last when an older one ends later', async () => {
    const older = await begin('a.com', 'o2');
    const newer = await store();
    await crawls.end(older, crawlOutcome());
    expect([await auditId(), await listed()]).toEqual([newer.id, [newer.id, older.id]]);
  });

  test('is stored with its links, however many crawls end after it', async () => {
    const audit = await store({}, { links: [linkRowOf()], issues: [issueRowOf()] });
    for (let count = 0; count < 12; count += 1) await store(count % 2 ? incomplete('cancelled') : partial());
    expect(await auditId()).toBe(audit.id);
    expect(await crawls.readEnded(audit)).toMatchObject({ hasLinks: true });
    expect(await crawls.readEvidence(audit, 'links', 0)).toEqual([linkRowOf()]);
  });
});

describe('the history of a domain', () => {
  test('has the entries of the crawls that have one, the oldest first', async () => {
    const first = await store();
    await store(partial());
    const second = await store({ owner: 'o2' });
    const history = JSON.parse((await read()).historyJson) as HistoryEntry[];
    expect(history).toEqual([first, second].map(entryOf));
  });

  test('has at most 52 entries', async () => {
    const entries = Array.from({ length: 51 }, (_, index) => entryOf(crawlInProgress({ id: String(index) })));
    const history = await compressRecord(JSON.stringify(entries));
    await tables.db.put({ TableName: siteCrawlsTable.name, Item: { ...historyKey('a.com'), history } });
    const added = [entryOf(await store()), entryOf(await store())];
    expect(JSON.parse((await read()).historyJson)).toEqual([...entries.slice(1), ...added]);
  });
});

describe('the number of stored crawls', () => {
  test('is limited for each owner, and crawls that are no longer stored leave no item', async () => {
    const rows = { rows: [rowOf('1')], links: [linkRowOf()], issues: [issueRowOf()] };
    const ofOther = await store({ owner: 'o2' }, rows);
    const ofSchedule = await store({ owner: null }, rows);
    const own: string[] = [];
    for (let count = 0; count < 12; count += 1) own.push((await store({}, rows)).id);
    expect((await listed()).toReversed()).toEqual([ofOther.id, ofSchedule.id, ...own.slice(2)]);
    const parts = await partsOf('a.com');
    for (const id of own.slice(0, 2)) expect(parts.filter((part) => part.includes(id))).toEqual([]);
    const kept = (await crawls.readEnded({ domain: 'a.com', id: own[2]! }))!;
    expect(await crawls.readRows(kept)).toEqual([rowOf('1')]);
    expect(await crawls.readEvidence(kept, 'issues', 0)).toEqual([issueRowOf()]);
  });

  test('does not change what a request for the audit reads', async () => {
    const cost = costOfRead();
    const links = Array.from({ length: 50 }, () =>
      linkRowOf({ to: `https://a.com/${randomBytes(50).toString('hex')}` }),
    );
    const owners = ['o1', 'o2', 'o3', OPERATOR, null];
    const first = await store({ owner: 'o1' }, { links });
    const ofOne = await cost();
    // The audit, the last crawl and the history, in 4 KB.
    expect(ofOne).toEqual({ items: 3, units: 0.5, requests: 1, audit: first.id });
    for (let count = 1; count < 45; count += 1) await copyOf(first, owners[count % 5]!);
    let last = first;
    for (const owner of owners) last = await store({ owner }, { links });
    expect(await listed()).toHaveLength(50);
    expect(await cost()).toEqual({ ...ofOne, audit: last.id });
  });
});

/** Stores a copy of a crawl that has ended, started a minute after the one before. */
async function copyOf({ domain, id }: EndedCrawl, owner: string | null): Promise<void> {
  const copy = newCrawlId((now += 60_000));
  const items = (await itemsOf(domain)).filter(({ part }) => (part as string).includes(id));
  const puts = items.map(({ owner: _, ...item }) => {
    const Item = { ...item, part: (item.part as string).replace(id, copy), ...(item.id !== undefined && { id: copy }) };
    return { PutRequest: { Item: { ...Item, ...(owner !== null && { owner }) } } };
  });
  await tables.db.batchWrite({ RequestItems: { [siteCrawlsTable.name]: puts } });
}

/** Returns a function that reads the crawls of a domain, and returns what DynamoDB counts for it. */
function costOfRead() {
  const counted = { items: 0, units: 0, requests: 0 };
  tables.db.middlewareStack.add(
    (next) => async (args) => {
      const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
      const { ScannedCount = 0, ConsumedCapacity } = result.output as QueryCommandOutput;
      counted.items += ScannedCount;
      counted.units += ConsumedCapacity?.CapacityUnits ?? 0;
      counted.requests += 1;
      return result;
    },
    { step: 'initialize' },
  );
  return async () => {
    Object.assign(counted, { items: 0, units: 0, requests: 0 });
    const { audit } = await crawls.read('a.com');
    return { ...counted, audit: audit?.id };
  };
}

describe('the links of a crawl', () => {
  const links = [linkRowOf()];

  test('are stored of the audit, and of the newest crawl of each owner', async () => {
    const first = await store({}, { links, issues: [issueRowOf()] });
    const other = await store({ owner: 'o2', ...partial() }, { links });
    const audit = await store({}, { links });
    const newest = await store(partial(), { links });
    const states = await Promise.all(
      [first, other, audit, newest].map(async (crawl) => [
        (await crawls.readEnded(crawl))!.hasLinks,
        (await crawls.readEvidence(crawl, 'links', 0)).length,
      ]),
    );
    expect(states).toEqual([
      [false, 0],
      [true, 1],
      [true, 1],
      [true, 1],
    ]);
    expect((await partsOf('a.com')).filter((part) => /^evidence#.*#links$/.test(part))).toHaveLength(3);
    expect(await crawls.readEvidence(first, 'issues', 0)).toEqual([issueRowOf()]);
    expect(await crawls.readRows(first)).toEqual([siteRow()]);
  });

  test('are deleted of a crawl that is no longer the audit, unless it is the newest of its owner', async () => {
    const [former, newest] = [await store({}, { links }), await store(partial(), { links })];
    const formerOfOther = await store({ owner: 'o2' }, { links });
    await store({ owner: null }, { links });
    const hasLinks = async (crawl: EndedCrawl) => (await crawls.readEnded(crawl))!.hasLinks;
    expect(await Promise.all([former, newest, formerOfOther].map(hasLinks))).toEqual([false, true, true]);
  });
});

/** Returns a store whose writes fail after the first ones. */
function failingStore(writes: number) {
  const { db } = tables;
  let left = writes;
  const write = <Result>(send: () => Promise<Result>): Promise<Result> =>
    left-- > 0 ? send() : Promise.reject(new Error('stopped'));
  const failing: DynamoDB = {
    ...db,
    put: (...args) => write(() => db.put(...args)),
    update: (...args) => write(() => db.update(...args)),
    delete: (...args) => write(() => db.delete(...args)),
    batchWrite: (...args) => write(() => db.batchWrite(...args)),
  };
  return { store: createSiteCrawls(failing, siteCrawlsTable.name, () => now), hasFailed: () => left < 0 };
}

test('the end of a crawl that was interrupted after any write is completed by its repetition and the next end', async () => {
  const ids = [0, 1, 2, 3].map((minute) => newCrawlId(now + minute * 60_000));
  const of = (domain: string, number: number) => ({ domain, id: ids[number]!, owner: 'o1', startedAt: timeNow() });
  const contents = { rows: [rowOf('1')], links: [linkRowOf()], issues: [issueRowOf()] };
  const withoutName = (item: object | null) => item && { ...item, domain: '' };
  const answersOf = async (domain: string) => {
    const { audit, last, inProgress, historyJson } = await read(domain);
    return { audit: withoutName(audit), last: withoutName(last), inProgress, historyJson };
  };
  // The end of the third crawl deletes the first one, which it replaces as the audit, and the links of the second.
  await storeCrawl(crawls, { ...of('before.com', 0), ...incomplete('cancelled') }, contents);
  await storeCrawl(crawls, { ...of('before.com', 1), ...incomplete('robots'), ...reading(0) }, contents);
  await crawls.begin(crawlInProgress(of('before.com', 2)));
  await writeEvidence(crawls, crawlInProgress(of('before.com', 2)), contents);
  const before = await itemsOf('before.com');

  /** Ends the crawl twice, the first time with failing writes after the first ones, and then the next crawl. */
  const endTwice = async (domain: string, writes: number) => {
    const puts = before.map((item) => ({ PutRequest: { Item: { ...item, domain } } }));
    await tables.db.batchWrite({ RequestItems: { [siteCrawlsTable.name]: puts } });
    const crawl = crawlInProgress(of(domain, 2));
    const outcome = crawlOutcome({ rows: contents.rows, entry: entryOf(crawl) });
    const { store: failing, hasFailed } = failingStore(writes);
    await failing.end(crawl, outcome).catch(() => {});
    await crawls.end(crawl, outcome);
    const answers = await answersOf(domain);
    await storeCrawl(crawls, { ...of(domain, 3), ...partial() }, contents);
    return { hasFailed: hasFailed(), answers, items: (await itemsOf(domain)).map(withoutName) };
  };
  const expected = await endTwice('whole.com', Infinity);
  let writes = 0;
  for (let isDone = false; !isDone; writes += 1) {
    const { hasFailed, ...found } = await endTwice(`after-${writes}.com`, writes);
    expect({ writes, ...found }).toEqual({ writes, answers: expected.answers, items: expected.items });
    isDone = !hasFailed;
  }
  expect([expected.hasFailed, writes > 10]).toEqual([false, true]);
});

test('the comparison of a crawl is that of the last attempt of its end, or none', async () => {
  /** Takes two items. */
  const long = randomBytes(400_000).toString('hex');
  const lengthOf = async (crawl: EndedCrawl | CrawlInProgress) => (await crawls.readComparison(crawl))?.length ?? null;
  for (const comparison of ['short', undefined]) {
    let writes = 0;
    for (let hasFailed = true; hasFailed; writes += 1) {
      const crawl = await begin(`${comparison ?? 'none'}-${writes}.com`);
      const first = failingStore(writes);
      await first.store.end(crawl, { ...crawlOutcome(crawl), comparison: long }).catch(() => {});
      hasFailed = first.hasFailed();
      if (hasFailed) await crawls.end(crawl, { ...crawlOutcome(crawl), comparison });
      const expected = hasFailed ? (comparison?.length ?? null) : long.length;
      expect([writes, await lengthOf(crawl)]).toEqual([writes, expected]);
    }
    expect(writes).toBeGreaterThan(6);
  }
});

describe('a domain that is deleted', () => {
  const contents = { rows: [rowOf('1')], links: [linkRowOf()], issues: [issueRowOf()] };

  test('has no items of its crawls, and other domains keep theirs', async () => {
    for (const domain of ['a.com', 'b.com']) {
      await store({ domain }, contents);
      const crawl = await begin(domain);
      await crawls.addPage(crawl, 0, crawledPage(`https://${domain}/`));
      await crawls.writeFile(crawl, 'robots', 'x');
    }
    const before = await itemsOf('b.com');
    await crawls.deleteDomain('a.com');
    expect(await itemsOf('a.com')).toEqual([]);
    expect(await itemsOf('b.com')).toEqual(before);
  });

  test('has no items of a crawl that ends afterwards', async () => {
    const crawl = await begin();
    await crawls.addPage(crawl, 0, crawledPage('https://a.com/'));
    await crawls.deleteDomain('a.com');
    await writeEvidence(crawls, crawl, contents);
    expect(await crawls.end(crawl, crawlOutcome({ rows: contents.rows, entry: entryOf(crawl) }))).toBe(false);
    expect(await partsOf('a.com')).toEqual([]);
  });

  test('has no counts by issue of a crawl that ends afterwards, and those of a later crawl stay', async () => {
    const counts = createIssueCounts(tables.db, siteCrawlsTable.name);
    const ofIssue = (pages: number) => {
      return crawlOutcome({ entry: { ...entryOf(crawlInProgress()), issues: { 'broken-link': pages } } });
    };
    const crawl = await begin();
    await crawls.deleteDomain('a.com');
    await crawls.end(crawl, ofIssue(1));
    expect(await counts.readAll()).toEqual([]);
    await crawls.end(await begin(), ofIssue(2));
    await crawls.end(crawl, ofIssue(1));
    expect(await counts.readAll()).toEqual([{ domain: 'a.com', pages: { 'broken-link': 2 } }]);
  });

  test('has no items that a crawl stored at the same time, after it detects the deletion', async () => {
    const gone = await begin();
    await crawls.deleteDomain('a.com');
    await crawls.addPage(gone, 0, crawledPage('https://a.com/'));
    await crawls.writeFile(gone, 'robots', 'x');
    const next = await begin();
    await crawls.addPage(next, 0, crawledPage('https://a.com/'));
    await crawls.discard(gone);
    expect(await partsOf('a.com')).toEqual(['front#in-progress#o1', `visit#${next.id}#000000`]);
  });
});
