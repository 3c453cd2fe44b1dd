import { afterEach, describe, expect, test } from '@jest/globals';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { crawlSlice } from '../../../../functions/core/crawls/crawl-slice.ts';
import { REPORT_ATTEMPTS_MS, REPORT_TRIED_MS } from '../../../../functions/core/crawls/limits.ts';
import { LOST_AFTER_MS, resumeCrawls } from '../../../../functions/core/crawls/resume-crawls.ts';
import type { ReportTask } from '../../../../functions/core/crawls/tasks.ts';
import { auditData } from '../../../../functions/core/site-reports/audit-data.ts';
import type { CrawlEnd } from '../../../../functions/core/site-reports/end/crawl-end.ts';
import { reportCrawl } from '../../../../functions/core/site-reports/end/report-crawl.ts';
import { auditView } from '../../../../functions/core/site-reports/site-view.ts';
import { siteCrawlsTable } from '../../../support/dynamodb.ts';
import { useFresh } from '../../../support/use-opened.ts';
import { createCrawlWorld, html } from '../../crawls/crawl-world.ts';
import { closeServers } from '../../platform/network/local-servers.ts';

const DOMAIN = 'site.example';
const world = useFresh(() => createCrawlWorld({ '/': html('Home', '/a', '/gone'), '/a': html('A', '/') }));
afterEach(() => {
  closeServers();
});

/** Crawls up to the report. @returns its message */
async function crawlToReport(owner = 'owner-1'): Promise<ReportTask> {
  await world.begin(500, { owner });
  for (let next = world.messages.shift(); next; next = world.messages.shift()) {
    await crawlSlice(next.task, world.services);
  }
  return world.services.reportTasks.shift()!;
}

/** Runs the scheduler, and the crawler with its messages. @returns the number of messages of reports */
async function resume(): Promise<number> {
  const { crawls, crawlsInProgress, queue } = world.services;
  await resumeCrawls({ crawls, crawlsInProgress, crawlQueue: queue, now: () => world.clock.now });
  for (let next = world.messages.shift(); next; next = world.messages.shift()) {
    await crawlSlice(next.task, world.services);
  }
  return world.services.reportTasks.splice(0).length;
}

const report = (task: ReportTask) => reportCrawl(task, world.services);
const inProgress = async () => (await world.services.crawls.readInProgress(DOMAIN))[0];

describe('a crawl that has requested its last address', () => {
  test('is in progress until its report is stored, and answers state that it is computed', async () => {
    const task = await crawlToReport();
    expect(await inProgress()).toMatchObject({ id: task.id, status: 'reporting', found: 3, fetched: 3 });
    const view = auditView(await world.services.crawls.read(DOMAIN, { consistent: true }), 'owner-1')!;
    expect(JSON.parse(auditData(view, world.clock.now))).toMatchObject({
      ...{ status: 'crawling', finished_at: null, poll_after_seconds: 3 },
      progress: { step: 'reporting', found: 3, fetched: 3 },
    });
    await report(task);
    const { ended, inProgress: left } = await world.read();
    expect([left, await world.services.crawlsInProgress.list()]).toEqual([null, []]);
    expect(ended).toMatchObject([{ id: task.id, status: 'done', stopReason: null, found: 3, fetched: 3 }]);
  });

  test('has the time of its end, however late its report is', async () => {
    const task = await crawlToReport();
    const endedAt = new Date(world.clock.now).toISOString();
    world.clock.now += 3_600_000;
    await report(task);
    expect((await world.read()).ended).toMatchObject([{ finishedAt: endedAt }]);
  });

  test('requests nothing when its message is delivered again, which sends the message of its report again', async () => {
    const { id } = await crawlToReport();
    const count = world.requests.length;
    await crawlSlice({ domain: DOMAIN, id, slices: 0 }, world.services);
    expect([world.requests.length, world.services.reportTasks]).toEqual([
      count,
      [{ task: 'report', domain: DOMAIN, id }],
    ]);
  });

  test('is not compared with a crawl that ended after it', async () => {
    const first = await crawlToReport('owner-1');
    world.clock.now += 60_000;
    const second = await crawlToReport('owner-2');
    await report(second);
    await report(first);
    const { ended } = await world.read();
    expect(ended.map(({ owner }) => owner)).toEqual(['owner-2', 'owner-1']);
    const results = await Promise.all(ended.map((crawl) => world.services.crawls.readResult(crawl)));
    expect(results.map((text) => (JSON.parse(text) as { changes: unknown }).changes)).toEqual([null, null]);
  });
});

describe('the message of a report', () => {
  test('is sent again two hours later, then at doubling intervals, if the report is not stored', async () => {
    await crawlToReport();
    const sentAfter: number[] = [];
    const minutes = REPORT_TRIED_MS / 60_000;
    for (let minute = 10; minute <= minutes; minute += 10) {
      world.clock.now += 10 * 60_000;
      if ((await resume()) > 0) sentAfter.push(minute);
    }
    expect(REPORT_ATTEMPTS_MS + LOST_AFTER_MS).toBe(125 * 60_000);
    expect(sentAfter).toEqual([130, 270, 550]);
  });

  test('is sent soon if the crawler was terminated before it sent it', async () => {
    const { reports } = world.services;
    world.services.reports = { send: () => Promise.reject(new Error('terminated')) };
    await expect(crawlToReport()).rejects.toThrow('terminated');
    world.services.reports = reports;
    expect(await inProgress()).toMatchObject({ status: 'reporting' });
    world.clock.now += LOST_AFTER_MS;
    expect(await resume()).toBe(1);
    world.clock.now += LOST_AFTER_MS;
    expect(await resume()).toBe(0);
  });

  test('of a crawl that has ended, or whose domain was deleted, changes nothing', async () => {
    const task = await crawlToReport();
    await report(task);
    const before = await world.read();
    await report(task);
    expect(await world.read()).toEqual(before);
    await world.services.crawls.deleteDomain(DOMAIN);
    await report(task);
    expect(await world.read()).toMatchObject({ inProgress: null, ended: [], audit: null });
  });
});

test.each(['evidence', 'comparison'])(
  'a crawl that is deleted after the %s of its report is announced to nobody, and leaves nothing',
  async (after) => {
    await report(await crawlToReport());
    const task = await crawlToReport();
    const announced: string[] = [];
    const { crawls } = world.services;
    world.services.crawls = {
      ...crawls,
      async writeEvidence(...evidence) {
        await crawls.writeEvidence(...evidence);
        if (after === 'evidence') await crawls.deleteDomain(DOMAIN);
      },
    };
    world.services.announce = async ({ crawl, comparisons }) => {
      announced.push('begin');
      if (after === 'comparison') await crawls.deleteDomain(DOMAIN);
      await comparisons.newSince(() => null);
      announced.push(crawl.id);
    };
    await report(task);
    expect(announced).toEqual(after === 'comparison' ? ['begin'] : []);
    const { Items = [] } = await world.tables.documents.send(new ScanCommand({ TableName: siteCrawlsTable.name }));
    // The counts of issues of all domains are deleted with the domain elsewhere.
    expect(Items.filter(({ domain }) => domain !== 'issue-counts')).toEqual([]);
  },
);

describe('a report that fails in each attempt', () => {
  const failing = async () => {
    const task = await crawlToReport();
    const { crawls } = world.services;
    world.services.crawls = { ...crawls, readPages: () => failedPages() };
    await expect(report(task)).rejects.toThrow('too large');
    const ends: CrawlEnd[] = [];
    world.services.announce = (end) => Promise.resolve(void ends.push(end));
    return { task, ends, repair: () => (world.services.crawls = crawls) };
  };
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* failedPages(): AsyncGenerator<never, void> {
    throw new Error('too large');
  }

  test('can be retried for half a day', async () => {
    const { task, repair } = await failing();
    world.clock.now += REPORT_TRIED_MS;
    await expect(report(task)).rejects.toThrow('too large');
    repair();
    await report(task);
    const { ended, rows } = await world.read();
    expect([ended.length, ended[0]!.stopReason, rows.length]).toEqual([1, null, 3]);
  });

  test('then ends its crawl without a result and with a reason, so that its owner can crawl the site again', async () => {
    const { task, ends } = await failing();
    expect(await world.begin(500, { owner: 'owner-1' })).toBe(false);
    world.clock.now += REPORT_TRIED_MS + 1;
    await report(task);
    const { ended, rows, result, inProgress: left } = await world.read();
    expect([left, await world.services.crawlsInProgress.list()]).toEqual([null, []]);
    expect(ended).toMatchObject([
      {
        ...{ id: task.id, status: 'stopped', stopReason: 'report_failed', isComplete: false, fetched: 3 },
        summary: { pages: null, read: 0, health: null, issues: null },
        unread: expect.arrayContaining(['sitemaps', 'links', 'hidden_links', 'skipped_links', 'texts']),
      },
    ]);
    expect([rows, ...new Set(Object.values(result!))]).toEqual([[], null]);
    expect(ends).toMatchObject([{ stopReason: 'report_failed', result: null }]);
    expect(await world.begin(500, { owner: 'owner-1' })).toBe(true);
  });

  test('ends its crawl sooner if the owner stops it', async () => {
    const { task, repair } = await failing();
    expect(await world.services.crawls.cancel(DOMAIN, 'owner-1')).toBe(true);
    expect(await inProgress()).toMatchObject({ stopReason: null, status: 'reporting' });
    world.clock.now += REPORT_ATTEMPTS_MS;
    await expect(report(task)).rejects.toThrow('too large');
    world.clock.now += 1;
    repair();
    await report(task);
    expect((await world.read()).ended).toMatchObject([{ stopReason: 'report_failed' }]);
  });

  test('slows down no crawl of another owner', async () => {
    const { repair } = await failing();
    repair();
    world.clock.now += 1;
    await world.begin(500, { owner: 'owner-2' });
    expect((await world.services.crawls.readInProgress(DOMAIN)).length).toBe(2);
    await crawlSlice(world.messages.shift()!.task, world.services);
    expect([world.messages, world.services.reportTasks.length]).toEqual([[], 1]);
  });
});
