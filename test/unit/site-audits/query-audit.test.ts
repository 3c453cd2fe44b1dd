import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../functions/shared/http/errors.ts';
import { cancelAudit } from '../../../functions/shared/site-audits/cancel-audit.ts';
import { type AuditQuery, queryAudit } from '../../../functions/shared/site-audits/query-audit.ts';
import type { CrawlTask } from '../../../functions/shared/storage/crawl-queue.ts';
import type { StopReason } from '../../../functions/shared/storage/site-crawls/item.ts';
import { createSiteCrawls, type SiteCrawls } from '../../../functions/shared/storage/site-crawls/site-crawls.ts';
import { openTables, siteCrawlsTable, type TestTables } from '../../support/dynamodb.ts';
import { siteResult } from '../../support/site-audit.ts';

const domain = 'a.com';
let tables: TestTables;
let crawls: SiteCrawls;
let begun: number[];
let sent: CrawlTask[];

beforeEach(async () => {
  tables = await openTables(siteCrawlsTable);
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, Date.now);
  begun = [];
  sent = [];
});
afterEach(() => tables.close());

async function begin({ pages }: { pages: number }): Promise<void> {
  begun.push(pages);
  await crawls.begin({ domain, id: String(begun.length), owner: 'owner', pageLimit: pages, admitted: pages });
}

async function end(stopReason: StopReason | null = null): Promise<void> {
  await crawls.end((await crawls.readOpen(domain))!, { stopReason, result: siteResult(), rows: [] });
}

const query = (wish: Partial<AuditQuery> = {}, mostPages = 5_000) =>
  queryAudit({ domain, refresh: false, pages: undefined, ...wish }, { crawls, mostPages, begin });

const queue = { send: (task: CrawlTask) => Promise.resolve(void sent.push(task)) };
const cancel = (owner: string) => cancelAudit(domain, owner, { crawls, queue });

describe('a call for the audit of a site', () => {
  test('begins the first crawl, of 500 pages unless more or less are asked for', async () => {
    expect(await query()).toMatchObject({ open: { pageLimit: 500, status: 'queued' }, ended: [] });
    await end();
    await query({ refresh: true, pages: 20 });
    expect(begun).toEqual([500, 20]);
  });

  test('begins it with fewer pages where the operator allows no more', async () => {
    await query({}, 30);
    expect(begun).toEqual([30]);
  });

  test('waits for the crawl that is under way, whatever it asks for', async () => {
    await query({ pages: 5 });
    for (const wish of [{}, { refresh: true }, { pages: 5_000 }]) {
      expect(await query(wish)).toMatchObject({ open: { id: '1', pageLimit: 5 } });
    }
    expect(begun).toEqual([5]);
  });

  test('is answered with the last crawl that has ended', async () => {
    await query({ pages: 40 });
    await end('page_limit');
    for (const wish of [{}, { pages: 40 }, { pages: 1 }]) {
      expect(await query(wish)).toMatchObject({ open: null, ended: [{ id: '1' }] });
    }
    expect(begun).toEqual([40]);
  });

  test('begins another one for more pages, or where that is asked for', async () => {
    await query({ pages: 40 });
    await end();
    expect(await query({ pages: 41 })).toMatchObject({ open: { id: '2', pageLimit: 41 }, ended: [{ id: '1' }] });
    await end('unreachable');
    expect(await query({ refresh: true })).toMatchObject({ open: { id: '3', pageLimit: 500 }, ended: [{}, {}] });
  });

  test('says what keeps a crawl from beginning', async () => {
    const refused = () => Promise.reject(new ServiceError('domain_not_found', { params: { domain } }));
    const services = { crawls, mostPages: 5_000, begin: refused };
    const asked = queryAudit({ domain, refresh: false, pages: undefined }, services);
    await expect(asked).rejects.toMatchObject({ kind: 'domain_not_found' });
  });

  test('is to be asked again where the domain is deleted at the same moment', async () => {
    const services = { crawls, mostPages: 5_000, begin: () => Promise.resolve() };
    const asked = queryAudit({ domain, refresh: false, pages: undefined }, services);
    await expect(asked).rejects.toMatchObject({ code: 'gateway_timeout', retryable: true });
  });
});

describe('a crawl', () => {
  test('is stopped by its owner, and need not wait for its turn', async () => {
    await query();
    expect(await cancel('owner')).toMatchObject({ open: { status: 'queued', stopReason: 'cancelled' } });
    expect(sent).toEqual([{ domain, id: '1', slices: 0 }]);
  });

  test('is not stopped by somebody else', async () => {
    await query();
    await expect(cancel('other')).rejects.toMatchObject({ code: 'not_found', status: 404 });
    expect(await query()).toMatchObject({ open: { stopReason: null } });
    expect(sent).toEqual([]);
  });

  test('that the operator has begun is nobody else’s', async () => {
    await crawls.begin({ domain, id: '1', owner: null, pageLimit: 5, admitted: 5 });
    await expect(cancel('owner')).rejects.toMatchObject({ status: 404 });
  });

  test('that has ended, or never was, cannot be stopped', async () => {
    await expect(cancel('owner')).rejects.toMatchObject({ status: 404 });
    await query();
    await end();
    await expect(cancel('owner')).rejects.toMatchObject({ status: 404 });
  });
});
