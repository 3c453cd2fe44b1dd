import { beforeEach, describe, expect, test } from '@jest/globals';
import { listQuery } from '../../../../functions/core/site-reports/answer/list-endpoints.ts';
import { type ServiceError } from '../../../../functions/core/platform/http/errors.ts';
import { answerList } from '../../../../functions/core/site-reports/answer/answer-list.ts';
import { listPages, pagesTable } from '../../../../functions/core/site-reports/lists/list-pages.ts';
import { sitePagesParameters } from '../../../../functions/core/site-reports/lists/list-parameters.ts';
import { createSiteCrawls, type SiteCrawls } from '../../../../functions/core/crawls/store/site-crawls.ts';
import { apiEvent } from '../../../support/api-event.ts';
import { findStored } from '../../../support/find-stored.ts';
import { createTestTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { crawlInProgress, siteRow } from '../../../support/site-audit.ts';
import { useFresh } from '../../../support/use-opened.ts';
import { partOf, storeCrawl } from '../../crawls/store/store-crawl.ts';

const domain = 'a.com';
let crawls: SiteCrawls;

const tables = useFresh(() => createTestTables(siteCrawlsTable));
beforeEach(() => {
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, Date.now);
});

const rows = [
  siteRow({ url: 'https://a.com/', internal_rank: 50 }),
  siteRow({ url: 'https://a.com/b', http_status: 404, internal_rank: 100, issues: ['client-error'] }),
  siteRow({ url: 'https://a.com/c', http_status: 410, internal_rank: 20, issues: ['client-error'] }),
  siteRow({ url: 'https://a.com/d', http_status: null, failure: 'timeout' }),
];

const crawl = () => storeCrawl(crawls, { domain }, { rows });

const list = { name: 'site-pages', parameters: sitePagesParameters, find: listPages, table: pagesTable };
const find = (query: string) =>
  findStored(apiEvent(query), listQuery(list, { crawls, isReachable: (host) => host === 'here.test' }));

async function paths(query: string): Promise<string[]> {
  const { found } = await find(`domain=a.com&${query}`);
  return found.items.map(({ url }) => new URL(url).pathname);
}

describe('the pages of a site', () => {
  test.each([
    ['in the order of the crawl', '', ['/', '/b', '/c', '/d']],
    ['with a status', 'status=404', ['/b']],
    ['with a status of a class', 'status=4XX', ['/b', '/c']],
    ['with an issue', 'issue=client-error', ['/b', '/c']],
    ['in an order', 'sort=internal_rank', ['/b', '/d', '/', '/c']],
    ['with both, in an order', 'issue=client-error&status=4xx&sort=internal_rank&limit=1', ['/b']],
    ['with an issue of no page', 'issue=title-missing', []],
  ])('are listed %s', async (_, query, expected) => {
    await crawl();
    expect(await paths(query)).toEqual(expected);
  });

  test('are those of the requested crawl', async () => {
    const { id } = await storeCrawl(crawls, { domain, scope: partOf('/blog/') }, { rows: rows.slice(1, 2) });
    expect((await find(`domain=a.com&crawl=${id}`)).found).toMatchObject({
      crawl_id: id,
      items: [{ http_status: 404 }],
    });
    await expect(find('domain=a.com')).rejects.toMatchObject({ kind: 'no_audit' });
    const other = id.replace(/.{8}$/, '00000000');
    await expect(find(`domain=a.com&crawl=${other}`)).rejects.toMatchObject({ kind: 'crawl_not_found' });
  });

  test('are a 404 for a domain that was never crawled, and empty while its first crawl runs', async () => {
    for (const [query, name] of [
      ['b.com', 'b.com'],
      ['https://www.b.com/x', 'b.com'],
      ['here.test', 'here.test'],
    ] as const) {
      await expect(find(`domain=${query}`)).rejects.toMatchObject({ kind: 'not_crawled', values: { domain: name } });
      await crawls.begin(crawlInProgress({ domain: name }));
      expect((await find(`domain=${query}`)).found).toMatchObject({ crawl_id: null, finished_at: null, items: [] });
      await crawls.deleteDomain(name);
    }
  });

  test.each(['localhost', 'com', 'a_b'])('are not read of %p, which is no domain', async (name) => {
    await expect(find(`domain=${name}`)).rejects.toMatchObject({ kind: 'invalid_parameter' });
  });

  test('return 304 when the caller has the same version', async () => {
    await crawl();
    const { found } = await find('domain=a.com');
    const etag = String(answerList(apiEvent(''), found, list).headers?.ETag);
    const event = { ...apiEvent(''), multiValueHeaders: { 'If-None-Match': [etag] } };
    expect(answerList(event, found, list)).toMatchObject({ statusCode: 304, body: '' });
    const { found: other } = await find('domain=a.com&status=404');
    expect(answerList(event, other, list).statusCode).toBe(200);
    expect(answerList(event, found, { ...list, format: 'csv' }).statusCode).toBe(200);
  });
});

test('a request with several invalid parameters is rejected with all of them', async () => {
  await crawl();
  const query =
    'domain=localhost&issue=titel-missing&status=600&sort=size&limit=1001&order=1&format=xml&cursor=&crawl=1';
  const error: unknown = await find(query).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'invalid_parameter' });
  const details = Object.fromEntries((error as ServiceError).details!.map(({ param, message }) => [param, message]));
  expect(Object.keys(details).toSorted()).toEqual([
    'crawl',
    'domain',
    'format',
    'issue',
    'limit',
    'order',
    'sort',
    'status',
  ]);
  expect(details).toMatchObject({
    crawl: 'must be the id of a crawl, as /api/v1/seo/site/crawls lists it',
    issue: 'is not a known issue; did you mean title-missing?',
    status: 'must be an HTTP status such as 404, or a class such as 4xx',
    sort: 'must be one of url, depth, seo_score, inlinks, internal_rank',
  });
});

test.each(['40', '4x4', '099', '4xxx', '-404', '4 04'])('%p is rejected as a status', async (status) => {
  await expect(find(`domain=a.com&status=${encodeURIComponent(status)}`)).rejects.toThrow('status: must be');
});
