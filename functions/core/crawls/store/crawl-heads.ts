import {
  type CrawlHeadItem,
  type CrawlKey,
  type CrawlName,
  type CrawlOptions,
  type CrawlScope,
  type CrawlStatus,
  type CrawlSummary,
  isWholeSite,
  type StopReason,
  WHOLE_SITE,
} from './item.ts';
import type { Unread } from '../../record/site-schema.ts';

/** The options of a crawl that was started without any. */
export const DEFAULT_OPTIONS: CrawlOptions = { external: false, resources: false, rate: 1 };

/** A crawl that is in progress. */
export interface CrawlInProgress extends CrawlName {
  /** `null`: the operator's schedule started the crawl. */
  owner: string | null;
  /** Requested page limit. */
  limit: number;
  scope: CrawlScope;
  options: CrawlOptions;
  /** Address that its end is sent to. */
  deliver?: string | undefined;
  /** Number of pages that the owner's allowance admits. */
  admitted: number;
  status: CrawlStatus;
  /** Why the crawl stops, or has stopped, before it had all pages; `null`: it does not. */
  stopReason: StopReason | null;
  /** ISO 8601 times. */
  startedAt: string;
  updatedAt: string;
  /** Time at which its message becomes due, or at which its report should be stored. */
  dueAt: string;
  /** Of one whose report is being made: whether its owner has stopped it. */
  isGivenUp?: boolean;
  /** Number of known addresses, and of requested ones. */
  found: number;
  fetched: number;
  /** Number of slices that have ended. */
  slices: number;
}

/** A crawl that has ended, without its result. */
export interface EndedCrawl extends CrawlInProgress {
  /** ISO 8601 time. */
  finishedAt: string;
  /** Every address within its scope that it found was requested. */
  isComplete: boolean;
  /** Number of items with rows. */
  chunks: number;
  /** What it does not know completely. */
  unread: readonly Unread[];
  summary: CrawlSummary;
  /** Whether its links are stored. */
  hasLinks: boolean;
}

/** Returns the members that all heads of a crawl have. */
export function headOf(
  crawl: Pick<CrawlInProgress, 'id' | 'owner' | 'limit' | 'scope' | 'options' | 'deliver' | 'admitted'>,
) {
  const { id, owner, limit, scope, options, deliver, admitted } = crawl;
  return {
    id,
    limit,
    options,
    admitted,
    ...(owner !== null && { owner }),
    ...(!isWholeSite(scope) && { scope }),
    ...(deliver !== undefined && { deliver }),
  } satisfies Partial<CrawlHeadItem>;
}

/** Returns the head of a crawl that has ended. */
export function endedItem(key: CrawlKey, crawl: EndedCrawl): CrawlHeadItem {
  return {
    ...key,
    ...headOf(crawl),
    found: crawl.found,
    fetched: crawl.fetched,
    slices: crawl.slices,
    status: crawl.status,
    started_at: crawl.startedAt,
    updated_at: crawl.finishedAt,
    finished_at: crawl.finishedAt,
    ...(crawl.stopReason !== null && { stop_reason: crawl.stopReason }),
    chunks: crawl.chunks,
    complete: crawl.isComplete,
    unread: crawl.unread,
    summary: crawl.summary,
  };
}

export function inProgressOf(item: CrawlHeadItem): CrawlInProgress {
  return {
    domain: item.domain,
    id: item.id,
    owner: item.owner ?? null,
    limit: item.limit,
    scope: item.scope ?? WHOLE_SITE,
    options: item.options ?? DEFAULT_OPTIONS,
    deliver: item.deliver,
    admitted: item.admitted,
    status: item.status,
    stopReason: item.stop_reason ?? null,
    startedAt: item.started_at,
    updatedAt: item.updated_at,
    dueAt: item.due_at ?? item.updated_at,
    ...(item.given_up && { isGivenUp: true }),
    found: item.found,
    fetched: item.fetched,
    slices: item.slices,
  };
}

export function endedOf(item: CrawlHeadItem): EndedCrawl {
  return {
    ...inProgressOf(item),
    finishedAt: item.finished_at!,
    isComplete: item.complete!,
    chunks: item.chunks!,
    unread: item.unread!,
    summary: item.summary!,
    hasLinks: item.links_deleted !== true,
  };
}

/** Returns the status of a crawl that has ended: one that reached its page limit has all requested pages. */
export function endStatus(stopReason: StopReason | null): CrawlStatus {
  return stopReason === null || stopReason === 'page_limit' ? 'done' : 'stopped';
}
