import { describe, expect, test } from '@jest/globals';
import { WHOLE_SITE } from '../../../functions/core/crawls/store/item.ts';
import { createSiteCrawls, type HistoryEntry } from '../../../functions/core/crawls/store/site-crawls.ts';
import { readProgress } from '../../../functions/core/site-reports/progress.ts';
import { createTestTables, siteCrawlsTable } from '../../support/dynamodb.ts';
import { type CrawlSpec, storeCrawl } from '../../support/store-crawl.ts';
import { useFresh } from '../../support/use-opened.ts';

const world = useFresh(async () => {
  const tables = await createTestTables(siteCrawlsTable);
  const crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, () => 0);
  let read = 0;
  const counted = {
    ...crawls,
    readRowParts: (...call: Parameters<typeof crawls.readRowParts>) => {
      read += 1;
      return crawls.readRowParts(...call);
    },
  };
  return { ...tables, crawls, counted, countRead: () => read };
});

/** Stores crawls in this order. @returns when each ended, and its id */
async function store(...specs: CrawlSpec[]) {
  const ended: { id: string; finishedAt: string }[] = [];
  for (const [minute, spec] of specs.entries()) ended.push(await storeCrawl(world.crawls, minute, spec));
  return ended;
}

async function progressOf(history: readonly Pick<HistoryEntry, 'crawl_id'>[] = []) {
  return readProgress((await world.crawls.readAudit('a.com'))!, history as HistoryEntry[], world.counted);
}

const PART = { ...WHOLE_SITE, include: ['/blog/'] };

describe('the progress of a site', () => {
  test('counts new, fixed and persisting occurrences, and names the new and fixed issues', async () => {
    const [base] = await store(
      { issues: ['h1-missing', 'title-missing', 'title-missing'] },
      { issues: ['title-missing', 'description-missing', 'description-missing', 'viewport-missing'] },
    );
    expect(await progressOf()).toMatchObject({
      state: 'compared',
      crawl_id: base!.id,
      since: base!.finishedAt,
      counts: { new: { error: 3 }, fixed: { error: 2 }, persisting: { error: 1 }, not_compared: 0 },
      new: [{ id: 'description-missing', title: 'Missing meta description', count: 2 }, { id: 'viewport-missing' }],
      fixed: [
        { id: 'title-missing', count: 1 },
        { id: 'h1-missing', count: 1 },
      ],
    });
  });

  test('is that since the last complete crawl of the whole site, of any owner', async () => {
    const [, base] = await store({}, { owner: 'two' }, { isComplete: false }, { scope: PART }, {});
    expect(await progressOf()).toMatchObject({ state: 'compared', crawl_id: base!.id });
  });

  test('counts what depends on other pages than both crawls read as not compared', async () => {
    await store({ issues: ['external-broken'] }, {});
    expect(await progressOf()).toMatchObject({ counts: { fixed: { error: 0 }, not_compared: 1 }, fixed: [] });
  });

  test.each([
    ['first', 'if there is no other crawl', [{}]],
    ['no_base', 'if none before is complete', [{ isComplete: false }, {}]],
    ['no_base', 'if only a part of the site was crawled before', [{ scope: PART }, {}]],
    ['incomplete', 'if the audit is not complete', [{ isComplete: false }, { isComplete: false }]],
  ] as [string, string, CrawlSpec[]][])('is %s %s', async (state, _, specs) => {
    await store(...specs);
    expect(await progressOf()).toEqual({ state });
  });

  test('is no_base if the crawl before is stored no longer', async () => {
    await store({});
    expect(await progressOf([{ crawl_id: '20251123T020000000Z1f2e3d4c' }])).toEqual({ state: 'no_base' });
  });

  test('is not computed for crawls with too many occurrences', async () => {
    const summary = { issues: { error: 100_000, warning: 100_000, notice: 100_001 } };
    const [base] = await store({ summary }, {});
    expect(await progressOf()).toEqual({ state: 'too_large', since: base!.finishedAt });
    expect(world.countRead()).toBe(0);
  });
});
