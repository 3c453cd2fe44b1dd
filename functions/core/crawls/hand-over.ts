import { createCrawlFiles } from './crawl-access.ts';
import { readOutcomes, type TargetList, TARGETS_FILE } from './check-targets.ts';
import { TARGETS_PER_PAGE } from './crawl-size.ts';
import type { CrawlProgress } from './crawl-memory.ts';
import type { CrawlPlan } from './plan-crawl.ts';
import { type Skipped, SkippedAddresses } from './frontier/traps/traps.ts';
import { REPORT_ATTEMPTS_MS } from './limits.ts';
import type { CrawlServices } from './services.ts';
import { settlePages } from './settle-pages.ts';
import { isPrivate } from './store/private-crawls.ts';
import type { StopReason } from './store/item.ts';
import type { CrawlInProgress } from './store/site-crawls.ts';

/** File of a crawl with its plan. */
export const PLAN_FILE = 'plan';
/** File of a crawl with its {@link CrawlEndFacts}. */
export const END_FILE = 'end';

/** What the report of a crawl needs besides its plan and the stored outcomes. It stays the same in each attempt. */
export interface CrawlEndFacts {
  /** Why pages are missing; `null`: none are. */
  stopReason: StopReason | null;
  /** When the crawl ended, as an ISO 8601 time. */
  finishedAt: string;
  /** Linked addresses that were not followed. */
  skipped: Skipped[];
  /** Number of known addresses, and of requested ones. */
  found: number;
  fetched: number;
  /** Addresses that have an outcome. */
  visited: string[];
  /** Addresses that pages name as canonical instead of their own. */
  canonicals: string[];
}

type HandOverServices = Pick<CrawlServices, 'crawls' | 'allowances' | 'reports' | 'memory' | 'now'>;

/**
 * Hands over a crawl that requests nothing more to the function that makes its report, and returns the pages to the
 * allowance that it did not fetch. Calling it again for the same crawl is safe.
 *
 * @param ended why pages are missing; `null`: none are, unless the plan states so
 * @returns false if the crawl no longer exists: ended by another instance, or deleted
 */
export async function handOver(
  crawl: CrawlInProgress,
  { plan, frontier, canonicals }: CrawlProgress,
  ended: StopReason | null,
  services: HandOverServices,
): Promise<boolean> {
  const stopReason = ended ?? plan.missing ?? null;
  const { crawls, memory, now } = services;
  const { progress } = frontier;
  const { external, resources } = crawl.options;
  const targets = external || resources ? (await readOutcomes(crawl, crawls)).size : 0;
  const others = Math.ceil(targets / TARGETS_PER_PAGE) + Math.floor(plan.sitemap.files.length / TARGETS_PER_PAGE);
  await settlePages(crawl, progress.fetched + others, services);
  const list = isPrivate(crawl) ? await createCrawlFiles(crawl, crawls).read<TargetList>(TARGETS_FILE) : null;
  const facts: CrawlEndFacts = {
    stopReason,
    finishedAt: new Date(now()).toISOString(),
    skipped: [...withLeftOut(frontier.skipped(), list), ...skippedSitemaps(crawl, plan)],
    ...progress,
    visited: frontier.visited(),
    canonicals: [...canonicals],
  };
  // Before the head, so that a crawl whose report is being made always has it.
  await createCrawlFiles(crawl, crawls).write(END_FILE, facts);
  if (!(await crawls.beginReport(crawl, progress, stopReason))) return false;
  await sendReport(crawl, services);
  memory.drop(crawl.id);
  return true;
}

/** Adds the resources and external targets that a crawl with credentials has left out. */
function withLeftOut(skipped: Skipped[], list: TargetList | null): Skipped[] {
  if (!list?.leftOut) return skipped;
  const all = new SkippedAddresses();
  for (const url of list.leftOut) all.add('sign_out_or_delete', url);
  const [left] = all.summary();
  const known = skipped.find(({ reason }) => reason === left!.reason);
  if (!known) return [...skipped, left!];
  const count = known.count + left!.count;
  return skipped.map((each) => (each === known ? { ...known, count } : each));
}

/** Returns the sitemaps of a crawl of sitemaps whose pages are not known. */
function skippedSitemaps({ scope }: CrawlInProgress, { sitemap }: CrawlPlan): Skipped[] {
  if (scope.sitemaps.length === 0 || !sitemap.unread) return [];
  const { count, examples } = sitemap.unread;
  return [{ reason: 'sitemap_unread', count, examples }];
}

/**
 * Sends the message of the report of a crawl, and postpones the time at which it counts as lost: until then, the attempts
 * of this message continue.
 */
export async function sendReport(
  crawl: CrawlInProgress,
  { crawls, reports, now }: Pick<HandOverServices, 'crawls' | 'reports' | 'now'>,
): Promise<void> {
  await reports.send({ task: 'report', domain: crawl.domain, id: crawl.id });
  const dueAt = Math.max(Date.parse(crawl.dueAt), now() + REPORT_ATTEMPTS_MS);
  await crawls.postpone(crawl, new Date(dueAt).toISOString());
}
