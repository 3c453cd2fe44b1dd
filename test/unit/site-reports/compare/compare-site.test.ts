import { describe, expect, test } from '@jest/globals';
import { unlimited } from '../../../../functions/core/accounts/fetch-slots.ts';
import { siteComparison } from '../../../../functions/core/record/site-comparison-schema.ts';
import { answerComparison } from '../../../../functions/core/site-reports/answer/comparison-endpoint.ts';
import { crawlSummary } from '../../../../functions/core/site-reports/lists/list-crawls.ts';
import {
  comparisonData,
  comparisonTable,
  compareSite,
} from '../../../../functions/core/site-reports/compare/compare-site.ts';
import { WHOLE_SITE } from '../../../../functions/core/crawls/store/item.ts';
import { createSiteCrawls } from '../../../../functions/core/crawls/store/site-crawls.ts';
import { apiEvent } from '../../../support/api-event.ts';
import { createTestTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { type CrawlSpec, storeCrawl } from '../../../support/store-crawl.ts';
import { useFresh } from '../../../support/use-opened.ts';

const world = useFresh(async () => {
  const tables = await createTestTables(siteCrawlsTable);
  return { ...tables, crawls: createSiteCrawls(tables.db, siteCrawlsTable.name, () => 0), minutes: 0 };
});

/** Stores a crawl that has ended, a minute after the one before. @returns its id */
const stored = (spec: CrawlSpec) => storeCrawl(world.crawls, (world.minutes += 1), spec).then(({ id }) => id);

const compare = (request: { crawl?: string; base?: string } = {}, owner: string | null = 'one') =>
  compareSite(
    { domain: 'a.com', ...request },
    { ownerOf: () => Promise.resolve(owner), whileComparing: unlimited },
    world.crawls,
  );
const idsOf = async (...request: Parameters<typeof compare>) => {
  const { newer, base } = await compare(...request);
  return [newer.id, base.id];
};
const PART = { ...WHOLE_SITE, include: ['/blog/'] };

describe('the comparison of a site', () => {
  test.each([
    ['not_crawled', 'if the site was never crawled', []],
    ['no_comparison', 'if it has one crawl', [{}]],
    ['no_comparison', 'if no crawl before is complete', [{ isComplete: false }, {}]],
  ] as [string, string, CrawlSpec[]][])('is %s %s', async (code, _, crawls) => {
    for (const crawl of crawls) await stored(crawl);
    await expect(compare()).rejects.toMatchObject({ code });
  });

  test.each([
    ['the last complete crawl of the same owner and scope', [{}, { owner: 'two' }, { scope: PART }, {}], 0],
    ['else the last complete one of the same scope', [{ owner: 'two' }, { scope: PART }, {}], 0],
    ['else the last complete one', [{ owner: 'two' }, { isComplete: false }, { scope: PART }], 0],
    ['not a later one', [{}, {}, { isComplete: false }, {}], 1],
  ] as [string, CrawlSpec[], number][])('has as base %s', async (_, crawls, base) => {
    const ids: string[] = [];
    for (const crawl of crawls) ids.push(await stored(crawl));
    expect(await idsOf()).toEqual([ids.at(-1), ids[base]]);
  });

  test("compares the caller's newest crawl whatever its end, else the newest", async () => {
    const first = await stored({});
    const own = await stored({ isComplete: false });
    const other = await stored({ owner: 'two' });
    expect([await idsOf(), await idsOf({}, 'three')]).toEqual([
      [own, first],
      [other, first],
    ]);
  });

  test('compares the requested crawls, and the audit of another domain', async () => {
    const [first, second, third] = [await stored({}), await stored({}), await stored({})];
    const elsewhere = await stored({ domain: 'b.com' });
    await stored({ domain: 'b.com', isComplete: false });
    expect([
      await idsOf({ crawl: second }),
      await idsOf({ base: first }),
      await idsOf({ base: 'b.com' }),
      await idsOf({ crawl: first, base: third }),
    ]).toEqual([
      [second, first],
      [third, first],
      [third, elsewhere],
      [first, third],
    ]);
  });

  test('refuses the id of a crawl that is not stored, and a domain without an audit', async () => {
    const elsewhere = await stored({ domain: 'b.com', scope: PART });
    await stored({});
    await expect(compare({ crawl: elsewhere })).rejects.toMatchObject({ code: 'crawl_not_found' });
    await expect(compare({ base: elsewhere })).rejects.toMatchObject({ code: 'crawl_not_found' });
    await expect(compare({ base: 'b.com' })).rejects.toMatchObject({ code: 'no_comparison' });
  });

  test.each([
    ['failed', { issues: ['title-missing'], isComplete: false }],
    ['incomplete', { isComplete: false }],
    ['passed', {}],
  ] as [string, CrawlSpec][])('has the verdict %s', async (verdict, newer) => {
    await stored({});
    await stored(newer);
    const data = comparisonData(await compare(), (crawl) => crawlSummary(crawl, 'one'));
    expect(siteComparison.parse(data)).toMatchObject({ verdict, crawl: { started_by: 'you' } });
  });

  test('lists as many items as fit, and counts all', async () => {
    await stored({});
    await stored({ issues: Array<string>(1_001).fill('title-missing') });
    const data = comparisonData(await compare(), (crawl) => crawlSummary(crawl, 'two'));
    expect([data.new.length, data.counts.new.error, data.truncated]).toEqual([1_000, 1_001, true]);
    const { header, rows, isCut } = comparisonTable(data);
    expect([header[0], rows[0]![0], rows.length, isCut]).toEqual(['state', 'new', 1_000, true]);
  });

  test.each([
    ['sarif', 'application/sarif+json', 'site-compare-a.com-2026-11-23.sarif'],
    ['junit', 'application/xml; charset=utf-8', 'site-compare-a.com-2026-11-23.xml'],
  ] as const)(
    'is answered as %s with its type and file name, and with 304 if it is known',
    async (format, type, name) => {
      await stored({});
      await stored({ issues: ['title-missing'] });
      const options = { format, version: '1', caller: 'one' };
      const event = apiEvent('');
      const answer = answerComparison(event, await compare(), options);
      expect(answer.headers).toMatchObject({ 'Content-Type': type });
      expect(String(answer.headers!['Content-Disposition'])).toContain(name);
      const known = { ...event, multiValueHeaders: { 'If-None-Match': [String(answer.headers!.ETag)] } };
      expect(answerComparison(known, await compare(), options).statusCode).toBe(304);
    },
  );
});
