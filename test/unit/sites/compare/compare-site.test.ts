import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { siteComparison } from '../../../../functions/core/record/site-comparison-schema.ts';
import type { IssueRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import type { SiteResult } from '../../../../functions/core/record/site-schema.ts';
import { answerComparison } from '../../../../functions/core/sites/answer/open-comparison.ts';
import {
  comparisonData,
  comparisonTable,
  compareSite,
  SETTING_OF_ISSUE,
} from '../../../../functions/core/sites/compare/compare-site.ts';
import type { CrawlEnd } from '../../../../functions/core/sites/crawl/services.ts';
import { targetIssues } from '../../../../functions/core/sites/issues/targets.ts';
import { newCrawlId } from '../../../../functions/core/sites/store/item.ts';
import { createSiteCrawls, type SiteCrawls } from '../../../../functions/core/sites/store/site-crawls.ts';
import { closeServers } from '../../platform/network/local-servers.ts';
import { html, openCrawlWorld } from '../crawl/crawl-world.ts';
import { apiEvent } from '../../../support/api-event.ts';
import { openTables, siteCrawlsTable } from '../../../support/dynamodb.ts';
import { siteRow } from '../../../support/site-audit.ts';
import { useFresh } from '../../../support/use-opened.ts';

let crawls: SiteCrawls;
let now: number;

const tables = useFresh(() => openTables(siteCrawlsTable));
beforeEach(() => {
  now = Date.parse('2026-11-23T02:00:00Z');
  crawls = createSiteCrawls(tables.db, siteCrawlsTable.name, () => now);
});

const broken = (domain: string, path: string): IssueRow => ({
  ...{ issue: 'broken-link', severity: 'error', url: `https://${domain}/`, target: `https://${domain}${path}` },
  ...{ status: 404, element: '<a href>', value: null, expected: null, related: [] },
});

/** Stores a finished crawl, whose home page links to missing pages. @returns when it ended */
const crawl = (domain: string, ...paths: string[]) =>
  stored(
    domain,
    paths.map((path) => broken(domain, path)),
  );

/** Stores a finished crawl. @returns when it ended */
async function stored(
  domain: string,
  issues: IssueRow[],
  result: Partial<SiteResult> = {},
  unchecked: string[] = [],
): Promise<string> {
  const name = { domain, id: newCrawlId((now += 1_000)) };
  await crawls.begin({ ...name, owner: null, pageLimit: 500, admitted: 500 });
  const evidence = (async function* () {
    yield await Promise.resolve({ issues, links: [] });
  })();
  await crawls.writeEvidence(name, evidence, [...new Set(issues.map(({ issue }) => issue))], unchecked);
  const open = await crawls.readOpen(domain);
  const rows = [siteRow({ url: `https://${domain}/` })];
  expect(await crawls.end(open!, { stopReason: null, result: result as SiteResult, rows })).toBe(true);
  return new Date(now).toISOString();
}

describe('the comparison of a site', () => {
  test.each([
    ['no crawl', []],
    ['one finished crawl', ['a.com']],
  ])('does not exist with %s', async (_, domains) => {
    for (const domain of domains) await crawl(domain);
    await expect(compareSite({ domain: 'a.com' }, crawls)).rejects.toMatchObject({ code: 'no_comparison' });
  });

  test('does not exist if the other domain has no finished crawl', async () => {
    await crawl('a.com');
    await crawl('a.com');
    const compared = compareSite({ domain: 'a.com', base: 'b.com' }, crawls);
    await expect(compared).rejects.toMatchObject({ code: 'no_comparison' });
  });

  test('compares the last crawl with the previous one', async () => {
    const base_finished_at = await crawl('a.com', '/1', '/2');
    const finished_at = await crawl('a.com', '/2', '/3');
    const data = comparisonData(await compareSite({ domain: 'a.com' }, crawls));
    expect(siteComparison.parse(data)).toEqual(data);
    const one = { error: 1, warning: 0, notice: 0 };
    expect(data).toEqual({
      ...{ domain: 'a.com', base: 'a.com', finished_at, base_finished_at, truncated: false, pages: [] },
      counts: { new: one, fixed: one, persisting: one, pages: 0 },
      new: [broken('a.com', '/3')],
      fixed: [broken('a.com', '/1')],
      persisting: [broken('a.com', '/2')],
    });
  });

  test('contains nothing of external targets and resources that one of the crawls did not request', async () => {
    const image = (name: string): IssueRow => ({ ...broken('a.com', name), issue: 'image-broken' });
    const all = ['/1', '/2', '/3'].map(image);
    const resources = { total: 3, broken: 3, unchecked: 0, truncated: false };
    const changes = async () => {
      const { counts } = comparisonData(await compareSite({ domain: 'a.com' }, crawls));
      return [counts.new.error, counts.fixed.error, counts.persisting.error];
    };
    await stored('a.com', all, { resources });
    await stored('a.com', [], { resources: null });
    expect(await changes()).toEqual([0, 0, 0]);
    await stored('a.com', all.slice(0, 1), { resources }, [image('/2').target!]);
    expect(await changes()).toEqual([0, 0, 0]);
    await stored('a.com', all, { resources });
    expect(await changes()).toEqual([1, 0, 1]);
    await stored('a.com', [], { resources }, [image('/1').target!]);
    expect(await changes()).toEqual([0, 2, 0]);
    await stored('a.com', all, { resources: { ...resources, truncated: true } });
    expect(await changes()).toEqual([2, 0, 0]);
    await stored('a.com', [], { resources });
    expect(await changes()).toEqual([0, 3, 0]);
  });

  test('contains no orphan of a sitemap if one of the crawls excluded pages that may link to it', async () => {
    const orphan: IssueRow = { ...broken('a.com', '/'), issue: 'sitemap-orphan', target: null };
    const excluded = { skipped: [{ reason: 'excluded', count: 1, examples: ['https://a.com/?page=2'] }] };
    const changes = async () => {
      const { counts } = comparisonData(await compareSite({ domain: 'a.com' }, crawls));
      return [counts.new.error, counts.fixed.error];
    };
    await stored('a.com', [orphan]);
    await stored('a.com', [], excluded);
    expect(await changes()).toEqual([0, 0]);
    await stored('a.com', [orphan]);
    expect(await changes()).toEqual([0, 0]);
    await stored('a.com', []);
    expect(await changes()).toEqual([0, 1]);
  });

  test('considers the settings of all issues of external targets and resources', () => {
    expect(Object.keys(SETTING_OF_ISSUE).toSorted()).toEqual(targetIssues.map(({ id }) => id).toSorted());
  });

  test('compares with the last crawl of another domain by path', async () => {
    await crawl('b.com', '/1');
    const base_finished_at = await crawl('b.com', '/2');
    await crawl('a.com', '/2', '/3');
    const data = comparisonData(await compareSite({ domain: 'a.com', base: 'b.com' }, crawls));
    expect(data).toMatchObject({ domain: 'a.com', base: 'b.com', base_finished_at, fixed: [] });
    expect([data.new, data.persisting]).toEqual([[broken('a.com', '/3')], [broken('a.com', '/2')]]);
  });

  test('lists at most 1,000 items of each kind, and counts all', async () => {
    await crawl('a.com');
    await crawl('a.com', ...Array.from({ length: 1_001 }, (_, index) => `/${index}`));
    const data = comparisonData(await compareSite({ domain: 'a.com' }, crawls));
    expect([data.new.length, data.counts.new.error, data.truncated]).toEqual([1_000, 1_001, true]);
    expect(comparisonTable(data).isCut).toBe(true);
  });

  test('has the state of each occurrence in the first column of its table', async () => {
    await crawl('a.com', '/1', '/2');
    await crawl('a.com', '/2', '/3');
    const { header, rows } = comparisonTable(comparisonData(await compareSite({ domain: 'a.com' }, crawls)));
    expect(header.slice(0, 3)).toEqual(['state', 'issue', 'severity']);
    expect(rows.map((row) => row[0])).toEqual(['new', 'fixed', 'persisting']);
  });
});

test.each([
  ['the sitemap', ['/one.xml', '/two.xml']],
  ['one of the sitemaps', ['/one.xml']],
])('issues of sitemaps are neither new nor fixed if one crawl could not read %s', async (_, unavailable) => {
  const host = 'http://site.example';
  const urlset = (url: string) => `<urlset><url><loc>${url}</loc></url></urlset>`;
  const files = { '/one.xml': urlset(`${host}/gone`), '/two.xml': urlset(`${host}/`) };
  const world = await openCrawlWorld({
    ...{ '/': html('Home', '/gone', '/a'), '/a': html('a', '/') },
    '/robots.txt': `Sitemap: ${host}/one.xml\nSitemap: ${host}/two.xml\n`,
  });
  try {
    const announced: (Record<string, number> | null)[] = [];
    const announce = ({ newIssues }: CrawlEnd) => Promise.resolve(void announced.push(newIssues));
    Object.assign(world.services, { announce });
    const failing = (_: unknown, response: ServerResponse) => void response.writeHead(503).end();
    const failures = Object.fromEntries(unavailable.map((path) => [path, failing]));
    for (const answers of [{ ...files, ...failures }, files, { ...files, ...failures }]) {
      Object.assign(world.answers, answers);
      world.clock.now += 1_000;
      const { ended } = await world.crawl();
      if (ended.length < 2) continue;
      const { comparison } = await compareSite({ domain: 'site.example' }, world.services.crawls);
      expect([comparison.added, comparison.fixed]).toEqual([[], []]);
    }
    expect(announced).toEqual([null, {}, {}]);
  } finally {
    closeServers();
    await world.close();
  }
});

describe('the answer', () => {
  test.each(['json', 'csv', 'sarif', 'junit'] as const)('in %s is 304 while its content is known', async (format) => {
    await crawl('a.com', '/1');
    await crawl('a.com', '/2');
    const answer = async (etag?: string) => {
      const event = { ...apiEvent('domain=a.com'), multiValueHeaders: etag ? { 'If-None-Match': [etag] } : {} };
      return answerComparison(event, await compareSite({ domain: 'a.com' }, crawls), { format, version: '0.3.0' });
    };
    const first = await answer();
    const etag = String(first.headers?.['ETag']);
    expect([first.statusCode, (await answer(etag)).statusCode]).toEqual([200, 304]);
    await crawl('a.com', '/3');
    expect((await answer(etag)).statusCode).toBe(200);
  });
});
