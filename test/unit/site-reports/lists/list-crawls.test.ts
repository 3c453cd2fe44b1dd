import { beforeEach, describe, expect, test } from '@jest/globals';
import { OPERATOR } from '../../../../functions/core/accounts/batch-caller.ts';
import { shownOptions, shownScope } from '../../../../functions/core/crawls/store/item.ts';
import { siteCrawlsAnswer } from '../../../../functions/core/record/site-schema.ts';
import { crawlsTable, listCrawls } from '../../../../functions/core/site-reports/lists/list-crawls.ts';
import {
  createSiteCrawls,
  type EndedCrawl,
  type SiteCrawls,
} from '../../../../functions/core/crawls/store/site-crawls.ts';
import { createTestTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { crawlInProgress } from '../../../support/site-audit.ts';
import { useFresh } from '../../../support/use-opened.ts';
import { incomplete, partOf, storeCrawl } from '../../crawls/store/store-crawl.ts';

const domain = 'a.com';
let crawls: SiteCrawls;
let now: number;

const tables = useFresh(() => createTestTables(siteCrawlsTable));
beforeEach(() => {
  now = Date.parse('2026-11-22T10:00:00Z');
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, () => now);
});

const later = () => new Date((now += 600_000)).toISOString();
const store = (differs: Partial<EndedCrawl> = {}) => storeCrawl(crawls, { startedAt: later(), ...differs });
const begin = async (owner: string | null) => {
  const crawl = crawlInProgress({ owner, startedAt: later() });
  await crawls.begin(crawl);
  return crawl;
};
const list = (owner = 'owner') => listCrawls(domain, owner, crawls);

describe('the list of crawls', () => {
  test('contains the crawls in progress and the stored ones, the newest first, and the id of the audit', async () => {
    const issues = { error: 2, warning: 30, notice: 0 };
    const audit = await store({ summary: { pages: 12, read: 11, health: 87, issues } });
    const options = { external: true, resources: false, rate: 2 };
    const stopped = await store({ ...incomplete('unreachable'), scope: partOf('/blog/'), limit: 40, options });
    const inProgress = await begin('owner');
    const found = await list();
    expect(siteCrawlsAnswer.parse(found)).toEqual({
      domain,
      audit_crawl_id: audit.id,
      items: [
        {
          ...{ crawl_id: inProgress.id, status: 'queued', stop_reason: null, complete: false, started_by: 'you' },
          ...{
            started_at: inProgress.startedAt,
            finished_at: null,
            scope: shownScope(inProgress.scope),
            limit: 500,
            options: shownOptions(inProgress.options),
          },
          ...{ pages: null, health: null, issues: null },
        },
        {
          ...{
            crawl_id: stopped.id,
            status: 'stopped',
            stop_reason: 'unreachable',
            complete: false,
            started_by: 'you',
          },
          ...{
            started_at: stopped.startedAt,
            finished_at: stopped.finishedAt,
            scope: shownScope(stopped.scope),
            limit: 40,
            options: shownOptions(options),
          },
          ...{ pages: 1, health: 100, issues: { error: 0, warning: 0, notice: 0 } },
        },
        {
          ...{ crawl_id: audit.id, status: 'done', stop_reason: null, complete: true, started_by: 'you' },
          ...{ started_at: audit.startedAt, finished_at: audit.finishedAt, scope: shownScope(audit.scope), limit: 500 },
          ...{ options: shownOptions(audit.options), pages: 12, health: 87, issues },
        },
      ],
    });
  });

  test('names who started a crawl: the caller, another owner or the schedule', async () => {
    for (const owner of ['owner', 'o2', OPERATOR, null]) await store({ owner });
    for (const owner of ['owner', 'o2', null]) await begin(owner);
    const startedBy = async (caller: string) => (await list(caller)).items.map(({ started_by }) => started_by);
    expect(await startedBy('owner')).toEqual(['schedule', 'other', 'you', 'schedule', 'other', 'other', 'you']);
    expect(await startedBy(OPERATOR)).toEqual(['schedule', 'other', 'other', 'schedule', 'you', 'other', 'other']);
  });

  test('contains a crawl that was started first, and is still in progress, after the newer ones', async () => {
    const inProgress = await begin('o2');
    const ended = await store();
    expect((await list()).items.map(({ crawl_id }) => crawl_id)).toEqual([ended.id, inProgress.id]);
  });

  test('contains no owner, and no receiver', async () => {
    await store({ owner: 'secret-owner', deliver: 'https://receiver.example/' });
    expect(JSON.stringify(await list())).not.toMatch(/secret-owner|receiver/);
  });

  test('has no audit while only parts of the site were crawled, or none has ended', async () => {
    await begin('owner');
    expect(await list()).toMatchObject({ audit_crawl_id: null, items: [{ status: 'queued' }] });
    await store({ owner: 'o2', scope: partOf('/blog/') });
    expect(await list()).toMatchObject({ audit_crawl_id: null, items: [{ complete: true }, {}] });
  });

  test('is a 404 for a domain that was never crawled, or was deleted', async () => {
    await expect(list()).rejects.toMatchObject({ kind: 'not_crawled', status: 404 });
    await store();
    await crawls.deleteDomain(domain);
    await expect(list()).rejects.toMatchObject({ kind: 'not_crawled' });
  });

  test('is a CSV table with a row for each crawl, without scope and options', async () => {
    const summary = { pages: 12, read: 11, health: 87, issues: { error: 2, warning: 30, notice: 0 } };
    const ended = await store({ owner: null, summary });
    const inProgress = await begin('owner');
    const { header, rows } = crawlsTable(await list());
    expect(header).toEqual(
      ['crawl_id', 'status', 'stop_reason', 'complete', 'started_at', 'finished_at', 'started_by', 'limit'].concat(
        ...['pages', 'health', 'error', 'warning', 'notice'],
      ),
    );
    const none = Array<null>(5).fill(null);
    expect(rows).toEqual([
      [inProgress.id, 'queued', null, 'false', inProgress.startedAt, null, 'you', 500, ...none],
      [ended.id, 'done', null, 'true', ended.startedAt, ended.finishedAt, 'schedule', 500, 12, 87, 2, 30, 0],
    ]);
  });
});
