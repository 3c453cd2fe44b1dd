import { beforeEach, describe, expect, test } from '@jest/globals';
import { readStored } from '../../../../functions/core/sites/answer/open-site.ts';
import { createSiteCrawls, type SiteCrawls } from '../../../../functions/core/sites/store/site-crawls.ts';
import { apiEvent } from '../../../support/api-event.ts';
import { openTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { siteResult } from '../../../support/site-audit.ts';
import { useFresh } from '../../../support/use-opened.ts';

const domain = 'a.com';
let crawls: SiteCrawls;
let queries: number;

const tables = useFresh(() => openTables(siteCrawlsTable));
beforeEach(() => {
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, Date.now);
  queries = 0;
});

const begin = (id: string) => crawls.begin({ domain, id, owner: 'o', pageLimit: 40, admitted: 40 });

async function end(): Promise<void> {
  await crawls.end((await crawls.readOpen(domain))!, { stopReason: null, result: siteResult(), rows: [] });
}

function read(query: string) {
  const client = tables.db;
  const counting = {
    ...client,
    query: (input: Parameters<typeof client.query>[0]) => (queries++, client.query(input)),
  };
  return readStored(apiEvent(query), createSiteCrawls(counting, siteCrawlsTable.name, Date.now), 1_000);
}

describe('the crawls of a domain', () => {
  test('cost one read for every spelling of the domain', async () => {
    await begin('1');
    await end();
    for (const name of ['a.com', 'https://WWW.A.com/x', 'a.com.']) {
      const found = await read(`domain=${encodeURIComponent(name)}&pages=40&refresh=&format=csv&api_key=k`);
      expect(found).toMatchObject({ crawls: { open: null, ended: [{ id: '1' }] }, format: 'csv' });
    }
    expect(queries).toBe(3);
  });

  test('are returned for any number of pages while a crawl is in progress', async () => {
    await begin('1');
    expect(await read('domain=a.com&pages=1000')).toMatchObject({ crawls: { open: { id: '1' } } });
  });

  test('are left to the complete query when a crawl has to start', async () => {
    expect(await read('domain=a.com')).toBeNull();
    await begin('1');
    await end();
    expect(await read('domain=a.com&pages=41')).toBeNull();
    expect(queries).toBe(2);
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
])('%s is left to the complete query, without a read', async (_, query) => {
  await begin('1');
  await end();
  expect([await read(query), queries]).toEqual([null, 0]);
});
