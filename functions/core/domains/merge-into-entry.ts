import type { CachedRecord } from '../record/cached-record.ts';
import { makeEntry } from '../record/make-entry.ts';
import { recordOf } from '../record/record-of.ts';
import { mergeRecord } from '../record/merge-record.ts';
import type { DomainRecord } from '../record/record.ts';
import type { SourceResult } from '../record/source-answer.ts';
import type { StoredRecord } from './store/domain-cache.ts';
import type { RecordServices } from './services.ts';

/** Other writers are rare: whoever is refused this often in a row has met a defect. */
const MAX_TRIES = 5;

/** The entry changed each time it was to be written. */
export class EntryContended extends Error {
  readonly code = 'entry_contended';
}

interface Merge {
  domain: string;
  results: SourceResult[];
  /** When the sources were asked: milliseconds since the epoch. */
  askedAt: number;
  /** When the results were there: ISO 8601 time. */
  fetchedAt: string;
  /** Whether the entry becomes as new as the results. */
  renewsEntry: boolean;
  /** There was an entry when the sources were asked: where it is gone now, the domain was forgotten. */
  hadEntry: boolean;
}

interface Merged {
  entry: CachedRecord;
  record: DomainRecord;
}

/**
 * Merges what sources have said into the entry as it is stored by now. What others have stored meanwhile stays, and so
 * does what is newer than these results. Where none was asked, the entry stays as it is.
 *
 * @param beforeWrite called before each try to write the entry
 * @returns `null` where nothing may be stored any more: the domain was blocked, or forgotten
 * @throws {EntryContended}
 */
export async function mergeIntoEntry(
  merge: Merge,
  services: RecordServices,
  beforeWrite: (merged: Merged) => Promise<void>,
): Promise<Merged | null> {
  const { cache, followed } = services;
  const { domain, hadEntry, renewsEntry, results } = merge;
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    // Of a new domain none is expected: if there is one after all, it is not created, and the next try reads it.
    const isExpected = hadEntry || !renewsEntry || attempt > 0;
    const [isBlocked, stored] = await Promise.all([
      followed.isBlocked(domain),
      isExpected ? cache.read(domain, { consistent: true }) : null,
    ]);
    if (isBlocked || (hadEntry && !stored)) return null;
    if (stored && results.length === 0) return { entry: stored, record: recordOf(stored) };
    const merged = mergeWith(stored, merge, services);
    if (!merged) return null;
    await beforeWrite(merged);
    if (await write(merged.entry, stored, services)) return merged;
  }
  throw new EntryContended(`The entry of ${domain} changed ${MAX_TRIES} times while it was to be written`);
}

function mergeWith(
  stored: StoredRecord | null,
  { domain, results, askedAt, fetchedAt, renewsEntry }: Merge,
  { sources, now }: RecordServices,
): Merged | null {
  const updatedAt = later(stored?.updatedAt, renewsEntry ? fetchedAt : undefined);
  if (updatedAt === undefined) return null;
  const before = stored && recordOf(stored);
  const news = results.filter((result) => isNewer(result, before, askedAt));
  const record = mergeRecord(before, news, sources, Date.parse(fetchedAt));
  return { record, entry: makeEntry(domain, record, news, stored, updatedAt, now()) };
}

function later(...times: (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1);
}

/** Whether the entry has got nothing of the same source since the question was asked. */
function isNewer({ source }: SourceResult, current: DomainRecord | null, askedAt: number): boolean {
  const report = current?.sources.find(({ id }) => id === source.id);
  return !report?.fetched_at || report.from_cache || Date.parse(report.fetched_at) <= askedAt;
}

/** @returns false where the entry is not as it was read */
function write(entry: CachedRecord, stored: StoredRecord | null, { cache }: RecordServices): Promise<boolean> {
  return stored ? cache.amend({ ...entry, revision: stored.revision }) : cache.create(entry);
}
