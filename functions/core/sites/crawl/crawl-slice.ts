import { hasFailed } from '../../platform/network/failures.ts';
import { withoutWww } from '../../platform/names/ascii-host.ts';
import { holdLease } from '../../platform/leases.ts';
import type { CrawlTask } from '../../platform/queues/work-queue.ts';
import type { HeldLease } from '../../platform/coordination.ts';
import { ProviderUnavailable } from '../../platform/rate-limit.ts';
import type { OpenCrawl, SiteCrawls } from '../store/site-crawls.ts';
import type { StopReason } from '../store/item.ts';
import { type CrawlAccess, type CrawlFiles, createCrawlAccess, createCrawlFiles } from './crawl-access.ts';
import type { CrawlMemory, CrawlProgress } from './crawl-memory.ts';
import { finishCrawl, settlePages } from './finish-crawl.ts';
import { CRAWL_LEASE_MS, LEAST_REPORT_MS, LEAST_VISIT_MS, mostSlices, SLICE_MS, TOUCH_MS } from './limits.ts';
import { type CrawlPlan, emptyPlan, planCrawl } from './plan-crawl.ts';
import type { CrawlServices } from './services.ts';
import { visitAddress } from './visit-address.ts';
import type { CrawledPage } from '../../record/crawled-page.ts';
import { Frontier } from '../graph/frontier.ts';

/** A site of which so many addresses in a row did not answer is left alone. */
const MOST_FAILED = 10;

/** What comes after a slice: the next one, so many milliseconds later; `null`: there is none. */
type Next = { afterMs: number } | null;

const SOON: Next = { afterMs: 0 };
/** Another works on the site. */
const WHEN_FREE: Next = { afterMs: CRAWL_LEASE_MS };

const leaseOf = (name: string) => `site-crawl#${name}`;

/**
 * Works on a crawl for as long as a message is processed, and has the queue go on with it. Of one site is one such work
 * under way, over all instances. Whatever ends it, it loses at most the answer that was not stored yet.
 */
export async function crawlSlice(task: CrawlTask, services: CrawlServices): Promise<void> {
  const { crawls, queue } = services;
  const stored = await crawls.readOpen(task.domain);
  if (stored?.id !== task.id || task.slices < stored.slices) return;
  // Where the last slice ended before it was noted, the message knows more.
  const crawl = { ...stored, slices: task.slices };

  const until = performance.now() + SLICE_MS;
  const next = await underLease(crawl.domain, services, (lease) => new Slice(crawl, lease, until, services).work());
  // Somebody who works on it tells himself that it is to go on: then this message is passed over.
  if (next === 'held') return queue.send(task, CRAWL_LEASE_MS);
  if (next === null) return;
  const slices = task.slices + 1;
  await queue.send({ ...task, slices }, next.afterMs);
  const { found, fetched } = services.memory.recall(crawl.id)?.frontier.progress ?? crawl;
  await crawls.touch(crawl, { found, fetched, slices }, next.afterMs);
}

/** @returns the name that a site is known by */
const siteOf = ({ home }: CrawlPlan) => withoutWww(new URL(home).hostname);

async function underLease<Result>(
  name: string,
  { leases }: CrawlServices,
  work: (lease: HeldLease) => Promise<Result>,
): Promise<Result | 'held'> {
  const holder = await leases.acquire(leaseOf(name));
  return holder ? holdLease({ leases, name: leaseOf(name), holder }, work) : 'held';
}

/** Where a site has no slot now, the queue waits, not the function. */
async function waitInQueue(work: () => Promise<Next>): Promise<Next> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { afterMs: error.waitMs };
    throw error;
  }
}

/** The work on a crawl under its lease. */
class Slice {
  readonly #crawl: OpenCrawl;
  readonly #lease: HeldLease;
  readonly #until: number;
  readonly #services: CrawlServices;
  readonly #files: CrawlFiles;
  readonly #access: CrawlAccess;
  #touchedAt: number;

  constructor(crawl: OpenCrawl, lease: HeldLease, until: number, services: CrawlServices) {
    this.#crawl = crawl;
    this.#lease = lease;
    this.#until = until;
    this.#services = services;
    // Who has just begun it sees at once that it is under way.
    this.#touchedAt = crawl.fetched === 0 ? -Infinity : performance.now();
    this.#files = createCrawlFiles(crawl, services.crawls);
    this.#access = createCrawlAccess(crawl.domain, this.#files, services, () => this.#leftMs());
  }

  async work(): Promise<Next> {
    const { reader, network } = this.#services;
    reader.warm();
    try {
      return await waitInQueue(async () => this.#atOneSite(await this.#restore()));
    } finally {
      await network.release();
    }
  }

  #leftMs(): number {
    return this.#until - performance.now();
  }

  get #isOverLimit(): boolean {
    const { slices, pageLimit, admitted } = this.#crawl;
    return slices >= mostSlices(Math.min(pageLimit, admitted));
  }

  #restore(): Promise<CrawlProgress> {
    const given = { ...this.#services, access: this.#access, files: this.#files };
    const { domain } = this.#crawl;
    const readPlan = async () => {
      if (!this.#isOverLimit) return this.#files.remember('plan', () => planCrawl(domain, given));
      return (await this.#files.read<CrawlPlan>('plan')) ?? emptyPlan(domain, 'work_limit');
    };
    return restoreProgress(this.#crawl, readPlan, this.#services);
  }

  /** Two domains may lead to one site. */
  async #atOneSite(progress: CrawlProgress): Promise<Next> {
    const site = siteOf(progress.plan);
    // A crawl over its limit requests nothing more.
    if (site === this.#crawl.domain || this.#isOverLimit) return this.#crawlOn(progress);
    // A lease is released at once only by work that ends without an error.
    const next = await underLease(site, this.#services, ({ signal }) =>
      waitInQueue(() => this.#crawlOn(progress, signal)),
    );
    return next === 'held' ? WHEN_FREE : next;
  }

  /** @param siteTaken aborted where another works on the site by now, by another domain */
  async #crawlOn(progress: CrawlProgress, siteTaken?: AbortSignal): Promise<Next> {
    const { frontier, plan } = progress;
    const visited = new Map(plan.visited.map((page) => [page.url, page]));
    for (;;) {
      const stop = await this.#whyStop(progress);
      if (stop === 'gone') return this.#leave(progress);
      const url = frontier.next();
      if (stop || url === null) return this.#finish(progress, stop ?? this.#whyCut(progress));
      if (this.#isOverLimit) return this.#finish(progress, 'work_limit');
      if (siteTaken?.aborted) return WHEN_FREE;
      if (this.#leftMs() < LEAST_VISIT_MS) return SOON;
      try {
        const page = visited.get(url) ?? (await this.#visit(url, plan.hosts));
        await this.#store(progress, page);
      } catch (error) {
        if (hasFailed(error, 'robots_unreachable')) return this.#finish(progress, 'robots');
        throw error;
      }
    }
  }

  #visit(url: string, hosts: string[]) {
    return visitAddress(url, hosts, { ...this.#services, access: this.#access });
  }

  /** @throws {LeaseLost} where another works on the crawl by now */
  async #store(progress: CrawlProgress, page: Parameters<typeof addAnswer>[1]): Promise<void> {
    const { crawls } = this.#services;
    this.#lease.signal.throwIfAborted();
    if (await crawls.addPage(this.#crawl, progress.count, page)) addAnswer(progress, page);
    else await readOn(this.#crawl, progress, crawls);
    if (performance.now() - this.#touchedAt < TOUCH_MS) return;
    this.#touchedAt = performance.now();
    await crawls.touch(this.#crawl, { ...progress.frontier.progress, slices: this.#crawl.slices });
  }

  /** Before each request: whoever stops a crawl stops it at once. @returns `gone` where it has ended, or was deleted */
  async #whyStop({ plan, failedInARow }: CrawlProgress): Promise<StopReason | 'gone' | null> {
    const { crawls, followed } = this.#services;
    const { domain, id } = this.#crawl;
    const names = new Set([domain, siteOf(plan)]);
    const [open, ...areBlocked] = await Promise.all([
      crawls.readOpen(domain),
      ...Array.from(names, (name) => followed.isBlocked(name)),
    ]);
    if (open?.id !== id) return 'gone';
    if (areBlocked.includes(true)) return 'blocked';
    return open.stopReason ?? plan.stopReason ?? (failedInARow >= MOST_FAILED ? 'unreachable' : null);
  }

  /** What it has fetched counts, also where it was deleted; what it has stored since does not stay. */
  async #leave({ frontier }: CrawlProgress): Promise<Next> {
    await this.#services.crawls.discard(this.#crawl);
    await this.#services.openCrawls.remove(this.#crawl);
    await settlePages(this.#crawl, frontier.progress.fetched, this.#services);
    return null;
  }

  #whyCut({ frontier }: CrawlProgress): StopReason | null {
    if (!frontier.isCut) return null;
    return this.#crawl.admitted < this.#crawl.pageLimit ? 'allowance' : 'page_limit';
  }

  async #finish(progress: CrawlProgress, stopReason: StopReason | null): Promise<Next> {
    if (this.#leftMs() < LEAST_REPORT_MS) return SOON;
    if (!(await this.#lease.confirm())) return null;
    await finishCrawl(this.#crawl, progress, stopReason, this.#services);
    return null;
  }
}

/** A new crawl, at its beginning. */
function begun(crawl: OpenCrawl, plan: CrawlPlan): CrawlProgress {
  const frontier = new Frontier({
    home: plan.home,
    hosts: new Set(plan.hosts),
    sitemap: plan.sitemap.listed,
    limit: Math.min(crawl.pageLimit, crawl.admitted),
    startedAt: new Date(crawl.startedAt),
  });
  return { plan, frontier, count: 0, failedInARow: 0 };
}

/** Adds what came of the next address. */
function addAnswer(progress: CrawlProgress, page: CrawledPage): void {
  progress.frontier.add(page);
  progress.count++;
  if (page.failure !== 'robots_disallowed')
    progress.failedInARow = page.failure === null ? 0 : progress.failedInARow + 1;
}

/**
 * @param readPlan reads the plan, or makes it
 * @returns how far a crawl is: by what this process knows of it, and what is stored
 */
async function restoreProgress(
  crawl: OpenCrawl,
  readPlan: () => Promise<CrawlPlan>,
  { crawls, memory }: { crawls: SiteCrawls; memory: CrawlMemory },
): Promise<CrawlProgress> {
  const progress = memory.recall(crawl.id) ?? begun(crawl, await readPlan());
  memory.keep(crawl.id, progress);
  await readOn(crawl, progress, crawls);
  return progress;
}

/** Adds what was stored since. */
async function readOn(crawl: OpenCrawl, progress: CrawlProgress, crawls: SiteCrawls): Promise<void> {
  for await (const page of crawls.readPages(crawl, progress.count)) addAnswer(progress, page);
}
