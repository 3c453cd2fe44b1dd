import { domainToUnicode } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { type DomainRecord, LIST_CAP, type SourceReport } from './record.ts';
import type { SourceResult } from './source-answer.ts';
import { RETRY_DELAYS_MS } from './retry-delays.ts';

/** A domain's entry in the permanent cache. */
export interface CachedRecord {
  domain: string;
  domainUnicode: string;
  /** ISO 8601 times. */
  firstCachedAt: string;
  updatedAt: string;
  /** When all sources were last requested, as by a query; snapshots renew only some. ISO 8601; `null` for never. */
  allFetchedAt: string | null;
  /** Time after which a hit requests failed sources again: milliseconds since the epoch; `null` for never. */
  retryAt: number | null;
  /** When each failed source is due. */
  retries: Retries;
  /** Ids of the sources that are requested in the background, as in the record. */
  pending: string[];
  /** The `DomainRecord` as JSON text, ready to be sent. */
  recordJson: string;
}

/** Retries of failed and pending sources by their ids. Sources that are not retried have no entry. */
type Retries = Record<string, Retry>;

interface Retry {
  /** Number of consecutive failures, counting only requests that were due. */
  failures: number;
  /** When the next retry is due: milliseconds since the epoch. */
  dueAt: number;
}

/** Parses the record of an entry. */
export function recordOf({ recordJson }: Pick<CachedRecord, 'recordJson'>): DomainRecord {
  return JSON.parse(recordJson) as DomainRecord;
}

/**
 * Creates the cache entry of a domain after a fetch.
 *
 * @param results of the requested sources
 * @param previous the entry that it replaces
 * @param times ISO 8601 times of the fetch
 * @param now milliseconds since the epoch
 */
export function makeEntry(
  domain: string,
  record: DomainRecord,
  results: SourceResult[],
  previous: CachedRecord | null,
  { updatedAt, allFetchedAt }: Pick<CachedRecord, 'updatedAt' | 'allFetchedAt'>,
  now: number,
): CachedRecord {
  const retries = nextRetries(previous?.retries ?? {}, record, results, now);
  return {
    domain,
    domainUnicode: domainToUnicode(domain),
    firstCachedAt: previous?.firstCachedAt ?? updatedAt,
    updatedAt,
    allFetchedAt,
    retryAt: firstRetry(retries),
    retries,
    pending: pendingOf(record.sources),
    recordJson: recordJson(record),
  };
}

/** Error code of a source whose provider had no free slot; it is retried in the background. */
const BUSY = 'busy';

/** Returns the ids of the pending sources among these. */
export function pendingOf(sources: SourceReport[]): string[] {
  return sources.filter(({ status, error }) => status === 'pending' || error?.code === BUSY).map(({ id }) => id);
}

/** Maximum length of a text in a record; meaningful URLs, titles and headers are shorter. */
const TEXT_CAP = 2_000;
/** Below DynamoDB's 400 KB for an item, which has other attributes too. */
const MAX_BYTES = 380_000;
/** Limits that are tried in this order, for pages with extreme content. The totals beside the lists remain exact. */
const CAPS = [
  { list: LIST_CAP, text: TEXT_CAP },
  { list: 50, text: 500 },
  { list: 20, text: 200 },
  { list: 20, text: 60 },
];

/** Returns a record as JSON text that fits into one item, whatever the content of the site. */
export function recordJson(record: object): string {
  let text = '';
  for (const caps of CAPS) {
    text = JSON.stringify(capped(record, caps));
    if (fits(text)) break;
  }
  return text;
}

function fits(text: string): boolean {
  if (text.length * 3 <= MAX_BYTES) return true;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return brotliCompressSync(text, { params }).length <= MAX_BYTES;
}

function capped(value: unknown, caps: { list: number; text: number }): unknown {
  if (typeof value === 'string') return value.length > caps.text ? value.slice(0, caps.text).toWellFormed() : value;
  if (Array.isArray(value)) return value.slice(0, caps.list).map((member) => capped(member, caps));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, capped(member, caps)]));
}

/** Whether a source is to be requested again: its failure is retryable, or it is still pending. */
export function isRetryable({ status, error }: SourceReport): boolean {
  return status === 'pending' || error?.retryable === true;
}

/** Returns the ids of the sources whose retry is due. */
export function sourcesToRetry(record: DomainRecord, retries: Retries, now: number): string[] {
  const retryable = record.sources.filter(isRetryable).map(({ id }) => id);
  return retryable.filter((id) => (retries[id]?.dueAt ?? 0) <= now);
}

/**
 * Returns the retries after a fetch. A source that fails repeatedly is retried after 15 minutes, an hour, a day, then
 * weekly, but not before its `Retry-After`. A failure before a retry is due, such as of a refresh on request, does not
 * defer the retry.
 *
 * @param record after the fetch
 * @param results of the requested sources
 * @param now milliseconds since the epoch
 */
function nextRetries(before: Retries, record: DomainRecord, results: SourceResult[], now: number): Retries {
  const answers = new Map(results.map(({ source, answer }) => [source.id, answer]));
  const retries = record.sources.filter(isRetryable).map(({ id, status }): [string, Retry] => {
    const retry = before[id] ?? { failures: 0, dueAt: 0 };
    const answer = answers.get(id);
    const isPending = status === 'pending';
    // A pending source without a retry is due at once, since no instance is known to request it.
    if (!answer) return [id, before[id] ?? (isPending ? retry : { failures: 1, dueAt: now + RETRY_DELAYS_MS[0] })];
    if (isPending) return [id, { failures: 0, dueAt: answer.isLeft ? now : now + RETRY_DELAYS_MS[0] }];
    const next = retry.dueAt > now ? retry : retryAfterFailures(retry.failures + 1, now);
    const until = now + Math.min(answer.retryAfterMs ?? 0, RETRY_DELAYS_MS.at(-1)!);
    return [id, { ...next, dueAt: Math.max(next.dueAt, until) }];
  });
  return Object.fromEntries(retries);
}

function retryAfterFailures(failures: number, now: number): Retry {
  return { failures, dueAt: now + RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1]! };
}

/** @returns time after which a hit requests failed sources again (milliseconds since the epoch), or `null` for never */
function firstRetry(retries: Retries): number | null {
  const times = Object.values(retries).map(({ dueAt }) => dueAt);
  return times.length > 0 ? Math.min(...times) : null;
}
