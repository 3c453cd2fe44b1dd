import { beforeEach, describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../../functions/core/platform/http/errors.ts';
import { type AuditQuery, queryAudit, startCrawl } from '../../../../functions/core/sites/audits/query-audit.ts';
import type { CrawlRequest } from '../../../../functions/core/sites/crawl/begin-crawl.ts';
import type { StopReason } from '../../../../functions/core/sites/store/item.ts';
import { createSiteCrawls, type SiteCrawls } from '../../../../functions/core/sites/store/site-crawls.ts';
import { openTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { siteResult } from '../../../support/site-audit.ts';
import { useFresh } from '../../../support/use-opened.ts';

const domain = 'a.com';
let crawls: SiteCrawls;
let startedPages: number[];

const tables = useFresh(() => openTables(siteCrawlsTable));
beforeEach(() => {
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, Date.now);
  startedPages = [];
});

async function begin({ pages, settings }: CrawlRequest): Promise<boolean> {
  startedPages.push(pages);
  const id = String(startedPages.length);
  return crawls.begin({ domain, id, owner: 'owner', pageLimit: pages, settings, admitted: pages });
}

async function end(stopReason: StopReason | null = null): Promise<void> {
  await crawls.end((await crawls.readOpen(domain))!, { stopReason, result: siteResult(), rows: [] });
}

const query = (changes: Partial<AuditQuery> = {}, maxPages = 5_000) =>
  queryAudit({ domain, refresh: false, pages: undefined, ...changes }, { crawls, maxPages, begin });

describe('a request for the audit of a site', () => {
  test('starts the first crawl with 500 pages or the requested number', async () => {
    expect(await query()).toMatchObject({ open: { pageLimit: 500, status: 'queued' }, ended: [] });
    await end();
    await query({ refresh: true, pages: 20 });
    expect(startedPages).toEqual([500, 20]);
  });

  test('starts it with fewer pages when the operator allows no more', async () => {
    await query({}, 30);
    expect(startedPages).toEqual([30]);
  });

  test('returns the crawl in progress for any parameters', async () => {
    await query({ pages: 5 });
    for (const changes of [{}, { refresh: true }, { pages: 5_000 }]) {
      expect(await query(changes)).toMatchObject({ open: { id: '1', pageLimit: 5 } });
    }
    expect(startedPages).toEqual([5]);
  });

  test('returns the last crawl that has ended', async () => {
    await query({ pages: 40 });
    await end('page_limit');
    for (const changes of [{}, { pages: 40 }, { pages: 1 }]) {
      expect(await query(changes)).toMatchObject({ open: null, ended: [{ id: '1' }] });
    }
    expect(startedPages).toEqual([40]);
  });

  test('starts another crawl for more pages or with refresh', async () => {
    await query({ pages: 40 });
    await end();
    expect(await query({ pages: 41 })).toMatchObject({ open: { id: '2', pageLimit: 41 }, ended: [{ id: '1' }] });
    await end('unreachable');
    expect(await query({ refresh: true })).toMatchObject({ open: { id: '3', pageLimit: 500 }, ended: [{}, {}] });
  });

  test('fails with the error that prevents a crawl', async () => {
    const refused = () => Promise.reject(new ServiceError('domain_not_found', { params: { domain } }));
    const services = { crawls, maxPages: 5_000, begin: refused };
    const answer = queryAudit({ domain, refresh: false, pages: undefined }, services);
    await expect(answer).rejects.toMatchObject({ kind: 'domain_not_found' });
  });

  test('fails with gateway_timeout when the domain is deleted at the same time', async () => {
    const services = { crawls, maxPages: 5_000, begin: () => Promise.resolve(true) };
    const answer = queryAudit({ domain, refresh: false, pages: undefined }, services);
    await expect(answer).rejects.toMatchObject({ code: 'gateway_timeout', retryable: true });
  });
});

describe('a request for a crawl with settings', () => {
  const settings = { include: ['/blog/'], exclude: ['/blog/*?'], depth: 3 };

  test('starts it, and the crawl keeps its settings when it has ended', async () => {
    const started = await startCrawl({ domain, pages: 20, settings }, { crawls, begin });
    expect(started).toMatchObject({ open: { pageLimit: 20, settings } });
    await end();
    expect(await crawls.read(domain)).toMatchObject({ open: null, ended: [{ settings }] });
  });

  test('is refused while a crawl is in progress, and does not change that', async () => {
    await query({ pages: 5 });
    const started = startCrawl({ domain, pages: 20, settings }, { crawls, begin });
    await expect(started).rejects.toMatchObject({ code: 'crawl_in_progress', retryable: true });
    expect((await crawls.readOpen(domain))!.settings).toBeUndefined();
  });
});
