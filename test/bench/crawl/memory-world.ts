import { CHECKPOINT_PAGES } from '../../../functions/core/crawls/checkpoint.ts';
import { createCrawlFiles } from '../../../functions/core/crawls/crawl-access.ts';
import { createCrawlMemory } from '../../../functions/core/crawls/crawl-memory.ts';
import { addOutcome, restoreProgress, storeCheckpoint } from '../../../functions/core/crawls/crawl-progress.ts';
import { PLAN_FILE } from '../../../functions/core/crawls/hand-over.ts';
import type { CrawlPlan } from '../../../functions/core/crawls/plan-crawl.ts';
import { newCrawlId } from '../../../functions/core/crawls/store/item.ts';
import { createSiteCrawls } from '../../../functions/core/crawls/store/site-crawls.ts';
import type { CrawlTask } from '../../../functions/core/crawls/tasks.ts';
import type { CrawledPage } from '../../../functions/core/record/crawled-page.ts';
import { createStore, startTables } from '../../../infra/local/aws/dynamodb.ts';
import { startDnsServer } from '../../../infra/sandbox/dns-server.ts';
import { coordinationTable, historyTable, scheduleTable, siteCrawlsTable } from '../../support/dynamodb.ts';
import { createTablesOf, inProcessDynamoDB } from '../../support/in-process-dynamodb.ts';
import { startSite } from '../../support/site.ts';
import { crawlInProgress } from '../../support/site-audit.ts';
import { LargeSite } from '../large/large-site.ts';
import { readAnswer } from '../large/read-answer.ts';
import type { CrawlWorld } from './world.ts';

/** Crawls in progress whose visits are stored, and the world in which they continue. */
export interface MemoryWorld {
  world: CrawlWorld;
  tasks: CrawlTask[];
}

/** Crawls whose visits are to be stored. */
export interface MemoryOrder {
  crawls: number;
  /** Page limit of each, and visits that are stored. */
  limit: number;
  visits: number;
  /** Pages of each site, which its sitemap lists. */
  pages: number;
}

// The process with the database and the sites, so that their memory is not counted as the crawler's.
const order = JSON.parse(process.argv[2]!) as MemoryOrder;
const FIRST = 'memory-0.test';
const site = new LargeSite({ domain: FIRST, pages: order.pages, links: 20, isChanged: false });
const { server, store } = await createStore();
await createTablesOf(store, [coordinationTable, historyTable, scheduleTable, siteCrawlsTable]);
const { endpoint } = await startTables([], { database: server });
const crawls = createSiteCrawls(inProcessDynamoDB(store), siteCrawlsTable.name, Date.now);
const made = await startSite(({ url }, response) => {
  const { status, location, html } = site.answer(url!);
  response.writeHead(status, { 'content-type': 'text/html', ...(location !== undefined && { location }) }).end(html);
});
const { address: dnsServer } = await startDnsServer({}, () => true);
const read = new Map<string, string>();
const tasks: CrawlTask[] = [];
for (let index = 0; index < order.crawls; index += 1) tasks.push(await seed(`memory-${index}.test`));
const { port } = new URL(endpoint);
const world: CrawlWorld = {
  tablesPort: Number(port),
  madePort: made.port,
  real: { host: 'unused.test', port: made.port },
  dnsServer,
};
process.send!({ world, tasks } satisfies MemoryWorld);

/** Stores a crawl in progress as the crawler stores it, without requests. */
async function seed(domain: string): Promise<CrawlTask> {
  const id = newCrawlId(Date.now());
  const { limit, visits } = order;
  const crawl = crawlInProgress({ domain, id, limit, admitted: limit });
  await crawls.begin(crawl);
  const home = `http://${domain}/`;
  const listed = site.sitemap.map((path) => new URL(path, home).href);
  const plan: CrawlPlan = {
    ...{ stopReason: null, home, hosts: [domain, `www.${domain}`], visited: [await visit(home, domain)] },
    sitemap: {
      ...{ listed, files: [{ url: `${home}sitemap.xml`, pages: listed.length }] },
      ...{ found: true, isWhole: true, hasUnread: false },
    },
  };
  await createCrawlFiles(crawl, crawls).write(PLAN_FILE, plan);
  const services = { crawls, memory: createCrawlMemory(), checkpointPages: CHECKPOINT_PAGES };
  const progress = await restoreProgress(crawl, () => Promise.resolve(plan), services);
  for (let url = progress.frontier.next(); url !== null && progress.count < visits; url = progress.frontier.next()) {
    const page = await visit(url, domain);
    await crawls.addPage(crawl, progress.count, page);
    addOutcome(progress, page);
    await storeCheckpoint(crawl, progress, services);
  }
  return { domain, id, slices: 0 };
}

/** Pages of the other sites differ from those of the first one only in their host. */
async function visit(url: string, domain: string): Promise<CrawledPage> {
  const first = url.replace(domain, FIRST);
  let text = read.get(first);
  if (text === undefined) {
    text = JSON.stringify(await readFirst(first));
    read.set(first, text);
  }
  return JSON.parse(text.replaceAll(FIRST, domain)) as CrawledPage;
}

function readFirst(url: string): Promise<CrawledPage> {
  const { pathname, host } = new URL(url);
  return readAnswer(url, { html: '', ...site.answer(pathname) }, [host], Date.now());
}
