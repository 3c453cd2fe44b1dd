import { afterEach, expect, test } from '@jest/globals';
import { createCrawlMemory } from '../../functions/core/crawls/crawl-memory.ts';
import { createInvocationShares } from '../../functions/core/crawls/crawl-shares.ts';
import { crawlSlice } from '../../functions/core/crawls/crawl-slice.ts';
import { CRAWL_LEASE_MS, REPORT_LEASE_MS } from '../../functions/core/crawls/limits.ts';
import { EVIDENCE_ORDERS } from '../../functions/core/crawls/store/item.ts';
import { reportCrawl } from '../../functions/core/site-reports/end/report-crawl.ts';
import { tally, timeLimit, tries } from '../support/form.ts';
import { type Answers, createCrawlWorld, html } from '../unit/crawls/crawl-world.ts';
import { closeServers } from '../unit/platform/network/local-servers.ts';
import { killable } from './support-faults/crash-services.ts';
import { runUntil, useKilled } from './support-faults/crash.ts';

const DOMAIN = 'site.example';
const PAGES = tries(1_000, 5_000);
const KILLS = tries(10, 40);
/** Database calls of a worker until it is killed, at most: all kills happen before the last page. */
const MOST_CALLS = PAGES / KILLS;
/** Longer than the lease of a worker that was killed. */
const LEASES_END_MS = 2 * Math.max(CRAWL_LEASE_MS, REPORT_LEASE_MS);

const world = useKilled(async () => {
  const opened = await createCrawlWorld(largeSite());
  killable(opened.tables.db);
  return opened;
});
afterEach(() => {
  closeServers();
});

/** Each page links to the next one and to others that depend on its number; some of them do not exist, or redirect. */
function largeSite(): Answers {
  const answers: Answers = {
    '/robots.txt': 'User-agent: *\nDisallow: /page-77\n',
    '/sitemap.xml': '<urlset><url><loc>http://site.example/page-9</loc></url></urlset>',
    '/': html('Home', '/page-1'),
  };
  for (let number = 1; number < PAGES; number++) {
    const linked = [number + 1, number * 2, number * 3 + 1, number + 50].map((to) => `/page-${to}`);
    const title = `Page ${number % 7 === 0 ? 'seven' : number}`;
    answers[`/page-${number}`] = html(title, ...linked, `https://linked.example/${number % 20}`);
    if (number % 90 !== 0) continue;
    answers[`/page-${number}`] = (_, response) => void response.writeHead(301, { location: '/page-1' }).end();
  }
  return answers;
}

/** Works off all messages; after each kill, a new process has no memory of the crawl, and gets the message again. */
async function crawl(kills: number): Promise<number> {
  await world.begin(PAGES);
  let killed = 0;
  const work = async (task: () => Promise<void>) => {
    for (;;) {
      const point = { call: 1 + Math.floor(Math.random() * MOST_CALLS), mode: 'after' } as const;
      const run = await runUntil(killed < kills ? point : null, task);
      if (run.error !== null) throw run.error as Error;
      if (!run.wasKilled) return;
      killed += 1;
      world.clock.now += LEASES_END_MS;
    }
  };
  for (let next = world.messages.shift(); next; next = world.messages.shift()) {
    const { task } = next;
    const { services } = world;
    await work(() => crawlSlice(task, { ...services, memory: createCrawlMemory(), shares: createInvocationShares() }));
  }
  // The end of a crawl may be handed over twice.
  for (const task of world.services.reportTasks.splice(0)) await work(() => reportCrawl(task, world.services));
  return killed;
}

/** All that is stored of the last crawl, without ids and times. */
async function outcome() {
  const { ended, result, rows, inProgress } = await world.read();
  expect(inProgress).toBeNull();
  const { status, isComplete, unread, summary } = ended[0]!;
  const { crawls } = world.services;
  const evidence: unknown[] = [];
  for (const order of EVIDENCE_ORDERS) {
    const directory = await crawls.readDirectory(ended[0]!, order);
    for (const chunk of new Set(directory?.segments.map((segment) => segment.chunk))) {
      evidence.push([order, directory, await crawls.readEvidence(ended[0]!, order, chunk)]);
    }
  }
  return {
    ...{ status, isComplete, unread, summary, result, evidence },
    rows: rows.map((row) => ({ ...row, ttfb_ms: null, last_indexable_at: row.last_indexable_at && 'a time' })),
  };
}

test(
  `a crawl of ${PAGES} pages whose worker is killed ${KILLS} times at random has the same result`,
  async () => {
    expect(await crawl(0)).toBe(0);
    const undisturbed = await outcome();
    expect(undisturbed.rows.length).toBeGreaterThanOrEqual(PAGES);
    const requested = world.requests.length;
    expect(new Set(world.requests).size).toBe(requested);
    await world.services.crawls.deleteDomain(DOMAIN);
    world.requests.length = 0;

    expect(await crawl(KILLS)).toBe(KILLS);
    expect(await outcome()).toEqual(undisturbed);
    tally({
      area: 'Failing dependencies',
      what: `the functions of a crawl of ${PAGES} pages killed at random calls`,
      tried: KILLS,
      outcome: `the same result, rows and evidence; ${world.requests.length - requested} of ${requested} requests repeated`,
    });
  },
  timeLimit(300_000, 900_000),
);
