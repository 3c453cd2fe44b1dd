import { domainToUnicode } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import type { CachedRecord } from './cached-record.ts';
import { healTime, nextHealing } from './heal.ts';
import { type DomainRecord, LIST_CAP } from './record.ts';
import type { SourceResult } from './source-answer.ts';

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
  const texts = CAPS.values().map((caps) => JSON.stringify(capped(record, caps)));
  return texts.find(fits) ?? JSON.stringify(capped(record, CAPS.at(-1)!));
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
