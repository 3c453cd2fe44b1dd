import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SiteResult, SiteRow } from '../../../../functions/core/record/site-schema.ts';
import { createIssueCounts } from '../../../../functions/core/sites/store/issue-counts.ts';
import { createSiteCrawls, type SiteCrawls } from '../../../../functions/core/sites/store/site-crawls.ts';
import type { DynamoDB } from '../../../../functions/core/platform/dynamodb/dynamodb.ts';
import { newCrawlId } from '../../../../functions/core/sites/store/item.ts';
import { crawledPage } from '../../../support/crawled-site.ts';
import { openTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { useFresh } from '../../../support/use-opened.ts';

let crawls: SiteCrawls;
let now: number;

const tables = useFresh(() => openTables(siteCrawlsTable));
beforeEach(() => {
  now = Date.parse('2026-11-23T02:00:00Z');
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, () => now);
});

async function begin(domain = 'a.com', owner: string | null = 'o1') {
  const id = newCrawlId((now += 1_000));
  return { id, domain, isBegun: await crawls.begin({ domain, id, owner, pageLimit: 500, admitted: 400 }) };
}

const open = async (domain = 'a.com') => (await crawls.readOpen(domain))!;
const read = (domain = 'a.com') => crawls.read(domain, { consistent: true });

// The store takes both as they are.
const rowOf = (text: string) => ({ url: `https://a.com/${text}`, title: text }) as SiteRow;
const resultOf = (text: string) => ({ pages: text }) as unknown as SiteResult;

const outcome = (text = '', rows: SiteRow[] = []) => ({ stopReason: null, result: resultOf(text), rows });

async function end(rows: SiteRow[] = [], domain = 'a.com') {
  const crawl = await open(domain);
  expect(await crawls.end(crawl, outcome(crawl.id, rows))).toBe(true);
  return crawl.id;
}

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

describe('a crawl', () => {
  test('is the only one of its domain until it has ended', async () => {
    const first = await begin();
    const second = await begin();
    expect([first.isBegun, second.isBegun, (await begin('b.com')).isBegun]).toEqual([true, false, true]);
    const startedAt = '2026-11-23T02:00:01.000Z';
    expect(await open()).toEqual({
      ...{ domain: 'a.com', id: first.id, owner: 'o1', pageLimit: 500, admitted: 400, status: 'queued' },
      ...{ stopReason: null, startedAt, updatedAt: startedAt, dueAt: startedAt, found: 0, fetched: 0, slices: 0 },
    });
    await end();
    expect([await open(), (await begin()).isBegun]).toEqual([null, true]);
  });

  test('is started once for concurrent requests', async () => {
    const started = await Promise.all(Array.from({ length: 10 }, () => begin()));
    expect(started.filter(({ isBegun }) => isBegun)).toHaveLength(1);
  });

  test('stores its progress unless it was ended or deleted', async () => {
    const crawl = await begin();
    now += 5_000;
    const progress = { found: 12, fetched: 3, slices: 1 };
    expect(await crawls.touch(crawl, progress)).toBe(true);
    expect(await open()).toMatchObject({ ...progress, status: 'crawling', updatedAt: new Date(now).toISOString() });
    expect(await crawls.touch({ ...crawl, id: 'another' }, progress)).toBe(false);
    await crawls.deleteDomain('a.com');
    expect([await crawls.touch(crawl, progress), await open()]).toEqual([false, null]);
  });

  test('is cancelled only by its owner, and one of the operator by no owner', async () => {
    await begin();
    expect(await crawls.cancel('a.com', 'o2')).toBe(false);
    expect((await open()).stopReason).toBeNull();
    expect(await crawls.cancel('a.com', 'o1')).toBe(true);
    expect((await open()).stopReason).toBe('cancelled');
    expect(await crawls.cancel('none.com', 'o1')).toBe(false);
    await begin('b.com', null);
    expect((await open('b.com')).owner).toBeNull();
    expect(await crawls.cancel('b.com', 'o1')).toBe(false);
  });
});

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

  test('are stored without their evidence if they do not fit into an item with it', async () => {
    const crawl = await begin();
    const page = crawledPage(urls[0]!);
    const random = (bytes: number) => randomBytes(bytes).toString('base64');
    const item = { element: '<img>', url: random(200_000), line: null, reason: '', reason_code: 'no_alt' };
    const audit = { id: 'image-alt', explanation: null, items: [item] };
    const check = { id: 'heading-skipped', items: [{ element: random(200_000) }] };
    const facts = { ...page.facts!, failed_audits: [audit], failed_checks: [check] };
    const mixed_content = Array.from({ length: 100 }, () => `http://a.com/${random(1_400)}`);
    const [first] = mixed_content;
    await crawls.addPage(crawl, 0, { ...page, facts: { ...facts, mixed_content } });
    expect(await readPages(crawl)).toEqual([
      {
        ...page,
        facts: {
          ...facts,
          failed_audits: [{ ...audit, items: [] }],
          failed_checks: [{ ...check, items: [] }],
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
    await begin();
    const rows = Array.from({ length: 5_000 }, (_, index) => rowOf(`${index}é${'t'.repeat(500)}`));
    const id = await end(rows);
    const { ended } = await read();
    expect(ended).toHaveLength(1);
    const finishedAt = new Date(now).toISOString();
    const resultJson = JSON.stringify(resultOf(id));
    expect(ended[0]).toMatchObject({ id, status: 'done', stopReason: null, finishedAt, resultJson, owner: 'o1' });
    expect(await crawls.readRows(ended[0]!)).toEqual(rows);
    const sizes = (await itemsOf('a.com')).map(({ rows: packed }) => (packed as Uint8Array | undefined)?.length ?? 0);
    expect(sizes.filter((size) => size > 0).length).toBe(ended[0]!.chunks);
    expect(Math.max(...sizes)).toBeLessThan(400_000);
  });

  test.each([
    ['page_limit', 'done'],
    ['allowance', 'stopped'],
    ['unreachable', 'stopped'],
  ] as const)('has the reason of its end: %s is %s', async (stopReason, status) => {
    await begin();
    await crawls.end({ ...(await open()), found: 9, fetched: 8 }, { ...outcome(), stopReason });
    expect((await read()).ended[0]).toMatchObject({ stopReason, status, found: 9, fetched: 8, pageLimit: 500 });
  });

  test('is ended by the next instance when the function was terminated in between', async () => {
    const crawl = await begin();
    const first = await open();
    // The head was written, but not what follows it.
    const restore = failAt('DeleteItemCommand');
    await expect(crawls.end(first, outcome('first', [rowOf('1')]))).rejects.toThrow('stopped');
    restore();
    expect(await read()).toMatchObject({ open: { id: crawl.id }, ended: [{ id: crawl.id }] });
    expect(await crawls.end(first, outcome('second', [rowOf('2')]))).toBe(true);
    const { open: none, ended } = await read();
    expect([none, ended.map(({ resultJson }) => resultJson)]).toEqual([null, [JSON.stringify(resultOf('second'))]]);
    expect(await crawls.readRows(ended[0]!)).toEqual([rowOf('2')]);
  });

  test('keeps its result when another instance ends it again', async () => {
    await begin();
    const late = await open();
    await end([rowOf('1')]);
    expect(await crawls.end(late, outcome(late.id, [rowOf('1')]))).toBe(false);
    const { ended } = await read();
    expect(ended).toHaveLength(1);
    expect(await crawls.readRows(ended[0]!)).toEqual([rowOf('1')]);
  });

  test('does not end the next one', async () => {
    await begin();
    const first = await open();
    await end();
    const { id } = await begin();
    expect(await crawls.end(first, outcome())).toBe(false);
    expect((await open()).id).toBe(id);
  });

  test('is stored with its rows until there are two newer ones', async () => {
    const ids = [];
    for (let times = 0; times < 4; times += 1) {
      await begin();
      ids.push(await end([rowOf(String(times))]));
    }
    const { ended } = await read();
    expect(ended.map(({ id }) => id)).toEqual([ids[3], ids[2]]);
    expect(await Promise.all(ended.map((crawl) => crawls.readRows(crawl)))).toEqual([[rowOf('3')], [rowOf('2')]]);
    expect(await partsOf('a.com')).toHaveLength(4);
  });

  test('is read with the crawl in progress by one query', async () => {
    await begin();
    const first = await end([rowOf('1')]);
    const { id } = await begin();
    let queries = 0;
    const counting: DynamoDB = {
      ...tables.db,
      query: (input) => {
        queries += 1;
        return tables.db.query(input);
      },
    };
    const stored = await createSiteCrawls(counting, siteCrawlsTable.name, Date.now).read('a.com');
    expect([queries, stored.open?.id, stored.ended.map((crawl) => crawl.id)]).toEqual([1, id, [first]]);
  });
});

/** Makes calls of a command fail until the returned function is called. */
function failAt(command: string): () => void {
  const stop = { step: 'initialize', name: 'stop' } as const;
  tables.client.middlewareStack.add((next, { commandName }) => {
    return commandName === command ? () => Promise.reject(new Error('stopped')) : next;
  }, stop);
  return () => void tables.client.middlewareStack.remove(stop.name);
}

describe('a domain that is deleted', () => {
  test('has no items of its crawls, and other domains keep theirs', async () => {
    for (const domain of ['a.com', 'b.com']) {
      await begin(domain);
      await end([rowOf(domain)], domain);
      const crawl = await begin(domain);
      await crawls.addPage(crawl, 0, crawledPage(`https://${domain}/`));
      await crawls.writeFile(crawl, 'robots', 'x');
    }
    await crawls.deleteDomain('a.com');
    expect(await partsOf('a.com')).toEqual([]);
    expect(await partsOf('b.com')).toHaveLength(5);
  });

  test('has no items of a crawl that ends afterwards', async () => {
    await begin();
    const crawl = await open();
    await crawls.deleteDomain('a.com');
    expect(await crawls.end(crawl, outcome('x', [rowOf('1')]))).toBe(false);
    expect(await partsOf('a.com')).toEqual([]);
  });

  test('has no counts by issue of a crawl that ends afterwards, and those of a later crawl stay', async () => {
    const counts = createIssueCounts(tables.db, siteCrawlsTable.name);
    await begin();
    const crawl = await open();
    await crawls.deleteDomain('a.com');
    await crawls.end(crawl, { ...outcome(), issueCounts: { 'broken-link': 1 } });
    expect(await counts.readAll()).toEqual([]);
    const later = await begin();
    await crawls.end(await open(), { ...outcome(), issueCounts: { 'broken-link': 2 } });
    await crawls.end(crawl, { ...outcome(), issueCounts: { 'broken-link': 1 } });
    expect([later.isBegun, await counts.readAll()]).toEqual([true, [{ domain: 'a.com', pages: { 'broken-link': 2 } }]]);
  });

  test('has no items that a crawl stored at the same time, after it detects the deletion', async () => {
    const gone = await begin();
    await crawls.deleteDomain('a.com');
    await crawls.addPage(gone, 0, crawledPage('https://a.com/'));
    await crawls.writeFile(gone, 'robots', 'x');
    const next = await begin();
    await crawls.addPage(next, 0, crawledPage('https://a.com/'));
    await crawls.discard(gone);
    expect(await partsOf('a.com')).toEqual(['crawl#open', `visit#${next.id}#000000`]);
  });
});
