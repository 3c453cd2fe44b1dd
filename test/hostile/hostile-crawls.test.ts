import { beforeAll, describe, expect, test } from '@jest/globals';
import { proKeys } from '../support/pro-keys.ts';
import { startTestRunner } from '../support/runner.ts';
import { startSite } from '../support/site.ts';
import { crawlSite, type Row, type SiteAnswer, siteRows } from '../support/site-crawl.ts';
import { tally } from '../support/form.ts';
import { type HostileSite, hostileSites } from './support/sites/crawled-sites.ts';
import { useOpened } from '../support/use-opened.ts';

/** Crawls of hostile sites at once. */
const AT_ONCE = 4;
const LONGEST_MS = 400_000;
/** `Crawl-delay` of the ordinary site, in seconds. */
const CRAWL_DELAY = 0.2;
const ORDINARY_PAGES = 40;
const ORDINARY = 'ordinary.test';

interface Outcome {
  site: HostileSite;
  audit: SiteAnswer;
  rows: Row[];
  requests: number;
  ms: number;
}

const hostOf = (kind: string) => `${kind.replaceAll(/[^a-z0-9]+/g, '-')}.test`;
const byHost = new Map(hostileSites.map((site) => [hostOf(site.kind), site]));
const hosts = [...byHost.keys(), ORDINARY];
let keys: string[];
/** Times of the requests by host, in milliseconds. */
const times = new Map(hosts.map((host): [string, number[]] => [host, []]));
let outcomes: Map<HostileSite, Promise<Outcome>>;
let concurrent: Promise<SiteAnswer>;

const server = useOpened(() =>
  startSite((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    times.get(host)?.push(performance.now());
    const site = byHost.get(host);
    if (site) return site.serve(request, response);
    if (request.url === '/robots.txt') return void response.end(`User-agent: *\nCrawl-delay: ${CRAWL_DELAY}`);
    const links = Array.from({ length: ORDINARY_PAGES - 1 }, (_, n) => `<a href="/page-${n}">Page ${n}</a>`).join('');
    response.setHeader('content-type', 'text/html').end(`<title>${request.url}</title><p>${request.url}</p>${links}`);
  }),
);
const runner = useOpened(() =>
  startTestRunner({ LOCAL_RESOLVE: hosts.map((host) => `${host}=127.0.0.1:${server.port}`).join(',') }),
);
beforeAll(async () => {
  keys = await proKeys(runner, 4);
  outcomes = attackAll();
  concurrent = crawlSite(runner, ORDINARY, { key: keys[0]! });
  concurrent.catch(() => {});
});

function attackAll() {
  const waiting = hostileSites.map((site) => ({ site, ...Promise.withResolvers<Outcome>() }));
  for (const { promise } of waiting) promise.catch(() => {});
  const queue = waiting.values();
  for (let worker = 0; worker < AT_ONCE; worker++) {
    void (async () => {
      for (const { site, resolve, reject } of queue) await attack(site, keys[worker]!).then(resolve, reject);
    })();
  }
  return new Map(waiting.map(({ site, promise }) => [site, promise]));
}

async function attack(site: HostileSite, key: string): Promise<Outcome> {
  const host = hostOf(site.kind);
  const started = performance.now();
  const audit = await crawlSite(runner, host, { key, pages: site.pages });
  const ms = performance.now() - started;
  return { site, audit, ms, rows: await siteRows(runner, host, { key }), requests: times.get(host)!.length };
}

describe('ends within its limits with a reason:', () => {
  test.each(hostileSites)(
    '$kind',
    async (site) => {
      const { audit, rows, requests, ms } = await outcomes.get(site)!;
      const { expected } = site;
      expect(audit.stop_reason).toBe(expected.stopReason);
      expect(audit.status).toBe(expected.stopReason === 'unreachable' ? 'stopped' : 'done');
      expect(requests).toBeLessThanOrEqual(expected.requests);
      expect(rows.filter(({ failure }) => failure !== 'robots_disallowed').length).toBeLessThanOrEqual(site.pages);
      if (expected.skipped !== undefined)
        expect(audit.skipped!.map(({ reason }) => reason)).toContain(expected.skipped);
      if (expected.issue !== undefined) expect(audit.issues!.map(({ id }) => id)).toContain(expected.issue);
      if (expected.failure !== undefined) expect(rows.map(({ failure }) => failure)).toContain(expected.failure);
      // A page of megabytes may take longer than the time of its thread on a busy machine.
      const read = rows.filter(({ seo_score, failure }) => seo_score !== null || failure === 'too_complex').length;
      expect(read).toBeGreaterThanOrEqual(expected.read ?? 0);
      const what = `crawl: ${site.kind}`;
      const outcome = `${audit.stop_reason ?? 'done'} after ${requests} requests; ${(ms / 1000).toFixed(1)} s`;
      tally({ area: 'Hostile sites', what, tried: 1, outcome });
    },
    LONGEST_MS,
  );
});

describe('an ordinary site that is crawled at the same time', () => {
  test(
    'is crawled completely, at its requested rate at most, and before the others have ended',
    async () => {
      expect(await concurrent).toMatchObject({
        status: 'done',
        stop_reason: null,
        pages: { indexable: ORDINARY_PAGES },
      });
      const requests = times.get(ORDINARY)!;
      expect(Math.min(...spansOf(requests))).toBeGreaterThan(CRAWL_DELAY * 1000 * 0.95);
      await Promise.allSettled(outcomes.values());
      expect(requests.at(-1)).toBeLessThan(Math.max(...[...byHost.keys()].map((host) => times.get(host)!.at(-1)!)));
    },
    LONGEST_MS,
  );
});

/** Number of requests over which intervals are averaged: on a busy machine, single requests arrive late. */
const IN_A_ROW = 10;
/** @returns milliseconds per request, for each series of `IN_A_ROW` requests */
const spansOf = (at: number[]) => at.slice(IN_A_ROW).map((time, index) => (time - at[index]!) / IN_A_ROW);

describe('afterwards', () => {
  beforeAll(() => Promise.allSettled([...outcomes.values(), concurrent]), LONGEST_MS);

  // The table rejects items above 400 KB, and the runner responses above 6 MB.
  test('no instance has exited, and no internal error was logged', () => {
    const lines = runner.output().split('\n');
    expect(lines.filter((line) => /"level":"ERROR"|Task timed out|the instance exited/.test(line))).toEqual([]);
  });
});
