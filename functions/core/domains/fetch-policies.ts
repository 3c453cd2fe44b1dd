import { ServiceError } from '../platform/http/errors.ts';
import { message } from '../platform/http/message.ts';
import type { FetchMode } from '../sources/providers/fetch-source.ts';
import { type CachedRecord, isRetryable } from '../record/cached-record.ts';
import { freshSources, SITE, snapshotOf, valuesOf } from '../record/history-values.ts';
import { anyAnswered, anyFound } from '../record/merge-record.ts';
import type { DomainRecord, SourceReport } from '../record/record.ts';
import type { SourceAnswer, SourceResult } from '../record/source-answer.ts';
import type { Source } from '../sources/source.ts';
import type { ScheduledSnapshots } from './store/domain-history.ts';
import type { HeldLease } from '../platform/coordination.ts';
import type { CompleteRecordTask, DomainQueue, SnapshotTask } from './tasks.ts';
import { dayOf } from '../platform/time/day.ts';
import { DEFER_MS, EXISTENCE_RDAP_BATCH_MS, EXISTENCE_RDAP_MS, MAX_DEFERRALS } from './limits.ts';
import {
  currentSources,
  dueSources,
  isLeftByBatch,
  isRateLimited,
  leftForLater,
  paidNotRequested,
} from './fetch-sources.ts';
import type { LookUp } from './existence.ts';
import type { RecordServices } from './services.ts';
import { logWarning } from '../platform/log-warning.ts';
import { waitBriefly } from '../platform/wait-briefly.ts';

export interface SnapshotServices extends RecordServices {
  snapshots: ScheduledSnapshots;
}

/** The domain and the limits of a fetch. */
export interface FetchTarget {
  domain: string;
  /** The cache entry as it was read before. */
  entry: CachedRecord | null;
  /** Results of sources that were requested already. */
  answered?: SourceResult[];
  /** The lease under which the sources are requested, if any. After it is lost, no source is paid and nothing is stored. */
  lease?: HeldLease;
  /** Milliseconds since the epoch at which requests to sources are aborted. */
  deadline?: number;
  /** Sources of a completion, which requests those of them that are open. */
  sources?: Source[];
  /** The task whose sources are completed. */
  task?: CompleteRecordTask;
  /** Whether a batch includes paid sources. */
  paid?: boolean;
  /** Origin of the snapshot that a query adds to the history. */
  origin?: 'query' | 'refresh';
}

/** The stored result of a fetch. */
export interface Fetched {
  entry: CachedRecord;
  record: DomainRecord;
  results: SourceResult[];
  /** ISO 8601 time at which the sources had answered. */
  fetchedAt: string;
}

/** Differences between the kinds of fetches. The steps and their order are in `fetchRecord`. */
export interface FetchPolicy<Services extends RecordServices = RecordServices> {
  /** Mode of the requests to sources: it determines their time limits and their share of the rate limits. */
  mode: FetchMode;
  /** How the registry is requested to check that a new name exists; `null`: new names are not fetched. */
  registry: LookUp['registry'] | null;
  /**
   * When the domain's lease is held: during the whole fetch, so that concurrent requests cause one fetch; or only while
   * the results are stored, since background sources take up to a minute, and no caller should wait for them.
   */
  lease: 'fetch' | 'store';
  /** Selects the sources of the fetch, by the stored record. */
  select(target: FetchTarget, before: DomainRecord | null, services: Services): Source[];
  /** Returns the answer of a selected source that is not requested; `null` for one that is requested. */
  unrequested(source: Source, target: FetchTarget): SourceAnswer | null;
  /**
   * Returns whether the results are stored.
   *
   * @throws {ServiceError} the error that the caller gets instead
   */
  accepts(results: SourceResult[], target: FetchTarget): boolean;
  /** Whether it requests all sources, so that it is what a refresh asks for. */
  all: boolean;
  /** Whether the fetch sets the entry's time of update. */
  renewsEntry(results: SourceResult[]): boolean;
  /** Writes to the history before the entry is stored. It may be called several times. */
  beforeEntry(fetched: Fetched, target: FetchTarget, services: Services): Promise<void>;
  /** Writes to the history after the entry was stored. */
  afterEntry(fetched: Fetched, target: FetchTarget, services: Services): Promise<void>;
  /** Queues requests of the sources that did not answer in time. */
  defer(results: SourceResult[], target: FetchTarget, services: Services): Promise<void>;
}

const nothing = () => Promise.resolve();

/** A caller waits. All sources are requested; the worker requests late ones again. */
const query = {
  mode: 'inline',
  registry: { mode: 'inline', maxMs: EXISTENCE_RDAP_MS },
  lease: 'fetch',
  select: (_target, _before, { sources }) => sources,
  unrequested: () => null,
  accepts(results, { domain, entry }) {
    if (anyAnswered(results) && (entry || anyFound(results))) return true;
    throw new ServiceError('all_sources_failed', {
      message: message`No data could be fetched for ${{ domain }}: ${{ reasons: reasons(results) }}`,
    });
  },
  all: true,
  renewsEntry: () => true,
  // Before the entry, so that the history has its values even if the function ends between the two writes.
  beforeEntry: ({ record, fetchedAt }, { domain, origin = 'query' }, { history }) =>
    history.add({ domain, captured_at: fetchedAt, origin, ...snapshotOf(record, freshSources(record)) }),
  afterEntry: nothing,
  defer: (results, { domain }, { queue }) => deferSources(domain, results, queue),
} satisfies FetchPolicy;

/** The worker requests sources of a stored record that did not answer, and merges their answers into the record. */
const completion: FetchPolicy = {
  mode: 'background',
  registry: null,
  lease: 'store',
  select: selectSources(isRetryable),
  unrequested: () => null,
  accepts: () => true,
  all: false,
  renewsEntry: () => false,
  // The snapshot with the failed site is not changed; the later answer of the site is a snapshot of its own.
  async beforeEntry({ results, record, fetchedAt }, { domain }, { history }) {
    if (!results.some(({ source, answer }) => source.id === SITE && answer.sections?.page)) return;
    await history.add({ domain, captured_at: fetchedAt, origin: 'query', ...snapshotOf(record, new Set([SITE])) });
  },
  async afterEntry({ entry, record, fetchedAt }, { domain, sources = [] }, { history }) {
    const day = fetchedAt.slice(0, 10);
    const others = sources.map(({ id }) => id).filter((id) => id !== SITE);
    const late = valuesOf(record, measuredOn(day, record, others));
    await history.amend(domain, { day, updatedAt: entry.updatedAt }, late);
  },
  // Sources that are still busy are deferred, up to a limit.
  async defer(results, { task }, { queue }) {
    const busy = busySources(results);
    if (task && busy.length > 0) await deferTask({ ...task, sources: busy }, queue);
  },
};

/** The daily snapshot of a followed domain. Sources whose answers are too old are requested. */
const snapshot: FetchPolicy<SnapshotServices> = {
  mode: 'inline',
  registry: null,
  lease: 'fetch',
  select: (_target, before, { sources, now }) => dueSources(before, sources, now()),
  unrequested: () => null,
  accepts: (results, { entry }) => entry !== null || anyFound(results),
  all: false,
  renewsEntry: anyAnswered,
  beforeEntry: nothing,
  // Last, since a day with a snapshot is not tried again. If no source answered, the answers of today may be from a query
  // shortly before, or from an attempt that ended after it had stored the entry.
  async afterEntry({ record, results, fetchedAt }, { domain }, { snapshots, sources }) {
    // For the day of the snapshot, which may have ended by now.
    const current = currentSources(record, sources, Date.parse(fetchedAt));
    const ofToday = measuredOn(
      fetchedAt.slice(0, 10),
      record,
      sources.map(({ id }) => id),
    );
    const hasCrawl = current.some(({ id }) => id === SITE);
    if (!anyAnswered(results) && !hasCrawl && ofToday.size === 0) return;
    await snapshots.add(domain, fetchedAt, snapshotOf(record, new Set(current.map(({ id }) => id))));
  },
  defer: query.defer,
};

/** All kinds of fetches of a domain's record. */
export const fetchPolicies = {
  /** A query or a refresh, for a caller or for the back office. */
  query,
  /** A domain of a batch: only its own hosts. `batchCompletion` requests the sources with a rate limit. */
  batch: {
    ...query,
    registry: { mode: 'batch', maxMs: EXISTENCE_RDAP_BATCH_MS },
    unrequested(source, { paid = false }) {
      if (!isRateLimited(source)) return null;
      return source.costUsd > 0 && !paid ? paidNotRequested : leftForLater;
    },
    defer: nothing,
  },
  /** Retries the home page of an entry without one, for a batch. */
  batchRetry: { ...completion, mode: 'inline', lease: 'fetch', defer: nothing },
  /** Sources that a batch has not requested, with half of each provider's rate limit; a later hit retries busy ones. */
  batchCompletion: { ...completion, mode: 'batch', select: selectSources(isLeftByBatch), defer: nothing },
  completion,
  snapshot,
} satisfies Record<string, FetchPolicy | FetchPolicy<SnapshotServices>>;

/**
 * Queues a task again, with a delay.
 *
 * @returns false if the task has reached the maximum number of deferrals
 */
export async function deferTask(task: CompleteRecordTask | SnapshotTask, queue: DomainQueue): Promise<boolean> {
  if (task.attempt >= MAX_DEFERRALS) return false;
  await queue.send({ ...task, attempt: task.attempt + 1 }, DEFER_MS);
  return true;
}

/** Selects the target's sources by their reports in the stored record. */
function selectSources(isSelected: (report: SourceReport) => boolean): FetchPolicy['select'] {
  return ({ sources = [] }, before) => {
    const selected = before?.sources.filter(isSelected).map(({ id }) => id) ?? [];
    return sources.filter(({ id }) => selected.includes(id));
  };
}

/** Returns the ids of sources that have answered on a day, in this attempt of a task or an earlier one. */
function measuredOn(day: string, record: DomainRecord, ids: string[]): ReadonlySet<string> {
  const isOfDay = (id: string) =>
    record.sources.some((report) => report.id === id && dayOf(Date.parse(report.fetched_at!)) === day);
  return new Set([...freshSources(record)].filter((id) => ids.includes(id) && isOfDay(id)));
}

function reasons(results: SourceResult[]): Record<string, string> | string {
  const failures = results.flatMap(({ source, answer }) =>
    answer.error ? [[source.id, answer.error.code] as const] : [],
  );
  return failures.length > 0 ? Object.fromEntries(failures) : 'no source has data';
}

/**
 * Queues requests of the sources that were too slow or busy. The entry has to be stored before, since the worker
 * completes it. If the message cannot be sent, a later hit or snapshot requests these sources.
 */
async function deferSources(domain: string, results: SourceResult[], queue: DomainQueue): Promise<void> {
  const sources = idsOf(results.filter((result) => result.answer.status === 'pending' || isBusy(result)));
  if (sources.length === 0) return;
  const sent = queue.send({ task: 'complete-record', domain, sources, attempt: 0 });
  await waitBriefly(sent, logWarning('late sources not queued', { domain }));
}

/** Returns the ids of sources whose provider had no free rate-limit slot in time. */
function busySources(results: SourceResult[]): string[] {
  return idsOf(results.filter(isBusy));
}

function isBusy({ answer }: SourceResult): boolean {
  return answer.error?.code === 'busy';
}

function idsOf(results: SourceResult[]): string[] {
  return results.map(({ source }) => source.id);
}
