import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { unlimited } from '../../../../functions/core/accounts/fetch-slots.ts';
import { ServiceError } from '../../../../functions/core/platform/http/errors.ts';
import type { EndedCrawl } from '../../../../functions/core/crawls/store/site-crawls.ts';
import type { Comparison } from '../../../../functions/core/site-reports/compare/compare-crawls.ts';
import { compareSite } from '../../../../functions/core/site-reports/compare/compare-site.ts';
import { compareNow, comparisonText } from '../../../../functions/core/site-reports/compare/stored-comparison.ts';
import type { IssueRow } from '../../../../functions/core/record/site-evidence-schema.ts';
import { readProgress } from '../../../../functions/core/site-reports/progress.ts';
import { issueRowOf } from '../../../support/site-evidence.ts';
import { useFresh } from '../../../support/use-opened.ts';
import { createCrawlWorld, html } from '../../crawls/crawl-world.ts';
import { closeServers } from '../../platform/network/local-servers.ts';

const DOMAIN = 'site.example';
const world = useFresh(() =>
  createCrawlWorld({ '/': html('Home', '/a', '/gone'), '/a': html('A', '/'), '/gone': html('Soon', '/a') }),
);
afterEach(() => {
  jest.restoreAllMocks();
  closeServers();
});

/** Its crawls, the oldest first: a page disappears before the second, and another one changes before the third. */
let ended: EndedCrawl[];
beforeEach(async () => {
  await crawl();
  delete world.answers['/gone'];
  await crawl();
  world.answers['/a'] = html('Another title', '/');
  ended = (await crawl()).toReversed();
});

async function crawl() {
  world.clock.now += 86_400_000;
  return (await world.crawl()).ended;
}

/** Operations that count the reads of rows. */
function counted() {
  const { crawls } = world.services;
  const reads = { rows: 0 };
  const readRowParts: typeof crawls.readRowParts = (...call) => {
    reads.rows += 1;
    return crawls.readRowParts(...call);
  };
  return { reads, crawls: { ...crawls, readRowParts } };
}

const caller = { ownerOf: () => Promise.resolve(null), whileComparing: unlimited };

async function compare(request: { crawl?: string; base?: string }) {
  const { reads, crawls } = counted();
  const { newer, base, comparison } = await compareSite({ domain: DOMAIN, ...request }, caller, crawls);
  return { ids: [newer.id, base.id], comparison: plain(comparison), rows: reads.rows };
}

/** Returns a comparison as plain objects. */
const plain = ({ added, fixed, persisting, unknown, notCompared, pages }: Comparison) => ({
  ...{ notCompared, pages },
  lists: [added, fixed, persisting, unknown].map(({ rows, counts }) => ({ rows, counts })),
});

const byRows = async (newer: EndedCrawl, base: EndedCrawl) =>
  plain(await compareNow(newer, base, world.services.crawls));

describe('the comparison of a crawl with the one before it', () => {
  test('is stored at its end, and is that by their rows', async () => {
    const [first, second, third] = ended as [EndedCrawl, EndedCrawl, EndedCrawl];
    for (const [newer, base] of [
      [third, second],
      [second, first],
    ] as const) {
      const compared = await compare({ crawl: newer.id });
      expect(compared).toEqual({ ids: [newer.id, base.id], comparison: await byRows(newer, base), rows: 0 });
    }
    const { comparison } = await compare({ crawl: second.id });
    expect(comparison.lists[0]!.counts).toContainEqual({ issue: 'broken-link', severity: 'error', count: 1 });
  });

  test('is not answered for another pair of crawls', async () => {
    const [first, , third] = ended as [EndedCrawl, EndedCrawl, EndedCrawl];
    for (const [newer, base] of [
      [third, first],
      [first, third],
    ] as const) {
      const compared = await compare({ crawl: newer.id, base: base.id });
      expect(compared).toEqual({ ids: [newer.id, base.id], comparison: await byRows(newer, base), rows: 2 });
    }
  });

  test('is answered while too many others are made, unlike that of another pair', async () => {
    const [first, second, third] = ended as [EndedCrawl, EndedCrawl, EndedCrawl];
    const busy = { ...caller, whileComparing: () => Promise.reject(new ServiceError('service_busy')) };
    const { crawls } = world.services;
    const compareWith = (base: EndedCrawl) =>
      compareSite({ domain: DOMAIN, crawl: third.id, base: base.id }, busy, crawls).then(({ base: { id } }) => id);
    expect(await compareWith(second)).toBe(second.id);
    await expect(compareWith(first)).rejects.toMatchObject({ code: 'service_busy' });
  });

  test('is the progress of the site, also of crawls with too many occurrences to be compared', async () => {
    const { reads, crawls } = counted();
    const newest = ended.at(-1)!;
    const summary = { ...newest.summary, issues: { error: 300_001, warning: 0, notice: 0 } };
    expect(await readProgress({ ...newest, summary }, [], crawls)).toMatchObject({
      ...{ state: 'compared', crawl_id: ended.at(-2)!.id },
    });
    expect(reads.rows).toBe(0);
  });

  test('is not stored if its texts are too long, so that it is made on request', () => {
    const listOf = (url: string) => {
      const rows = Array<IssueRow>(5_000).fill(issueRowOf({ url: `https://${DOMAIN}/${url}` }));
      return { rows, counts: [] };
    };
    const textOf = (length: number) => {
      const all = listOf('a'.repeat(length));
      const lists = { added: all, fixed: all, persisting: all, unknown: all };
      const none = { error: 0, warning: 0, notice: 0 };
      return comparisonText(
        { id: 'base' },
        { ...lists, notCompared: { newer: none, base: none }, pages: { count: 0, first: [] } },
      );
    };
    expect([textOf(500)?.length, textOf(2_000)]).toEqual([expect.any(Number), undefined]);
  });

  test('is not stored if the crawl before is not complete any more, and the crawl ends', async () => {
    const { crawls } = world.services;
    const base = ended.at(-1)!;
    world.services.crawls = {
      ...crawls,
      readResult: (crawl) => (crawl.id === base.id ? Promise.reject(new Error('deleted')) : crawls.readResult(crawl)),
    };
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    world.clock.now += 86_400_000;
    await world.begin();
    await world.workOff();
    world.services.crawls = crawls;
    const newest = (await world.read()).ended[0]!;
    expect([newest.id > base.id, newest.stopReason]).toEqual([true, null]);
    expect(await crawls.readComparison(newest)).toBeNull();
    expect(warn.mock.calls.join()).toContain('comparison not stored');
    const compared = await compare({ crawl: newest.id });
    expect(compared).toEqual({ ids: [newest.id, base.id], comparison: await byRows(newest, base), rows: 2 });
  });

  test('is deleted with its domain', async () => {
    await world.services.crawls.deleteDomain(DOMAIN);
    const left = await Promise.all(ended.map((each) => world.services.crawls.readComparison(each)));
    expect(left).toEqual([null, null, null]);
  });
});
