import { ServiceError } from '../platform/http/errors.ts';
import { message } from '../platform/http/message.ts';
import type { AskMode } from '../sources/providers/ask-source.ts';
import { type CachedRecord, isRetryable } from '../record/cached-record.ts';
import { freshSources, SITE, snapshotOf, valuesOf } from '../record/history-values.ts';
import { anyAnswered, anyFound } from '../record/merge-record.ts';
import type { DomainRecord, SourceReport } from '../record/record.ts';
import type { SourceAnswer, SourceResult } from '../record/source-answer.ts';
import type { Source } from '../sources/source.ts';
import type { ScheduledSnapshots } from './store/domain-history.ts';
import type { HeldLease } from '../platform/coordination.ts';
import type { CompleteRecordTask, SnapshotTask, WorkQueue } from '../platform/queues/work-queue.ts';
import { dayOf } from '../platform/time/day.ts';
import { DEFER_MS, EXISTENCE_RDAP_BATCH_MS, EXISTENCE_RDAP_MS, MAX_DEFERRALS } from '../platform/time/limits.ts';
import {
  currentSources,
  dueSources,
  isLeftByBatch,
  isRateLimited,
  leftForLater,
  paidNotRequested,
} from './ask-sources.ts';
import type { LookUp } from './existence.ts';
import type { RecordServices } from './services.ts';

export interface SnapshotServices extends RecordServices {
  snapshots: ScheduledSnapshots;
}

/** What is fetched, and within which limits. */
export interface FetchTarget {
  domain: string;
  /** The cache entry as it was read before. */
  entry: CachedRecord | null;
  /** Results of sources that were requested already. */
  answered?: SourceResult[];
  /** The lease under which the sources are requested, if any. After it is lost, nothing is paid for or stored. */
  lease?: HeldLease;
  /** Milliseconds since the epoch: sources are not waited for any longer. */
  deadline?: number;
  /** Sources of which a completion requests those that are open. */
  sources?: Source[];
  /** The task whose sources are completed. */
  task?: CompleteRecordTask;
  /** Whether the batch pays for sources. */
  paid?: boolean;
  /** Of the snapshot that a query adds to the history. */
  origin?: 'query' | 'refresh';
}

/** What a fetch has stored. */
export interface Fetched {
  entry: CachedRecord;
  record: DomainRecord;
  results: SourceResult[];
  /** ISO 8601 time at which the results were there. */
  fetchedAt: string;
}

/** What differs between the kinds of fetches; the steps and their order are in `fetchRecord` alone. */
export interface FetchPolicy<Services extends RecordServices = RecordServices> {
  /** Time and rate-limit slots of sources: while a caller waits, while none does, or half of the slots. */
  mode: AskMode;
  /** How the registry is requested whether a new name exists; `null`: only stored or followed names are fetched. */
  registry: LookUp['registry'] | null;
  /**
   * When the domain's lease is held: for all of the fetch, so that it is made once; or only while the results are stored,
   * since background sources take up to a minute, and no caller may wait for them.
   */
  lease: 'fetch' | 'store';
  /** Which sources the fetch is about, by the record as it is stored. */
  select(target: FetchTarget, before: DomainRecord | null, services: Services): Source[];
  /** What the record contains of one of them that is not requested; `null` for one that is requested. */
  unrequested(source: Source, target: FetchTarget): SourceAnswer | null;
  /**
   * Whether the results are stored.
   *
   * @throws what the caller is answered instead
   */
  accepts(results: SourceResult[], target: FetchTarget): boolean;
  /** Whether the entry is as new as this fetch; otherwise it stays as old as it is. */
  renewsEntry(results: SourceResult[]): boolean;
  /** Adds to the history what must not be missing once the entry is stored. It may be called several times. */
  beforeEntry(fetched: Fetched, target: FetchTarget, services: Services): Promise<void>;
  /** Adds to the history what must not be there before the entry is stored. */
  afterEntry(fetched: Fetched, target: FetchTarget, services: Services): Promise<void>;
  /** Has the worker request the sources that did not answer in time. */
  defer(results: SourceResult[], target: FetchTarget, services: Services): Promise<void>;
}

const nothing = () => Promise.resolve();

/** A caller waits: all sources are requested, and those that are late are left to the worker. */
const query = {
  mode: 'inline',
  registry: { mode: 'inline', maxMs: EXISTENCE_RDAP_MS },
  lease: 'fetch',
  select: (_target, _before, { sources }) => sources,
  unrequested: () => null,
  accepts(results, { domain, entry }) {
    if (anyAnswered(results) && (entry || anyFound(results))) return true;
    throw new ServiceError('all_sources_failed', {
      message: message`Nothing could be learnt of ${{ domain }}: ${{ reasons: reasons(results) }}`,
    });
  },
  renewsEntry: () => true,
  // A function that ends in between leaves no entry whose values the history never gets.
  beforeEntry: ({ record, fetchedAt }, { domain, origin = 'query' }, { history }) =>
    history.add({ domain, captured_at: fetchedAt, origin, ...snapshotOf(record, freshSources(record)) }),
  afterEntry: nothing,
  defer: (results, { domain }, { queue }) => deferSources(domain, results, queue),
} satisfies FetchPolicy;

/** Sources of a stored record that did not answer are requested by the worker, and merged into the record. */
const completion: FetchPolicy = {
  mode: 'background',
  registry: null,
  lease: 'store',
  select: openSources(isRetryable),
  unrequested: () => null,
  accepts: () => true,
  renewsEntry: () => false,
  // A snapshot of a site that failed stays as it is: when it answers again, that is another snapshot.
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
  // What is busy still is put off, a few times.
  async defer(results, { task }, { queue }) {
    const busy = busySources(results);
    if (task && busy.length > 0) await deferTask({ ...task, sources: busy }, queue);
  },
};

/** The day's snapshot of a followed domain: the sources whose answers are too old are requested. */
const snapshot: FetchPolicy<SnapshotServices> = {
  mode: 'inline',
  registry: null,
  lease: 'fetch',
  select: (_target, before, { sources, now }) => dueSources(before, sources, now()),
  unrequested: () => null,
  accepts: (results, { entry }) => entry !== null || anyFound(results),
  renewsEntry: anyAnswered,
  beforeEntry: nothing,
  // Last, since a day that has its snapshot is not tried again. Where nothing answered now, the crawl may be of a
  // query shortly before, or of a try that got no further than the entry.
  async afterEntry({ record, results, fetchedAt }, { domain }, { snapshots, sources }) {
    // As of the snapshot's day, which may be over by now.
    const current = currentSources(record, sources, Date.parse(fetchedAt));
    const hasCrawl = current.some(({ fields }) => fields.includes('page'));
    if (!anyAnswered(results) && !hasCrawl) return;
    await snapshots.add(domain, fetchedAt, snapshotOf(record, new Set(current.map(({ id }) => id))));
  },
  defer: query.defer,
};

/** All kinds of fetches of a domain's record. */
export const fetchPolicies = {
  /** A query or a refresh, by a caller or by the worker for the page. */
  query,
  /** A domain of a batch: its own hosts; sources that have a rate limit are left to `batchCompletion`. */
  batch: {
    ...query,
    registry: { mode: 'batch', maxMs: EXISTENCE_RDAP_BATCH_MS },
    unrequested(source, { paid = false }) {
      if (!isRateLimited(source)) return null;
      return source.costUsd > 0 && !paid ? paidNotRequested : leftForLater;
    },
    defer: nothing,
  },
  /** The home page of an entry that a batch has found without one. */
  batchRetry: { ...completion, mode: 'inline', lease: 'fetch', defer: nothing },
  /** What a batch has left: half of the slots of each provider; busy sources are retried on a later hit. */
  batchCompletion: { ...completion, mode: 'batch', select: openSources(isLeftByBatch), defer: nothing },
  completion,
  snapshot,
} satisfies Record<string, FetchPolicy | FetchPolicy<SnapshotServices>>;

/**
 * Has the worker try a task again later.
 *
 * @returns false where it was deferred too often already
 */
export async function deferTask(task: CompleteRecordTask | SnapshotTask, queue: WorkQueue): Promise<boolean> {
  if (task.attempt >= MAX_DEFERRALS) return false;
  await queue.send({ ...task, attempt: task.attempt + 1 }, DEFER_MS);
  return true;
}

/** Returns those of the target's sources that are open by their reports in the stored record. */
function openSources(isOpen: (report: SourceReport) => boolean): FetchPolicy['select'] {
  return ({ sources = [] }, before) => {
    const open = before?.sources.filter(isOpen).map(({ id }) => id) ?? [];
    return sources.filter(({ id }) => open.includes(id));
  };
}

/** Those of these sources that have answered on a day, in this try of a task or in one before. */
function measuredOn(day: string, record: DomainRecord, ids: string[]): ReadonlySet<string> {
  const isOfDay = (id: string) =>
    record.sources.some((report) => report.id === id && dayOf(Date.parse(report.fetched_at!)) === day);
  return new Set([...freshSources(record)].filter((id) => ids.includes(id) && isOfDay(id)));
}

function reasons(results: SourceResult[]): Record<string, string> | string {
  const failures = results.flatMap(({ source, answer }) =>
    answer.error ? [[source.id, answer.error.code] as const] : [],
  );
  return failures.length > 0 ? Object.fromEntries(failures) : 'no source knows it';
}

/**
 * Has the worker ask the sources that were too slow or too busy for now. The entry has to be stored before, since the
 * worker completes it. Where the queue refuses the message, a later hit or snapshot asks these sources.
 */
async function deferSources(domain: string, results: SourceResult[], queue: WorkQueue): Promise<void> {
  const sources = idsOf(results.filter((result) => result.answer.status === 'pending' || isBusy(result)));
  if (sources.length === 0) return;
  try {
    await queue.send({ task: 'complete-record', domain, sources, attempt: 0 });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'not handed over', domain, error: (error as Error).name }));
  }
}

/** Ids of the sources whose provider's rate limit had no slot free in time. */
function busySources(results: SourceResult[]): string[] {
  return idsOf(results.filter(isBusy));
}

function isBusy({ answer }: SourceResult): boolean {
  return answer.error?.code === 'busy';
}

function idsOf(results: SourceResult[]): string[] {
  return results.map(({ source }) => source.id);
}
