import type { DomainAnswer, SourceReport } from './record.ts';
import type { CachedRecord } from './cached-record.ts';
import { HEAL_AFTER_MS } from '../platform/time/limits.ts';

/**
 * `data` of the answer as JSON text: first the members that differ between calls, then the stored record unchanged.
 *
 * @param now milliseconds since the epoch
 */
export function answerData(entry: CachedRecord, cacheStatus: DomainAnswer['cache_status'], now: number): string {
  const front = JSON.stringify(frontOf(entry, cacheStatus, pendingIn(entry.recordJson), now));
  return `${front.slice(0, -1)},${entry.recordJson.slice(1)}`;
}

/**
 * The members of the answer that are not in the stored record.
 *
 * @param pending ids of the pending sources that the answer is about
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
    ...underWay(pending, entry, now),
  };
}

/** What of a record is still being asked for in the background. */
interface UnderWay {
  /** Ids of the sources that have not answered yet. */
  pending: string[];
  /** Whole seconds after which it pays to ask again; `null` where nothing is pending. */
  poll_after_seconds: number | null;
}

const LEAST_SECONDS = 3;
const MOST_SECONDS = 60;

/** Of a source whose provider had no slot free: it is tried again in the background. */
const BUSY = 'busy';
const PENDING = new RegExp(`"id":"([^"]*)","status":(?:"pending"|"rate_limited",[^{}]*"error":{"code":"${BUSY}")`, 'g');

/**
 * Ids of the pending sources of a record as it is stored, without parsing it: `sources` is its last member, and
 * each source begins with these two. In a text of the record, the quotes would be escaped.
 */
function pendingIn(recordJson: string): string[] {
  // `complete` is its first member, and nothing is pending then.
  if (recordJson.startsWith('{"complete":true')) return [];
  const sources = recordJson.slice(recordJson.lastIndexOf('"sources":['));
  return Array.from(sources.matchAll(PENDING), ([, id]) => id!);
}

/** Ids of those of these sources that are pending. */
export function pendingOf(sources: SourceReport[]): string[] {
  return sources.filter(({ status, error }) => status === 'pending' || error?.code === BUSY).map(({ id }) => id);
}

/**
 * Most sources answer within seconds, few take minutes: it pays to wait once more for as long as they have been asked.
 *
 * @param pending ids of sources
 * @param now milliseconds since the epoch
 */
function underWay(pending: string[], entry: CachedRecord, now: number): UnderWay {
  if (pending.length === 0) return { pending, poll_after_seconds: null };
  const asked = Math.max(...pending.map((id) => askedAt(id, entry)));
  const seconds = Math.ceil((now - asked) / 1000);
  return { pending, poll_after_seconds: Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, seconds)) };
}

/** Without a stored time of its own, a source has been asked since the last fetch. */
function askedAt(id: string, { healing, updatedAt }: CachedRecord): number {
  const turn = healing[id];
  return turn ? turn.after - HEAL_AFTER_MS[0] : Date.parse(updatedAt);
}
