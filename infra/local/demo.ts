import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlRequest, NewWatch, SiteCrawlList, Watches } from '../../functions/back-office/contract.ts';
import { readPastValues } from '../../functions/back-office/domain-list-routes.ts';
import { categoryScore } from '../../functions/core/analysis/rules/audit-run.ts';
import { SEO_AUDITS } from '../../functions/core/analysis/rules/audits.ts';
import { createDomainList } from '../../functions/core/domains/schedule/domain-list.ts';
import { createDomainHistory } from '../../functions/core/domains/store/domain-history.ts';
import { putItems } from '../../functions/core/platform/dynamodb/many-items.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { DAY_MS, dayOf } from '../../functions/core/platform/time/day.ts';
import type { SnapshotValues } from '../../functions/core/record/history-values.ts';
import { UNKNOWN_ROW } from '../../functions/core/record/record-row.ts';
import { createTimeline } from '../../functions/core/watches/store/timeline.ts';
import { recordSnapshots } from '../../functions/core/watches/timeline.ts';
import {
  type DemoSite,
  demoSites,
  type Fault,
  faultsOn,
  hasEarlierVersion,
  showEarlierVersion,
} from '../sandbox/demo-sites.ts';
import { type Credentials, localRegion } from './credentials.ts';
import type { TableModel } from './template/service-model.ts';

const PATH = /^(?:\/[^/]+)?\/back-office\/api\/demo$/;
const DAYS = 364;
/** Events are recorded of so many days. */
const EVENT_DAYS = 84;
/** A site that is down has been so for this time. */
const DOWN_DAYS = 2;
/** Number of sites of which a crawl is started. */
const CRAWLED = 8;
/** More than a site has pages and missing addresses. */
const CRAWL_PAGES = 25;
const TAG = 'demo';
const WATCH: NewWatch = {
  tag: TAG,
  conditions: [{ on: 'unreachable', snapshots: 1 }, { on: 'noindex' }],
  deliver: null,
  mail: false,
  language: 'en',
};

/** Returns whether a request loads the demo portfolio: only the runner has this route, no deployment. */
export const isDemoRequest = ({ method, url }: IncomingMessage) => method === 'POST' && PATH.test(url ?? '');

interface Demo {
  /** URL of the runner. */
  url: string;
  database: string;
  credentials: Credentials;
  tables: TableModel[];
}

/**
 * Prepares the loading of the demo portfolio: the domains of invented sites of the sandbox, with the tag `demo` and a year
 * of snapshots of the origin `backfill:demo`, with the events that these show. Their present values are then fetched, and some sites crawled, as those of
 * any other domain, two of them before and after changes of their pages; a watch lists what happens to them. The caller's token decides whether it may be loaded; loading it again changes nothing that is stored.
 */
export function createDemo({ url, database, credentials, tables }: Demo) {
  const named = (part: string) => tables.find(({ name }) => name.startsWith(`Tables${part}`))!.name;
  const client = new DynamoDBClient({ endpoint: database, region: localRegion, credentials });
  const db = createSdkDynamoDB(client);
  const history = createDomainHistory(db, named('DomainHistory'));
  const list = createDomainList(db, named('DomainSchedule'));
  const timeline = createTimeline(db, named('Watches'), Date.now);

  async function storePast(site: DemoSite) {
    const domain = site.host;
    const snapshots = snapshotsOf(site, Date.now());
    await putItems({ db, table: named('DomainHistory') }, snapshots.map(itemOf));
    for (const [index, { captured_at }] of snapshots.entries()) {
      const now = Date.parse(captured_at);
      if (now < Date.now() - EVENT_DAYS * DAY_MS) continue;
      await recordSnapshots(domain, snapshots.slice(0, index + 1).toReversed(), { timeline, now });
    }
    const updated_at = new Date(Date.now() - DAY_MS).toISOString();
    const { seo_score, tranco_rank } = valuesOn(site, 1);
    const row = { ...UNKNOWN_ROW, updated_at, seo_score, tranco_rank, failed_sources: 0, excluded: false };
    await list.writeRow(domain, row);
    await list.writePastValues(domain, await readPastValues(domain, updated_at, { history }));
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.resume();
    const call = (path: string, body?: object) =>
      fetch(`${url}/back-office/api/${path}`, {
        method: 'POST',
        headers: { Authorization: request.headers.authorization ?? '', 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const crawlsOf = async ({ host }: DemoSite, { headers }: IncomingMessage) => {
      const Authorization = headers.authorization ?? '';
      const listed = await fetch(`${url}/back-office/api/domains/${host}/site/crawls`, { headers: { Authorization } });
      // It was never crawled.
      if (listed.status === 404) return [];
      if (!listed.ok) throw new Error(`The crawls of ${host} could not be read: ${listed.status}`);
      return ((await listed.json()) as { data: SiteCrawlList }).data.items;
    };
    const isWatched = async ({ headers }: IncomingMessage) => {
      const Authorization = headers.authorization ?? '';
      const listed = await fetch(`${url}/back-office/api/watches`, { headers: { Authorization } });
      const { data } = (await listed.json()) as { data: Watches };
      return data.watches.some(({ tag }) => tag === TAG);
    };
    const domains = demoSites.map(({ host }) => host);
    const followed = await call('domains/changes', { domains, follow: true });
    if (followed.ok) {
      await Promise.all(demoSites.map(storePast));
      await call('domains/changes', { domains, add_tags: [TAG] });
      if (!(await isWatched(request))) await call('watches', WATCH);
      for (const domain of domains) await call(`domains/${domain}/refresh`);
      for (const site of demoSites.filter(({ isDown }) => !isDown).slice(0, CRAWLED)) {
        const crawl = (body: CrawlRequest) => call(`domains/${site.host}/site`, { pages: CRAWL_PAGES, ...body });
        if (hasEarlierVersion(site)) {
          // The response does not wait for it. If it fails, the next loading continues it.
          crawlTwice(site, { crawl, list: () => crawlsOf(site, request) })
            .catch((error: unknown) => console.error(`The second crawl of ${site.host} failed`, error))
            .finally(() => showEarlierVersion(site, false));
        } else await crawl({});
      }
    }
    response.writeHead(followed.status, { 'Content-Type': 'application/json' }).end(await followed.text());
  };
}

const CRAWL_POLL_MS = 500;
const CRAWL_MS = 10 * 60_000;

interface Crawling {
  crawl: (request: CrawlRequest) => Promise<Response>;
  /** Lists the crawls of the site. */
  list: () => Promise<SiteCrawlList['items']>;
}

/** Crawls a site in its earlier version and then in the current one, so that there are two crawls to compare. */
async function crawlTwice(site: DemoSite, { crawl, list }: Crawling): Promise<void> {
  let crawls = await list();
  if (crawls.length > 1) return;
  if (crawls.length === 0) {
    showEarlierVersion(site, true);
    await begun(crawl({}));
  }
  const until = Date.now() + CRAWL_MS;
  while (crawls.length === 0 || crawls.some(({ finished_at }) => finished_at === null)) {
    if (Date.now() > until) throw new Error('The first crawl has not ended');
    await sleep(CRAWL_POLL_MS, undefined, { ref: false });
    crawls = await list();
  }
  showEarlierVersion(site, false);
  await begun(crawl({ refresh: true }));
}

async function begun(crawl: Promise<Response>): Promise<void> {
  const { ok, status } = await crawl;
  if (!ok) throw new Error(`It could not be started: ${status}`);
}

interface DemoSnapshot extends Partial<SnapshotValues> {
  domain: string;
  key: string;
  captured_at: string;
  date: string;
}

/** Snapshots of a year, the oldest first: weekly, and daily in the last week. */
function snapshotsOf(site: DemoSite, now: number): DemoSnapshot[] {
  const days = Array.from({ length: DAYS }, (_, index) => DAYS - index).filter((ago) => ago % 7 === 0 || ago < 7);
  return days.map((ago) => {
    const date = dayOf(now - ago * DAY_MS);
    const captured_at = `${date}T00:00:00.000Z`;
    return { domain: site.host, key: `${date}#${TAG}`, captured_at, date, ...valuesOn(site, ago) };
  });
}

/** Returns a snapshot as the history stores it. */
const itemOf = ({ key, date: _, ...values }: DemoSnapshot) => ({
  ...values,
  captured_at: key,
  origin: `backfill:${TAG}`,
});

function valuesOn(site: DemoSite, ago: number) {
  const [rank, factor] = site.rank;
  // Ranks vary from day to day by up to 2 %.
  const noise = 1 + 0.02 * Math.sin(ago * 1.7 + site.host.length);
  const tranco_rank = Math.round(rank * factor ** (1 - ago / DAYS) * noise);
  if (site.isDown && ago <= DOWN_DAYS) {
    return { site_status: 'http_503', seo_score: null, tranco_rank, failed_audits: null };
  }
  const failed_audits = faultsOn(site, ago);
  return { site_status: 'ok', seo_score: scoreOf(failed_audits), tranco_rank, failed_audits };
}

/** Returns the score of a page that fails these audits and passes all others. */
function scoreOf(failed: readonly Fault[]): number {
  const ids = new Set(failed.map((fault) => fault.split(':')[0]));
  return categoryScore(SEO_AUDITS.map(({ id, weight }) => ({ weight, score: ids.has(id) ? 0 : 1 })));
}
