import { domainToUnicode } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { type DomainRecord, LIST_CAP, type SourceReport } from './record.ts';
import type { SourceResult } from './source-answer.ts';
import { HEAL_AFTER_MS } from '../platform/time/limits.ts';

/** A domain's entry in the permanent cache. */
export interface CachedRecord {
  domain: string;
  domainUnicode: string;
  /** ISO 8601 times. */
  firstCachedAt: string;
  updatedAt: string;
  /** From this time on, a hit has failed sources asked again: milliseconds since the epoch; `null` for never. */
  healAfter: number | null;
  /** When each of them is due. */
  healing: Healing;
  /** The `DomainRecord` as JSON text, ready to be sent. */
  recordJson: string;
}

/** When the sources that failed are asked again, by their ids. Those that are not due have no entry. */
type Healing = Record<string, HealTurn>;

interface HealTurn {
  /** How often it has failed in a row when it was its turn. */
  failures: number;
  /** From then on it is its turn again: milliseconds since the epoch. */
  after: number;
}

/** Parses the record of an entry. */
export function recordOf({ recordJson }: Pick<CachedRecord, 'recordJson'>): DomainRecord {
  return JSON.parse(recordJson) as DomainRecord;
}

/**
 * Makes the cache entry of a domain that was fetched.
 *
 * @param results of the sources that were asked
 * @param previous the entry that it replaces
 * @param updatedAt ISO 8601 time of the fetch
 * @param now milliseconds since the epoch
 */
export function makeEntry(
  domain: string,
  record: DomainRecord,
  results: SourceResult[],
  previous: CachedRecord | null,
  updatedAt: string,
  now: number,
): CachedRecord {
  const healing = nextHealing(previous?.healing ?? {}, record, results, now);
  return {
    domain,
    domainUnicode: domainToUnicode(domain),
    firstCachedAt: previous?.firstCachedAt ?? updatedAt,
    updatedAt,
    healAfter: healTime(healing),
    healing,
    recordJson: recordJson(record),
  };
}

/** Longest text in a record; meaningful URLs, titles and headers are shorter. */
const TEXT_CAP = 2_000;
/** Below DynamoDB's 400 KB for an item, with room for its other attributes. */
const MAX_BYTES = 380_000;
/** Limits that are tried in this order, for pages with extreme content. The totals beside the lists stay exact. */
const CAPS = [
  { list: LIST_CAP, text: TEXT_CAP },
  { list: 50, text: 500 },
  { list: 20, text: 200 },
  { list: 20, text: 60 },
];

/** A record as JSON text that fits into one item, whatever the site's content. */
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

/** Ids of the sources to retry. */
function healableSources(record: DomainRecord): string[] {
  return record.sources.filter(canHeal).map(({ id }) => id);
}

/** Whether a source is to be asked again: its failure is retryable, or it is still pending. */
export function canHeal({ status, error }: SourceReport): boolean {
  return status === 'pending' || error?.retryable === true;
}

/** Those of the sources to retry whose turn it is. */
export function sourcesToHeal(record: DomainRecord, healing: Healing, now: number): string[] {
  return healableSources(record).filter((id) => (healing[id]?.after ?? 0) <= now);
}

/**
 * The turns after a fetch. A source that goes on failing is asked after 15 minutes, an hour, a day, then weekly, but not
 * before its `Retry-After`. A failure before its turn, such as of a refresh on request, does not put the turn off.
 *
 * @param record after the fetch
 * @param results of the sources that were asked
 * @param now milliseconds since the epoch
 */
function nextHealing(before: Healing, record: DomainRecord, results: SourceResult[], now: number): Healing {
  const asked = new Map(results.map(({ source, answer }) => [source.id, answer]));
  const turns = record.sources.filter(canHeal).map(({ id, status }): [string, HealTurn] => {
    const turn = before[id] ?? { failures: 0, after: 0 };
    const answer = asked.get(id);
    const isPending = status === 'pending';
    // No instance is known to request a pending source that has no turn.
    if (!answer) return [id, before[id] ?? (isPending ? turn : { failures: 1, after: now + HEAL_AFTER_MS[0] })];
    if (isPending) return [id, { failures: 0, after: answer.isLeft ? now : now + HEAL_AFTER_MS[0] }];
    const next = turn.after > now ? turn : nextTurn(turn.failures + 1, now);
    const until = now + Math.min(answer.retryAfterMs ?? 0, HEAL_AFTER_MS.at(-1)!);
    return [id, { ...next, after: Math.max(next.after, until) }];
  });
  return Object.fromEntries(turns);
}

function nextTurn(failures: number, now: number): HealTurn {
  return { failures, after: now + HEAL_AFTER_MS[Math.min(failures, HEAL_AFTER_MS.length) - 1]! };
}

/** @returns from when on a hit has failed sources asked again (milliseconds since the epoch), or `null` for never */
function healTime(healing: Healing): number | null {
  const times = Object.values(healing).map(({ after }) => after);
  return times.length > 0 ? Math.min(...times) : null;
}
