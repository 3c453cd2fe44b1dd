import { beforeEach, describe, expect, test } from '@jest/globals';
import { readStored } from '../../../../functions/core/site-reports/answer/site-endpoint.ts';
import {
  createSiteCrawls,
  type EndedCrawl,
  type SiteCrawls,
} from '../../../../functions/core/crawls/store/site-crawls.ts';
import { apiEvent } from '../../../support/api-event.ts';
import { createTestTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { crawlInProgress } from '../../../support/site-audit.ts';
import { useFresh } from '../../../support/use-opened.ts';
import { incomplete, partOf, storeCrawl } from '../../crawls/store/store-crawl.ts';

const domain = 'a.com';
let crawls: SiteCrawls;
let queries: number;
let gets: number;
let owners: number;

const tables = useFresh(() => createTestTables(siteCrawlsTable));
beforeEach(() => {
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, Date.now);
  [queries, gets, owners] = [0, 0, 0];
});

const store = (differs: Partial<EndedCrawl> = {}) => storeCrawl(crawls, { domain, limit: 40, ...differs });

/** Reads with a client that counts. */
function read(query: string) {
  const client = tables.db;
  const counting = {
    ...client,
    query: (input: Parameters<typeof client.query>[0]) => (queries++, client.query(input)),
    get: (input: Parameters<typeof client.get>[0]) => (gets++, client.get(input)),
  };
  const reader = createSiteCrawls(counting, siteCrawlsTable.name, Date.now);
  return readStored(apiEvent(query), reader, 1_000, () => (owners++, Promise.resolve('owner')));
}

describe('the crawls of a domain', () => {
  test('cost one read for every spelling of the domain', async () => {
    const { id } = await store();
    for (const name of ['a.com', 'https://WWW.A.com/x', 'a.com.']) {
      const found = await read(`domain=${encodeURIComponent(name)}&pages=40&refresh=&format=csv&api_key=k`);
      expect(found).toMatchObject({ view: { crawl: { id }, inProgress: null, isPending: false }, format: 'csv' });
    }
    expect([queries, gets, owners]).toEqual([3, 0, 0]);
  });

  test('are returned for any number of pages while a crawl is in progress, or if the audit is complete', async () => {
    const inProgress = crawlInProgress();
    await crawls.begin(inProgress);
    expect(await read('domain=a.com&pages=1000')).toMatchObject({
      view: { crawl: { id: inProgress.id }, isPending: true },
    });
    const audit = await store({ owner: 'other' });
    expect(await read('domain=a.com&pages=1000')).toMatchObject({
      view: { crawl: { id: audit.id }, inProgress: { id: inProgress.id }, isPending: true },
    });
  });

  test('are pending for the owner of a crawl in progress alone, once there is an audit', async () => {
    await crawls.begin(crawlInProgress({ owner: 'other' }));
    expect(await read('domain=a.com')).toMatchObject({ view: { isPending: true } });
    const { id } = await store({ owner: 'third' });
    expect(await read('domain=a.com')).toMatchObject({
      view: { crawl: { id }, inProgress: { owner: 'other' }, isPending: false },
    });
    await crawls.begin(crawlInProgress());
    expect(await read('domain=a.com')).toMatchObject({ view: { inProgress: { owner: 'owner' }, isPending: true } });
  });

  test('are left to the complete query when a crawl has to start', async () => {
    expect(await read('domain=a.com')).toBeNull();
    await store({ scope: partOf('/blog/') });
    expect(await read('domain=a.com')).toBeNull();
    await store(incomplete('page_limit'));
    expect(await read('domain=a.com&pages=41')).toBeNull();
    expect([queries, gets]).toEqual([3, 0]);
  });

  test('are read with two reads more for the id of a crawl that is not the audit', async () => {
    const part = await store({ scope: partOf('/blog/') });
    const audit = await store();
    expect(await read(`domain=a.com&crawl=${audit.id}`)).toMatchObject({ view: { crawl: { id: audit.id } } });
    expect([queries, gets]).toEqual([1, 0]);
    expect(await read(`domain=a.com&crawl=${part.id}`)).toMatchObject({ view: { crawl: { id: part.id } } });
    expect([queries, gets]).toEqual([2, 2]);
    expect(await read(`domain=b.com&crawl=${part.id}`)).toBeNull();
    const other = read(`domain=a.com&crawl=${crawlInProgress().id}`);
    await expect(other).rejects.toMatchObject({ kind: 'crawl_not_found' });
  });
});

test.each([
  ['a refresh', 'domain=a.com&refresh=1'],
  ['a parameter that is unknown', 'domain=a.com&page=4'],
  ['a parameter given twice', 'domain=a.com&domain=a.com'],
  ['no domain', ''],
  ['a text that is no host', 'domain=%5B'],
  ['an unknown form', 'domain=a.com&format=xml'],
  ['pages that are no number', 'domain=a.com&pages=1e2'],
  ['no pages', 'domain=a.com&pages=0'],
  ['more pages than the operator allows', 'domain=a.com&pages=1001'],
  ['a text that is no id of a crawl', 'domain=a.com&crawl=1'],
])('%s is left to the complete query, without a read', async (_, query) => {
  await store();
  expect([await read(query), queries, gets]).toEqual([null, 0, 0]);
});
