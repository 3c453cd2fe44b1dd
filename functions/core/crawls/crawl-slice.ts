import { withoutWww } from '../platform/names/ascii-host.ts';
import { holdLease } from '../platform/leases.ts';
import type { HeldLease } from '../platform/coordination.ts';
import { ProviderUnavailable } from '../platform/rate-limit.ts';
import type { CrawlInProgress } from './store/site-crawls.ts';
import { credentialsFor, type HeadersFor } from './credentials/request-headers.ts';
import { isUnsafeAddress } from './frontier/traps/unsafe-address.ts';
import { isPrivate, SERVICE } from './store/private-crawls.ts';
import { type AddressLists, hasLists, LISTS_FILE, type StopReason } from './store/item.ts';
import type { CrawlTask } from './tasks.ts';
import { type CrawlAccess, type CrawlFiles, createCrawlAccess, createCrawlFiles } from './crawl-access.ts';
import { allTargets, checkTargets, createExternalAccess, listTargets, TARGETS_FILE } from './check-targets.ts';
import { CheckedTargets } from './checked-targets.ts';
import type { CrawlProgress } from './crawl-memory.ts';
import { addOutcome, readNewPages, restoreProgress, storeCheckpoint } from './crawl-progress.ts';
import { maxDurationMs, maxSlices, pagesOf, targetLimits } from './crawl-size.ts';
import { CrawlRate, type RateState } from './crawl-rate.ts';
import { type Place, SHARES, sharesOf } from './crawl-shares.ts';
import { settlePages } from './settle-pages.ts';
import {
  CRAWL_LEASE_MS,
  DEFAULT_RATE,
  LEASE_RETRY_MS,
  MIN_TARGET_MS,
  MIN_VISIT_MS,
  PROGRESS_INTERVAL_MS,
  STOP_CHECK_MS,
  TURN_MS,
} from './limits.ts';
import { handOver, PLAN_FILE, sendReport } from './hand-over.ts';
import { type CrawlPlan, emptyPlan, planCrawl, planLists } from './plan-crawl.ts';
import type { CrawlServices } from './services.ts';
import { visitAddress } from './visit-address.ts';
import type { CrawledPage } from '../record/crawled-page.ts';

/** Consecutive failed addresses after which a crawl stops, besides those that were requested at the same time. */
const MAX_FAILED = 10;
/** Failures of a server that requests a pause. */
const REFUSED = ['http_429', 'http_503'];
const RATE_FILE = 'rate';

interface RateFile extends RateState {
  /** Addresses that a server under load refused, and that are requested a second time. */
  refused: string[];
}

/** Delay of the next slice; `null`: there is none. */
type Next = { afterMs: number } | null;

const AT_ONCE = { afterMs: 0 };
/** A crawl of another domain has the lease of the site: each try is a slice. */
const AFTER_LEASE: Next = { afterMs: CRAWL_LEASE_MS };
/** Other crawls of the site have their turn. */
const AFTER_TURN = { afterMs: 2 * LEASE_RETRY_MS };

const leaseOf = (name: string) => `site-crawl#${name}`;

/**
 * Processes one message of a crawl, and sends the message of the next slice. An invocation works on several crawls at the
 * same time, each as if it were alone; a message for which it has no room is sent again. Over all instances, one slice runs
 * at a time for a site. If the function is terminated, at most the responses that were not stored yet are lost. What a crawl stored
 * after the deletion of its domain is deleted. The report of a crawl that has requested its last address is made by
 * another function; its message is sent again if it may be lost.
 */
export async function crawlSlice(task: CrawlTask, services: CrawlServices): Promise<void> {
  const { crawls, crawlsInProgress, queue, shares, memory } = services;
  const stored = (await crawls.readInProgress(task.domain, { viewer: SERVICE })).find(({ id }) => id === task.id);
  if (!stored) {
    await crawls.discard(task);
    return crawlsInProgress.remove(task);
  }
  if (stored.status === 'reporting') return sendReport(stored, services);
  if (task.slices < stored.slices) return;
  // If the last slice ended before it was stored, the message has the newer number.
  const crawl = { ...stored, slices: task.slices };

  // What has failed has an invocation alone, so that it cannot end the slices of others.
  const place = shares.take(task.alone ? SHARES : sharesOf(crawl));
  // Another invocation processes it: this one works until the end of its slices.
  if (!place) return queue.send(task);
  const release = memory.hold(crawl.id);
  try {
    await processSlice(crawl, task, place, services);
  } finally {
    release();
    place.leave();
  }
}

async function processSlice(crawl: CrawlInProgress, task: CrawlTask, place: Place, services: CrawlServices) {
  const { crawls, crawlGroups, queue, memory } = services;
  const next = await underLease(crawl.domain, services, async (lease) => {
    const headersFor = await readCredentials(crawl, services);
    return new Slice(crawl, { lease, place, headersFor }, services).work();
  });
  // The worker that has the lease sends the next message itself: the crawler then ignores this one.
  if (next === 'held') return queue.send(task, LEASE_RETRY_MS);
  if (next === null) return;
  const slices = task.slices + 1;
  const nextTask = { domain: task.domain, id: task.id, slices };
  if (next.afterMs > 0) await queue.send(nextTask, next.afterMs);
  else
    await place.continueAtOnce(nextTask, ([first, ...others]) =>
      others.length > 0 ? crawlGroups.send({ crawls: [first!, ...others] }) : queue.send(first!),
    );
  const { found, fetched } = memory.recall(crawl.id)?.frontier.progress ?? crawl;
  await crawls.touch(crawl, { found, fetched, slices }, next.afterMs);
  // Another process continues it.
  if (place.hasLeft) memory.drop(crawl.id);
}

/** @returns the host of a site without `www.`, which its lease is named after */
const siteOf = ({ home }: CrawlPlan) => withoutWww(new URL(home).hostname);

async function underLease<Result>(
  name: string,
  { leases }: CrawlServices,
  work: (lease: HeldLease) => Promise<Result>,
): Promise<Result | 'held'> {
  const holder = await leases.acquire(leaseOf(name));
  return holder ? holdLease({ leases, name: leaseOf(name), holder }, work) : 'held';
}

/** If a site has no slot now, the message waits in the queue instead of the function. */
async function waitInQueue(work: () => Promise<Next>): Promise<Next> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailable) return { afterMs: error.waitMs };
    throw error;
  }
}

/** @returns what adds the credentials of a crawl to its requests; `null`: it has none, or has ended */
async function readCredentials(
  crawl: CrawlInProgress,
  { crawls, openCredentials }: CrawlServices,
): Promise<HeadersFor | null> {
  const { domain, owner } = crawl;
  const sealed = isPrivate(crawl) && (await crawls.readCredentials(crawl));
  return sealed ? credentialsFor(domain, await openCredentials(sealed, { owner: owner!, domain })) : null;
}

interface SliceOptions {
  lease: HeldLease;
  place: Place;
  headersFor: HeadersFor | null;
}

/** The work on a crawl under its lease. */
class Slice {
  readonly #crawl: CrawlInProgress;
  readonly #lease: HeldLease;
  readonly #place: Place;
  readonly #services: CrawlServices;
  readonly #files: CrawlFiles;
  readonly #access: CrawlAccess;
  /** `null`: the default. */
  readonly #rate: CrawlRate | null;
  readonly #refused = new Set<string>();
  #storing: Promise<void> = Promise.resolve();
  #touchedAt: number;
  #checkedAt = -Infinity;
  readonly #startedAt = performance.now();
  /** Whether other crawls of the domain are in progress: then this slice ends after its turn. */
  #hasOthers = false;

  constructor(crawl: CrawlInProgress, { lease, place, headersFor }: SliceOptions, services: CrawlServices) {
    this.#crawl = crawl;
    this.#lease = lease;
    this.#place = place;
    // Its pages do not wait for those of other crawls that take long.
    this.#services = { ...services, reader: services.readerOf(crawl.id) };
    // A new crawl stores its progress after the first page, so that clients see it start.
    this.#touchedAt = crawl.fetched === 0 ? -Infinity : performance.now();
    this.#files = createCrawlFiles(crawl, services.crawls);
    const { rate } = crawl.options;
    this.#rate = rate > DEFAULT_RATE ? new CrawlRate(rate) : null;
    this.#access = createCrawlAccess(crawl.domain, this.#files, services, () => this.#leftMs(), {
      rate: this.#rate,
      headersFor,
    });
  }

  async work(): Promise<Next> {
    const { reader, network } = this.#services;
    reader.warm();
    try {
      if (this.#rate) await this.#restoreRate(this.#rate);
      const next = await waitInQueue(async () => this.#workOnSite(await this.#restore()));
      if (next && this.#rate) {
        const file: RateFile = { ...this.#rate.state, refused: [...this.#refused] };
        await this.#files.write(RATE_FILE, file);
      }
      return next;
    } finally {
      await network.release();
    }
  }

  #leftMs(): number {
    return this.#place.leftMs();
  }

  /** Crawls of one site take turns: while there are others, each continues for this time, then in its next slice. */
  get #hasHadTurn(): boolean {
    return this.#hasOthers && performance.now() - this.#startedAt > TURN_MS;
  }

  get #isOverLimit(): boolean {
    const { slices, startedAt } = this.#crawl;
    if (slices >= maxSlices(this.#crawl)) return true;
    return this.#services.now() - Date.parse(startedAt) >= maxDurationMs(this.#crawl);
  }

  get #targetLimits() {
    return targetLimits(this.#crawl.options, pagesOf(this.#crawl));
  }

  /** When the next slice begins, if the crawl waits for nothing else than the turns of others. */
  get #nextTurn() {
    return this.#hasOthers ? AFTER_TURN : AT_ONCE;
  }

  async #restoreRate(rate: CrawlRate): Promise<void> {
    const file = await this.#files.read<RateFile>(RATE_FILE);
    if (!file) return;
    rate.restore(file);
    for (const url of file.refused) this.#refused.add(url);
  }

  #restore(): Promise<CrawlProgress> {
    const planServices = { ...this.#visitServices, files: this.#files };
    const { domain } = this.#crawl;
    const readPlan = () =>
      this.#files.remember(PLAN_FILE, async () => {
        const stopReason = await this.#findReasonAgainstPlan();
        if (stopReason) return emptyPlan(domain, stopReason);
        const lists = await this.#readLists();
        const pages = pagesOf(this.#crawl);
        return lists ? planLists(domain, lists, pages, planServices) : planCrawl(domain, pages, planServices);
      });
    return restoreProgress(this.#crawl, readPlan, this.#services);
  }

  /** @returns the complete lists of the scope; `null`: it has none */
  async #readLists(): Promise<AddressLists | null> {
    return hasLists(this.#crawl.scope) ? this.#files.read<AddressLists>(LISTS_FILE) : null;
  }

  /** @returns why no plan is to be made; `null`: one is */
  async #findReasonAgainstPlan(): Promise<StopReason | null> {
    if (this.#isOverLimit) return 'work_limit';
    return (await this.#services.followed.isBlocked(this.#crawl.domain)) ? 'blocked' : this.#crawl.stopReason;
  }

  /** Takes the lease of the site as well: two domains may redirect to one site. */
  async #workOnSite(progress: CrawlProgress): Promise<Next> {
    const site = siteOf(progress.plan);
    // A crawl over its limit requests nothing more.
    if (site === this.#crawl.domain || this.#isOverLimit) return this.#continueCrawl(progress);
    // A lease is released at once only by work that ends without an error.
    const next = await underLease(site, this.#services, ({ signal }) =>
      waitInQueue(() => this.#continueCrawl(progress, signal)),
    );
    return next === 'held' ? AFTER_LEASE : next;
  }

  /** @param siteLost aborted if a worker of another domain has taken the lease of the site */
  async #continueCrawl(progress: CrawlProgress, siteLost?: AbortSignal): Promise<Next> {
    const visits = new Set<Promise<void>>();
    let end: () => Promise<Next> | Next;
    try {
      end = await this.#visitAddresses(progress, visits, siteLost);
    } finally {
      await Promise.allSettled(visits);
    }
    return end();
  }

  /**
   * Visits the addresses of the frontier, as many at a time as the rate per second.
   *
   * @param visits those in progress
   * @returns the function that ends the slice after them
   */
  async #visitAddresses(progress: CrawlProgress, visits: Set<Promise<void>>, siteLost?: AbortSignal) {
    const { frontier, plan } = progress;
    const visited = new Map(plan.visited.map((page) => [page.url, page]));
    const mayVisitSeveral = this.#rate !== null && siteOf(plan) === withoutWww(this.#crawl.domain);
    const failed = new AbortController();
    const finish = (reason: StopReason | null) => () => this.#finish(progress, reason);
    for (;;) {
      while (visits.size >= (mayVisitSeveral ? this.#rate.perSecond : 1)) await Promise.race(visits);
      const stopReason = await this.#findStopReason(progress);
      failed.signal.throwIfAborted();
      if (stopReason === 'gone') return () => this.#abandon(progress);
      const url = frontier.next();
      if (stopReason) return finish(stopReason);
      if (url === null && visits.size === 0) {
        const next = this.#isOverLimit ? null : await this.#checkTargets(progress, siteLost);
        if (next === 'gone') return () => this.#abandon(progress);
        return next ? () => next : finish(this.#limitReason(progress));
      }
      if (this.#isOverLimit) return finish('work_limit');
      if (siteLost?.aborted) return () => AFTER_LEASE;
      if (this.#leftMs() < MIN_VISIT_MS || this.#hasHadTurn) return () => this.#nextTurn;
      if (this.#place.mustLeave()) return () => AT_ONCE;
      if (url === null) {
        // The pages that are being read may link to further ones.
        await Promise.race(visits);
        continue;
      }
      frontier.take();
      const visit = this.#visitAddress(url, progress, visited)
        .catch((error: unknown) => failed.abort(error))
        .finally(() => {
          // Unless its outcome was added. After a failure, no address is taken.
          frontier.giveBack(url);
          visits.delete(visit);
        });
      visits.add(visit);
    }
  }

  async #visitAddress(url: string, progress: CrawlProgress, visited: Map<string, CrawledPage>): Promise<void> {
    const page = visited.get(url) ?? (await this.#visit(url, progress.plan.hosts));
    if (this.#rate && REFUSED.includes(page.failure ?? '') && !this.#refused.has(url)) {
      this.#refused.add(url);
      return;
    }
    await this.#storeInOrder(progress, page);
    this.#refused.delete(url);
  }

  #visit(url: string, hosts: string[]) {
    return visitAddress(url, hosts, this.#visitServices);
  }

  get #visitServices() {
    const { resources, extract } = this.#crawl.options;
    return { ...this.#services, access: this.#access, withResources: resources, extract };
  }

  /** Requests external targets and resources after the pages. @returns `null` if all have an outcome */
  async #checkTargets(progress: CrawlProgress, siteLost?: AbortSignal): Promise<Next | 'gone'> {
    const limits = this.#targetLimits;
    if (limits.external + limits.resources === 0) return null;
    if (this.#leftMs() < MIN_TARGET_MS) return this.#nextTurn;
    const { crawls } = this.#services;
    const { hosts } = progress.plan;
    const leftMs = () => this.#leftMs();
    const isLeftOut = (url: string) => isPrivate(this.#crawl) && isUnsafeAddress(url);
    const list = await this.#files.remember(TARGETS_FILE, () =>
      listTargets(crawls.readPages(this.#crawl, { withAnchors: true }), limits, hosts, isLeftOut),
    );
    let stopReason: StopReason | 'gone' | null = null;
    const targets = allTargets(list);
    const checked = await CheckedTargets.read(targets, { crawl: this.#crawl, crawls, files: this.#files });
    const waitMs = await checkTargets(targets, checked, {
      access: this.#access,
      external: createExternalAccess(this.#services, leftMs),
      reader: this.#services.reader,
      hosts,
      leftMs,
      mayContinue: async () => {
        this.#lease.signal.throwIfAborted();
        stopReason ??= await this.#findStopReason(progress);
        return stopReason === null && !siteLost?.aborted && leftMs() >= MIN_TARGET_MS && !this.#hasHadTurn;
      },
      store: async (target, position) => {
        this.#lease.signal.throwIfAborted();
        await checked.begin();
        await crawls.addTarget(this.#crawl, position, target);
        await this.#touch(progress);
      },
    });
    if (stopReason === 'gone') return stopReason;
    if (waitMs === null) return null;
    this.#lease.signal.throwIfAborted();
    await checked.end();
    return { afterMs: Math.max(waitMs, this.#nextTurn.afterMs) };
  }

  #storeInOrder(progress: CrawlProgress, page: CrawledPage): Promise<void> {
    const stored = this.#storing.then(() => this.#store(progress, page));
    this.#storing = stored.catch(() => {});
    return stored;
  }

  /** @throws {LeaseLost} if another worker has taken the lease of the crawl */
  async #store(progress: CrawlProgress, page: CrawledPage): Promise<void> {
    const { crawls } = this.#services;
    this.#lease.signal.throwIfAborted();
    if (await crawls.addPage(this.#crawl, progress.count, page)) addOutcome(progress, page);
    else await readNewPages(this.#crawl, progress, crawls);
    this.#lease.signal.throwIfAborted();
    await storeCheckpoint(this.#crawl, progress, this.#services);
    await this.#touch(progress);
  }

  async #touch({ frontier }: CrawlProgress): Promise<void> {
    if (performance.now() - this.#touchedAt < PROGRESS_INTERVAL_MS) return;
    this.#touchedAt = performance.now();
    await this.#services.crawls.touch(this.#crawl, { ...frontier.progress, slices: this.#crawl.slices });
  }

  /** @returns why the crawl is to stop; `gone` if it has ended or was deleted */
  async #findStopReason(progress: CrawlProgress): Promise<StopReason | 'gone' | null> {
    return (
      (await this.#findStoredReason(siteOf(progress.plan))) ??
      progress.stopReason ??
      (progress.failedInARow >= MAX_FAILED + this.#crawl.options.rate - 1 ? 'unreachable' : null)
    );
  }

  /** Checks whether a client or the operator has stopped the crawl: before each request at the default rate. */
  async #findStoredReason(site: string): Promise<StopReason | 'gone' | null> {
    const { crawls, followed, now } = this.#services;
    if (now() - this.#checkedAt < STOP_CHECK_MS) return null;
    this.#checkedAt = now();
    const { domain, id } = this.#crawl;
    const [inProgress, ...areBlocked] = await Promise.all([
      crawls.readInProgress(domain, { viewer: SERVICE }),
      ...Array.from(new Set([domain, site]), (name) => followed.isBlocked(name)),
    ]);
    const own = inProgress.find((crawl) => crawl.id === id);
    if (!own) return 'gone';
    this.#hasOthers = inProgress.some((crawl) => crawl.id !== id && crawl.status !== 'reporting');
    return areBlocked.includes(true) ? 'blocked' : own.stopReason;
  }

  /** Deletes what a deleted crawl stored. The pages that it fetched still count. */
  async #abandon({ frontier }: CrawlProgress): Promise<Next> {
    await this.#services.crawls.discard(this.#crawl);
    await this.#services.crawlsInProgress.remove(this.#crawl);
    await settlePages(this.#crawl, frontier.progress.fetched, this.#services);
    return null;
  }

  #limitReason({ frontier }: CrawlProgress): StopReason | null {
    if (!frontier.isCut) return null;
    return this.#crawl.admitted < this.#crawl.limit ? 'allowance' : 'page_limit';
  }

  async #finish(progress: CrawlProgress, stopReason: StopReason | null): Promise<Next> {
    if (!(await this.#lease.confirm())) return null;
    // Of a site that cannot be crawled, the home page is known.
    const { hosts, visited } = progress.plan;
    if (progress.stopReason && progress.count === 0) {
      for (const page of visited) {
        if (hosts.includes(new URL(page.url).hostname)) await this.#storeInOrder(progress, page);
      }
    }
    const isHandedOver = await handOver(this.#crawl, progress, stopReason, this.#services);
    return isHandedOver ? null : this.#abandon(progress);
  }
}
