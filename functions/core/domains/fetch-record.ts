import { holdWhenFree } from '../platform/leases.ts';
import { type CachedRecord, makeEntry, recordOf } from '../record/cached-record.ts';
import { rowOf } from '../record/record-row.ts';
import type { PastValues, SourceResult } from '../record/source-answer.ts';
import type { Source } from '../sources/source.ts';
import { BACKGROUND_STORE_WAIT_MS } from './limits.ts';
import { fetchSources, crawledSite } from './fetch-sources.ts';
import type { Fetched, FetchPolicy, FetchTarget } from './fetch-policies.ts';
import type { RecordServices } from './services.ts';
import { flattenSections } from '../record/sections.ts';
import { withFileContradictions } from './policy-contradictions.ts';
import { mergeRecord } from '../record/merge-record.ts';
import type { DomainRecord } from '../record/record.ts';
import type { StoredRecord } from './store/domain-cache.ts';
import type { DomainHistory } from './store/domain-history.ts';
import type { FollowedDomains } from './schedule/followed-domains.ts';
import { logWarning } from '../platform/log-warning.ts';

/**
 * Fetches a domain, for all kinds of fetches: requests the sources, merges their answers into the entry, writes the
 * history before or after the entry, writes backfill, page keywords and the row of the domain list, and defers late
 * sources. `docs/architecture.md` contains a diagram.
 *
 * @returns `null` if nothing is stored: the policy does not accept the results, or the domain was blocked or deleted
 * @throws {LeaseLost} if another instance has taken over the fetch; nothing is stored
 * @throws {EntryContended} if another writer changed the entry before each attempt to write it
 */
export async function fetchRecord<Services extends RecordServices>(
  target: FetchTarget,
  policy: FetchPolicy<Services>,
  services: Services,
): Promise<Fetched | null> {
  const { domain, entry, answered, lease, deadline } = target;
  const { mode } = policy;
  const before = entry && recordOf(entry);
  const requestedAt = services.now();
  const request = {
    domain,
    sources: policy.select(target, before, services),
    unrequested: (source: Source) => policy.unrequested(source, target),
    answered,
    crawled: crawledSite({ sections: before ? flattenSections(before) : {} }),
    limits: { mode, ...(lease && { lease }), ...(deadline !== undefined && { deadline }) },
  };
  const results = await fetchSources(request, services);
  lease?.signal.throwIfAborted();
  if (!policy.accepts(results, target)) return null;

  const store = () => storeResults({ target, results, requestedAt }, policy, services);
  const fetched = policy.lease === 'fetch' ? await store() : await storeUnderLease(domain, store, services);
  if (fetched) await policy.defer(results, target, services);
  return fetched;
}

/** Stores results under the domain's lease, so that a domain that was deleted in the meantime stays deleted. */
function storeUnderLease<Stored>(domain: string, store: () => Promise<Stored>, { leases, now }: RecordServices) {
  return holdWhenFree({ leases, name: domain, now, deadline: now() + BACKGROUND_STORE_WAIT_MS }, store);
}

async function storeResults<Services extends RecordServices>(
  { target, results, requestedAt }: Pick<Merge, 'results' | 'requestedAt'> & { target: FetchTarget },
  policy: FetchPolicy<Services>,
  services: Services,
): Promise<Fetched | null> {
  const { domain } = target;
  const hadEntry = target.entry !== null;
  const fetchedAt = new Date(services.now()).toISOString();
  const merged = await mergeIntoEntry(
    { domain, results, requestedAt, hadEntry, fetchedAt, renewsEntry: policy.renewsEntry(results), all: policy.all },
    services,
    (next) => policy.beforeEntry({ ...next, results, fetchedAt }, target, services),
  );
  if (!merged) return null;
  const fetched = { ...merged, results, fetchedAt };
  await Promise.all([
    backfillHistory(domain, results, services),
    storePageKeywords(domain, results, services),
    writeRow(target, merged, services),
  ]);
  await policy.afterEntry(fetched, target, services);
  return fetched;
}

/** Writes the row of the domain list. If that fails, the row is older than the record until the next fetch. */
async function writeRow({ domain, entry: before }: FetchTarget, { record, entry }: Merged, services: RecordServices) {
  const kind = before ? undefined : 'new';
  const written = services.list.writeRow(domain, rowOf(record, entry.updatedAt), kind);
  await written.catch(logWarning('domain list not updated', { domain }));
}

/** Other writers are rare: so many conflicts in a row are the result of a defect. */
const MAX_TRIES = 5;

/** Thrown if another writer changed the entry before each attempt to write it. */
class EntryContended extends Error {
  readonly code = 'entry_contended';
}

interface Merge {
  domain: string;
  results: SourceResult[];
  /** When the sources were requested: milliseconds since the epoch. */
  requestedAt: number;
  /** When the sources had answered: ISO 8601 time. */
  fetchedAt: string;
  /** Whether the entry's time of update is set to `fetchedAt`. */
  renewsEntry: boolean;
  /** Whether all sources were requested. */
  all: boolean;
  /** Whether there was an entry when the sources were requested; if there is none now, the domain was deleted. */
  hadEntry: boolean;
}

type Merged = Pick<Fetched, 'entry' | 'record'>;

/**
 * Merges answers of sources into the entry that is stored now. Values that were stored in the meantime and values that
 * are newer than these results are kept. If there are no results, the entry is not changed.
 *
 * @param beforeWrite called before each attempt to write the entry
 * @returns `null` if nothing may be stored, because the domain was blocked or deleted
 * @throws {EntryContended}
 */
async function mergeIntoEntry(
  merge: Merge,
  services: RecordServices,
  beforeWrite: (merged: Merged) => Promise<void>,
): Promise<Merged | null> {
  const { cache, followed } = services;
  const { domain, hadEntry, renewsEntry, results } = merge;
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    // A new domain is expected to have no entry. If it has one, creating it fails, and the next attempt reads it.
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
  throw new EntryContended(
    `The entry of ${domain} could not be written: other writers changed it before each of ${MAX_TRIES} attempts`,
  );
}

function mergeWith(
  stored: StoredRecord | null,
  { domain, results, requestedAt, fetchedAt, renewsEntry, all }: Merge,
  { sources, now }: RecordServices,
): Merged | null {
  const updatedAt = later(stored?.updatedAt, renewsEntry ? fetchedAt : undefined);
  if (updatedAt === undefined) return null;
  const before = stored && recordOf(stored);
  const newer = results.filter((result) => isNewer(result, before, requestedAt));
  const record = withFileContradictions(mergeRecord(before, newer, sources, Date.parse(fetchedAt)));
  const allFetchedAt = later(stored?.allFetchedAt ?? undefined, all ? fetchedAt : undefined) ?? null;
  return { record, entry: makeEntry(domain, record, newer, stored, { updatedAt, allFetchedAt }, now()) };
}

function later(...times: (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1);
}

/** Whether the entry has no answer of the same source that was fetched after the sources were requested. */
function isNewer({ source }: SourceResult, current: DomainRecord | null, requestedAt: number): boolean {
  const report = current?.sources.find(({ id }) => id === source.id);
  return !report?.fetched_at || report.from_cache || Date.parse(report.fetched_at) <= requestedAt;
}

/** @returns false if the entry was changed since it was read */
function write(entry: CachedRecord, stored: StoredRecord | null, { cache }: RecordServices): Promise<boolean> {
  return stored ? cache.amend({ ...entry, revision: stored.revision }) : cache.create(entry);
}

/**
 * Stores the keywords of a home page. An error page has none and does not overwrite those of an earlier page. If storing
 * fails, the next fetch tries again.
 */
async function storePageKeywords(domain: string, results: SourceResult[], services: RecordServices): Promise<void> {
  const { domainKeywords, now } = services;
  const crawl = results.find(({ source, answer }) => source.fields.includes('page') && answer.sections?.page);
  if (!crawl) return;
  const { keywords } = crawl.answer;
  const http_status = crawl.answer.http_status ?? null;
  const found = { at: new Date(now()).toISOString(), http_status, keywords: keywords ?? [] };
  const written = domainKeywords.write(domain, found, { onlyFirst: keywords === undefined });
  await written.catch(logWarning('keywords not saved', { domain }));
}

interface BackfillDependencies {
  history: Pick<DomainHistory, 'backfill' | 'amendBackfill'>;
  followed: Pick<FollowedDomains, 'readBackfillDays' | 'writeBackfillDays'>;
}

/**
 * Adds past values of sources to the history: for each metric, the days after the newest day that was added before, so
 * that a metric that is added to a source later gets all its past values. If that fails, the next fetch tries again.
 */
export async function backfillHistory(
  domain: string,
  results: SourceResult[],
  { history, followed }: BackfillDependencies,
): Promise<void> {
  const withPast = results.filter(({ answer }) => answer.past && answer.past.length > 0);
  if (withPast.length === 0) return;
  try {
    const kept = await followed.readBackfillDays(domain);
    const until: Record<string, string> = {};
    for (const { source, answer } of withPast) {
      const newestDay = kept[source.id] ?? '';
      const newer = answer.past!.filter((point) =>
        valueKeysOf(source.id, point).some((key) => point.date > (kept[key] ?? '')),
      );
      if (newer.length === 0) continue;
      const isNewDay = ({ date }: PastValues) => date > newestDay;
      await history.backfill(domain, source.id, newer.filter(isNewDay));
      await history.amendBackfill(
        domain,
        source.id,
        newer.filter((point) => !isNewDay(point)),
      );
      for (const point of newer) {
        for (const key of [source.id, ...valueKeysOf(source.id, point)]) {
          until[key] = [until[key] ?? kept[key] ?? '', point.date].toSorted().at(-1)!;
        }
      }
    }
    // Stored last: after a crash before this write, the next fetch writes the same values again.
    if (Object.keys(until).length > 0) await followed.writeBackfillDays(domain, { ...kept, ...until });
  } catch (error) {
    logWarning('backfill failed', { domain })(error);
  }
}

/** Names under which the newest day of each metric is stored. */
function valueKeysOf(source: string, { values }: PastValues): string[] {
  return Object.keys(values).map((metric) => `${source}.${metric}`);
}
