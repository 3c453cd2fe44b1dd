import { beforeEach, describe, expect, test } from '@jest/globals';
import { unlimited } from '../../../functions/core/accounts/fetch-slots.ts';
import { OPERATOR } from '../../../functions/core/accounts/batch-caller.ts';
import {
  createSiteCrawls,
  type EndedCrawl,
  type SiteCrawls,
} from '../../../functions/core/crawls/store/site-crawls.ts';
import { SERVICE, viewerOf } from '../../../functions/core/crawls/store/private-crawls.ts';
import { DEFAULT_OPTIONS } from '../../../functions/core/crawls/store/crawl-heads.ts';
import { compareSite } from '../../../functions/core/site-reports/compare/compare-site.ts';
import { listCrawls } from '../../../functions/core/site-reports/lists/list-crawls.ts';
import { listIssues, listLinks } from '../../../functions/core/site-reports/lists/list-evidence.ts';
import { listPages } from '../../../functions/core/site-reports/lists/list-pages.ts';
import { cancelAudit, queryAudit } from '../../../functions/core/site-reports/query-audit.ts';
import { readEarlier } from '../../../functions/core/site-reports/end/read-crawled-site.ts';
import type { CrawlEndFacts } from '../../../functions/core/crawls/hand-over.ts';
import { createTestTables, siteCrawlsTable } from '../../support/dynamodb.ts';
import { crawlInProgress } from '../../support/site-audit.ts';
import { useFresh } from '../../support/use-opened.ts';
import { storeCrawl } from '../crawls/store/store-crawl.ts';

const domain = 'a.com';
const options = { ...DEFAULT_OPTIONS, headers: ['X-Staging'] };
let crawls: SiteCrawls;
let now: number;

const tables = useFresh(() => createTestTables(siteCrawlsTable));
beforeEach(() => {
  now = Date.parse('2026-11-22T10:00:00Z');
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, () => now);
});

const later = () => new Date((now += 600_000)).toISOString();
const store = (differs: Partial<EndedCrawl> = {}) =>
  storeCrawl(crawls, { owner: 'owner', startedAt: later(), ...differs });

/** What a caller of each route gets for the id of a crawl: its id, or the code of the error. */
async function readBy(caller: string, crawl: string): Promise<string[]> {
  const ownerOf = () => Promise.resolve(caller);
  const viewer = viewerOf(ownerOf);
  const begin = () => Promise.reject(new Error('no crawl is needed'));
  const found = [
    queryAudit({ domain, crawl, refresh: false }, { crawls, maxPages: 500, ownerOf, begin }).then(
      (view) => view.crawl.id,
    ),
    ...[listPages, listIssues, listLinks].map((list) =>
      list({ domain, crawl, limit: 10 }, crawls, viewer).then(({ crawl_id }) => crawl_id!),
    ),
    compareSite({ domain, crawl }, { ownerOf, whileComparing: unlimited }, crawls).then(({ newer }) => newer.id),
    compareSite({ domain, base: crawl }, { ownerOf, whileComparing: unlimited }, crawls).then(({ base }) => base.id),
  ];
  return Promise.all(found.map((each) => each.catch((error: { code: string }) => error.code)));
}

describe('a private crawl', () => {
  test('is read by its owner and the operator, and does not exist for another owner, on all routes', async () => {
    await store({ owner: 'other' });
    const { id } = await store({ options });
    const all = Array<string>(6).fill(id);
    expect(await readBy('owner', id)).toEqual(all);
    expect(await readBy(OPERATOR, id)).toEqual(all);
    expect(await readBy('other', id)).toEqual(all.map(() => 'crawl_not_found'));
  });

  test('leaves a domain without other crawls one that was never crawled, for all but its owner', async () => {
    const { id } = await store({ options });
    for (const code of (await readBy('other', id)).slice(0, 5)) expect(code).toBe('not_crawled');
    await expect(listCrawls(domain, 'other', crawls)).rejects.toMatchObject({ code: 'not_crawled' });
  });

  test('is listed for its owner alone, in progress as well', async () => {
    const other = await store({ owner: 'other' });
    const ended = await store({ options });
    const inProgress = crawlInProgress({ owner: 'owner', startedAt: later(), options });
    await crawls.begin({ ...inProgress, credentials: Buffer.from('sealed') });
    const idsFor = async (owner: string) =>
      (await listCrawls(domain, owner, crawls)).items.map(({ crawl_id }) => crawl_id);
    expect(await idsFor('owner')).toEqual([inProgress.id, ended.id, other.id]);
    expect([await idsFor('other'), await idsFor(OPERATOR)]).toEqual([[other.id], [other.id]]);
    expect((await listCrawls(domain, 'owner', crawls)).items[0]!.options).toMatchObject({
      headers: ['X-Staging'],
      basic_auth: false,
    });
  });

  test('is neither the audit nor the last crawl, and does not displace others', async () => {
    const audit = await store();
    for (let count = 0; count < 12; count++) await store({ options });
    expect(await crawls.read(domain)).toMatchObject({
      audit: { id: audit.id },
      last: { id: audit.id },
      inProgress: [],
    });
    const stored = await crawls.list(domain, { viewer: SERVICE });
    expect([stored.length, stored.at(-1)!.id]).toEqual([11, audit.id]);
  });

  test('is compared with the private one before it, and no other crawl with it', async () => {
    const first = await store();
    const privateOne = await store({ options });
    const second = await store();
    const privateTwo = await store({ options });
    const idsOf = async (crawl?: string) => {
      const { newer, base } = await compareSite(
        { domain, crawl },
        { ownerOf: () => Promise.resolve('owner'), whileComparing: unlimited },
        crawls,
      );
      return [newer.id, base.id];
    };
    expect([await idsOf(privateTwo.id), await idsOf(privateOne.id), await idsOf(second.id), await idsOf()]).toEqual([
      [privateTwo.id, privateOne.id],
      [privateOne.id, first.id],
      [second.id, first.id],
      [second.id, first.id],
    ]);
    const end = { finishedAt: later() } as CrawlEndFacts;
    const earlierOf = async (owner: string, given = DEFAULT_OPTIONS) => {
      const crawl = crawlInProgress({ owner, startedAt: later(), options: given });
      return (await readEarlier(crawl, end, crawls)).length;
    };
    expect([await earlierOf('owner'), await earlierOf('other', options), await earlierOf('owner', options)]).toEqual([
      2, 2, 4,
    ]);
  });

  test('in progress is shown to nobody without its id, and refuses another one of its owner', async () => {
    const inProgress = crawlInProgress({ owner: 'owner', startedAt: later(), options });
    await crawls.begin(inProgress);
    const ask = (caller: string, crawl?: string) =>
      queryAudit(
        { domain, crawl, refresh: false },
        { crawls, maxPages: 500, ownerOf: () => Promise.resolve(caller), begin: () => Promise.resolve(false) },
      );
    await expect(ask('owner')).rejects.toMatchObject({ code: 'crawl_in_progress' });
    await expect(ask('other', inProgress.id)).rejects.toMatchObject({ code: 'not_crawled' });
    expect(await ask('owner', inProgress.id)).toMatchObject({ crawl: { id: inProgress.id }, isPending: true });
    const compare = (caller: string, crawl?: string) =>
      compareSite({ domain, crawl }, { ownerOf: () => Promise.resolve(caller), whileComparing: unlimited }, crawls);
    await expect(compare('owner', inProgress.id)).rejects.toMatchObject({ code: 'no_comparison' });
    await expect(compare('owner')).rejects.toMatchObject({ code: 'not_crawled' });
    await expect(compare('other', inProgress.id)).rejects.toMatchObject({ code: 'not_crawled' });
    const stopping = { crawls, queue: { send: () => Promise.resolve() } };
    await expect(cancelAudit({ domain, owner: 'other' }, stopping)).rejects.toMatchObject({ code: 'not_found' });
    expect(await cancelAudit({ domain, owner: 'owner' }, stopping)).toMatchObject({ crawl: { id: inProgress.id } });
  });
});
