import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CrawledPage } from '../../../functions/shared/record/crawled-page.ts';
import { createDocumentClient } from '../../../functions/shared/storage/dynamodb/document-client.ts';
import { newCrawlId } from '../../../functions/shared/storage/site-crawls/item.ts';
import { createSiteCrawls, type SiteCrawls } from '../../../functions/shared/storage/site-crawls/site-crawls.ts';
import { openTables, siteCrawlsTable, type TestTables } from '../../support/dynamodb.ts';

let tables: TestTables;
let crawls: SiteCrawls;
let now: number;

beforeEach(async () => {
  tables = await openTables(siteCrawlsTable);
  now = Date.parse('2026-11-23T02:00:00Z');
  crawls = createSiteCrawls(createDocumentClient(tables.client), siteCrawlsTable.name, () => now);
});
afterEach(() => tables.close());

async function begin(domain = 'a.com', owner = 'o1') {
  const id = newCrawlId((now += 1_000));
  return { id, domain, isBegun: await crawls.begin({ domain, id, owner, pageLimit: 500 }) };
}

const page = (url: string): CrawledPage => ({
  url,
  http_status: 200,
  failure: null,
  location: null,
  content_type: 'text/html',
  ttfb_ms: 1,
  html_bytes: 2,
  facts: null,
});

async function end(domain = 'a.com', rows: object[] = []) {
  const open = (await crawls.readOpen(domain))!;
  await crawls.end(open, { status: 'done', resultJson: JSON.stringify({ of: open.id }), rows });
  return open.id;
}

describe('a crawl', () => {
  test('is the only one of its domain until it has ended', async () => {
    const first = await begin();
    const second = await begin();
    expect([first.isBegun, second.isBegun, (await begin('b.com')).isBegun]).toEqual([true, false, true]);
    expect(await crawls.readOpen('a.com')).toMatchObject({
      ...{ id: first.id, owner: 'o1', pageLimit: 500, status: 'queued', stopReason: null, found: 0, fetched: 0 },
    });
    await end();
    expect([await crawls.readOpen('a.com'), (await begin()).isBegun]).toEqual([null, true]);
  });

  test('of many that begin at once is one', async () => {
    const begun = await Promise.all(Array.from({ length: 10 }, () => begin()));
    expect(begun.filter(({ isBegun }) => isBegun)).toHaveLength(1);
  });

  test('says how far it is, unless it is gone', async () => {
    const crawl = await begin();
    now += 5_000;
    expect(await crawls.touch(crawl, { found: 12, fetched: 3 })).toBe(true);
    expect(await crawls.readOpen('a.com')).toMatchObject({ status: 'crawling', found: 12, fetched: 3, touchedAt: now });
    expect(await crawls.touch({ ...crawl, id: 'another' }, { found: 0, fetched: 0 })).toBe(false);
    await crawls.forget('a.com');
    expect([await crawls.touch(crawl, { found: 0, fetched: 0 }), await crawls.readOpen('a.com')]).toEqual([
      false,
      null,
    ]);
  });

  test('is cancelled by its owner alone', async () => {
    await begin();
    expect(await crawls.cancel('a.com', 'o2')).toBe(false);
    expect(await crawls.cancel('a.com', 'o1')).toBe(true);
    expect(await crawls.readOpen('a.com')).toMatchObject({ stopReason: 'cancelled' });
    expect(await crawls.cancel('b.com', 'o1')).toBe(false);
  });
});

describe('the pages of a crawl', () => {
  test('are stored once each, and read in the order in which they were asked for', async () => {
    const crawl = await begin();
    const urls = Array.from({ length: 60 }, (_, index) => `https://a.com/${String((index * 37) % 60)}`);
    for (const [order, url] of urls.entries()) expect(await crawls.addPage(crawl, order, page(url))).toBe(true);
    expect(await crawls.addPage(crawl, 99, { ...page(urls[0]!), http_status: 500 })).toBe(false);
    expect(await crawls.readPages(crawl)).toEqual(urls.map(page));
    expect(await crawls.readPages({ ...crawl, id: 'another' })).toEqual([]);
  });

  test('are those of the addresses, however long and alike they are', async () => {
    const crawl = await begin();
    const long = `https://a.com/${'x'.repeat(2_000)}`;
    for (const [order, url] of [long, `${long}y`, `${long}Y`].entries()) await crawls.addPage(crawl, order, page(url));
    expect(await crawls.readPages(crawl)).toHaveLength(3);
  });
});

test('a file that a crawl goes by is read as it was written, and belongs to the crawl', async () => {
  const crawl = await begin();
  const text = `User-agent: *\n${'Disallow: /x\n'.repeat(30_000)}`;
  await crawls.writeFile(crawl, 'robots', text);
  expect(await crawls.readFile(crawl, 'robots')).toBe(text);
  expect(await crawls.readFile(crawl, 'sitemap')).toBeNull();
  expect(await crawls.readFile({ ...crawl, id: 'another' }, 'robots')).toBeNull();
});

describe('a crawl that has ended', () => {
  test('is read with what it came to and its rows, though they are many', async () => {
    await begin();
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      url: `https://a.com/${index}`,
      title: `é${'t'.repeat(500)}`,
    }));
    const id = await end('a.com', rows);
    const [ended, ...others] = await crawls.readEnded('a.com');
    expect(others).toEqual([]);
    expect(ended).toMatchObject({ id, status: 'done', resultJson: JSON.stringify({ of: id }), chunks: 3 });
    expect(await crawls.readRows(ended!)).toEqual(rows);
  });

  test('may be ended twice', async () => {
    await begin();
    const open = (await crawls.readOpen('a.com'))!;
    for (let times = 0; times < 2; times += 1) {
      await crawls.end(open, { status: 'stopped', resultJson: '{}', rows: [{ url: 'x' }] });
    }
    expect(await crawls.readEnded('a.com')).toHaveLength(1);
  });

  test('does not end the next one', async () => {
    await begin();
    const first = (await crawls.readOpen('a.com'))!;
    await end();
    const { id } = await begin();
    await crawls.end(first, { status: 'done', resultJson: '{}', rows: [] });
    expect((await crawls.readOpen('a.com'))?.id).toBe(id);
  });

  test('is kept until there are two newer ones', async () => {
    const ids = [];
    for (let times = 0; times < 4; times += 1) {
      await begin();
      ids.push(await end('a.com', [{ times }]));
    }
    const ended = await crawls.readEnded('a.com');
    expect(ended.map(({ id }) => id)).toEqual([ids[3], ids[2]]);
    expect(await crawls.readRows({ domain: 'a.com', id: ids[0]!, chunks: 1 })).toEqual([]);
  });
});

test('a domain that is forgotten has no crawl any more, and no other is touched', async () => {
  for (const domain of ['a.com', 'b.com']) {
    await begin(domain);
    await end(domain, [{ domain }]);
    const crawl = await begin(domain);
    await crawls.addPage(crawl, 0, page(`https://${domain}/`));
  }
  await crawls.forget('a.com');
  expect([await crawls.readOpen('a.com'), await crawls.readEnded('a.com')]).toEqual([null, []]);
  expect([(await crawls.readOpen('b.com'))?.domain, (await crawls.readEnded('b.com')).length]).toEqual(['b.com', 1]);
});
