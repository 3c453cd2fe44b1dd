import type { DomainAnswer } from './record.ts';
import type { CachedRecord } from './cached-record.ts';
import { RETRY_DELAYS_MS } from './retry-delays.ts';

/**
 * Returns `data` of the answer as JSON text: first the members that differ between calls, then the stored record.
 *
 * @param now milliseconds since the epoch
 */
export function answerData(entry: CachedRecord, cacheStatus: DomainAnswer['cache_status'], now: number): string {
  const front = JSON.stringify(frontOf(entry, cacheStatus, entry.pending, now));
  return `${front.slice(0, -1)},${entry.recordJson.slice(1)}`;
}

/**
 * Returns the members of the answer that are not in the stored record.
 *
 * @param pending ids of the pending sources that the answer includes
 * @param now milliseconds since the epoch
 */
export function frontOf(
  entry: CachedRecord,
  cacheStatus: DomainAnswer['cache_status'],
  pending: string[],
  now: number,
) {
  return {
    domain: entry.domain,
    domain_unicode: entry.domainUnicode,
    cache_status: cacheStatus,
    first_cached_at: entry.firstCachedAt,
    updated_at: entry.updatedAt,
    age_seconds: Math.max(0, Math.floor((now - Date.parse(entry.updatedAt)) / 1000)),
    ...progressOf(pending, entry, now),
  };
}

/** Progress of the requests to sources in the background. */
interface Progress {
  /** Ids of the sources that have not answered yet. */
  pending: string[];
  /** Whole seconds after which to retry; `null` if no source is pending. */
  poll_after_seconds: number | null;
}

const MIN_SECONDS = 3;
const MAX_SECONDS = 60;

/**
 * Returns the progress of a record. The time to the next poll equals the time that the requests have taken so far, since
 * most sources answer within seconds and few take minutes.
 *
 * @param pending ids of sources
 * @param now milliseconds since the epoch
 */
function progressOf(pending: string[], entry: CachedRecord, now: number): Progress {
  if (pending.length === 0) return { pending, poll_after_seconds: null };
  const requested = Math.max(...pending.map((id) => requestedAt(id, entry)));
  const seconds = Math.ceil((now - requested) / 1000);
  return { pending, poll_after_seconds: Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, seconds)) };
}

/** Returns when a source was requested, in milliseconds since the epoch: at the last fetch unless a time is stored. */
function requestedAt(id: string, { retries, updatedAt }: CachedRecord): number {
  const retry = retries[id];
  return retry ? retry.dueAt - RETRY_DELAYS_MS[0] : Date.parse(updatedAt);
}
