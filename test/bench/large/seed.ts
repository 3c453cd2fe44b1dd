import type { CrawledPage } from '../../../functions/core/record/crawled-page.ts';
import type { DynamoDB } from '../../../functions/core/platform/dynamodb/dynamodb.ts';
import { createCrawlFiles } from '../../../functions/core/crawls/crawl-access.ts';
import { CHECKPOINT_PAGES } from '../../../functions/core/crawls/checkpoint.ts';
import { createCrawlMemory } from '../../../functions/core/crawls/crawl-memory.ts';
import { addOutcome, restoreProgress, storeCheckpoint } from '../../../functions/core/crawls/crawl-progress.ts';
import type { CrawlPlan } from '../../../functions/core/crawls/plan-crawl.ts';
import { newCrawlId } from '../../../functions/core/crawls/store/item.ts';
import { createSiteCrawls } from '../../../functions/core/crawls/store/site-crawls.ts';
import { crawlInProgress } from '../../support/site-audit.ts';
import { BEFORE_MS, LargeSite } from './large-site.ts';
import type { SeedOrder, Seeded } from './orders.ts';
import { readAnswer } from './read-answer.ts';

/** A page that several crawls of a domain have in common is read once. */
const read = new Map<string, { html: string; page: CrawledPage }>();

/**
 * Stores a crawl in progress whose addresses all have an outcome, as the crawler stores them, without requests: the pages
 * are read by the crawler's code, in the order of its frontier.
 */
export async function seedCrawl(order: SeedOrder, db: DynamoDB, table: string): Promise<Seeded> {
  const started = performance.now();
  const { domain, pages, isChanged } = order;
  const startedAt = Date.now() - (isChanged ? 0 : BEFORE_MS);
  const crawls = createSiteCrawls(db, table, Date.now);
  const crawl = crawlInProgress({
    ...{ domain, id: newCrawlId(startedAt), owner: null, limit: pages, admitted: pages },
    startedAt: new Date(startedAt).toISOString(),
  });
  await crawls.begin(crawl);
  const site = new LargeSite(order);
  const { home } = site;
  const listed = site.sitemap.map((path) => new URL(path, home).href);
  const hosts = [domain, `www.${domain}`];
  const visit = (url: string) => visitOf(url, site, hosts, startedAt);
  const plan: CrawlPlan = {
    ...{ stopReason: null, home, hosts, visited: [await visit(home)] },
    sitemap: {
      ...{ listed, files: [{ url: `${home}sitemap.xml`, pages: listed.length }] },
      ...{ found: true, isWhole: true, hasUnread: false },
    },
  };
  await createCrawlFiles(crawl, crawls).write('plan', plan);
  const services = { crawls, memory: createCrawlMemory(), checkpointPages: CHECKPOINT_PAGES };
  const progress = await restoreProgress(crawl, () => Promise.resolve(plan), services);
  const { frontier } = progress;
  for (let url = frontier.next(); url !== null; url = frontier.next()) {
    const page = await visit(url);
    await crawls.addPage(crawl, progress.count, page);
    addOutcome(progress, page);
    // Without the last one, so that a restore reads as many pages as it can have to.
    if (progress.count <= pages - CHECKPOINT_PAGES) await storeCheckpoint(crawl, progress, services);
  }
  return { id: crawl.id, visits: progress.count, seconds: (performance.now() - started) / 1_000 };
}

async function visitOf(url: string, site: LargeSite, hosts: readonly string[], now: number): Promise<CrawledPage> {
  const { status, location, html = '' } = site.answer(new URL(url).pathname);
  const known = read.get(url);
  if (known?.html === html && known.page.http_status === status) return known.page;
  const page = await readAnswer(url, { status, location, html }, hosts, now);
  read.set(url, { html, page });
  return page;
}
