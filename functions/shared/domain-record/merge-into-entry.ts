import type { StoredRecord } from '../storage/domain-cache/cache-reader.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import type { SourceResult } from '../record/source-answer.ts';
import { makeEntry, recordOf } from '../record/make-entry.ts';
import { mergeRecord } from '../record/merge-record.ts';
import type { DomainRecord } from '../record/record.ts';
import type { RecordServices } from './record-services.ts';

/** Others write to the entry seldom; who loses so often in a row has met something else. */
const MAX_TRIES = 5;

/** The entry changed each time it was to be written. */
export class EntryContended extends Error {
  readonly code = 'entry_contended';
}

interface When {
  /** When the sources were asked: milliseconds since the epoch. */
  askedAt: number;
  /** ISO 8601 time of a fetch that makes the entry new; `null` where it stays as old as it is. */
  updatedAt: string | null;
  /** There was an entry when the sources were asked: where it is gone now, the domain was forgotten. */
  hadEntry: boolean;
}

interface Merged {
  entry: CachedRecord;
  record: DomainRecord;
}

/**
 * Puts what sources have said into the entry as it stands by now. Whoever has written it while they were asked loses
 * nothing, and what has become newer meanwhile stays.
 *
 * @param keepFirst keeps what must not be missing once the entry is there; it may be called several times
 * @returns `null` where nothing may be stored any more: the domain was blocked, or forgotten
 * @throws {EntryContended}
 */
export async function mergeIntoEntry(
  domain: string,
  results: SourceResult[],
  when: When,
  services: RecordServices,
  keepFirst: (merged: Merged) => Promise<void> = () => Promise.resolve(),
): Promise<Merged | null> {
  const { cache, followed } = services;
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const [isBlocked, entry] = await Promise.all([
      followed.isBlocked(domain),
      cache.read(domain, { consistent: true }),
    ]);
    if (isBlocked || (when.hadEntry && !entry)) return null;
    const merged = merge(domain, entry, results, when, services);
    if (!merged) return null;
    await keepFirst(merged);
    if (await store(merged.entry, entry, services)) return merged;
  }
  throw new EntryContended(`The entry of ${domain} changed ${MAX_TRIES} times while it was to be written`);
}

function merge(
  domain: string,
  entry: StoredRecord | null,
  results: SourceResult[],
  { askedAt, updatedAt }: When,
  { sources, now }: RecordServices,
): Merged | null {
  const newest = [entry?.updatedAt, updatedAt]
    .filter((time) => typeof time === 'string')
    .toSorted()
    .at(-1);
  if (newest === undefined) return null;
  const before = entry && recordOf(entry);
  const news = results.filter((result) => isNews(result, before, askedAt));
  // A fetch that makes the entry new has one time for all of it.
  const record = mergeRecord(before, news, sources, updatedAt === null ? now() : Date.parse(updatedAt));
  return { record, entry: makeEntry(domain, record, entry, newest, now()) };
}

/** What the entry has got from the same source since the question was asked is newer. */
function isNews({ source }: SourceResult, current: DomainRecord | null, askedAt: number): boolean {
  const report = current?.sources.find(({ id }) => id === source.id);
  return !report?.fetched_at || report.from_cache || Date.parse(report.fetched_at) <= askedAt;
}

/** @returns false where the entry is not as it was read */
function store(entry: CachedRecord, before: StoredRecord | null, { cache }: RecordServices): Promise<boolean> {
  return before ? cache.amend({ ...entry, revision: before.revision }) : cache.create(entry);
}
