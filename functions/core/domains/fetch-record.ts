import { holdWhenFree } from '../platform/leases.ts';
import { type CachedRecord, makeEntry, recordOf } from '../record/cached-record.ts';
import { rowOf } from '../record/record-row.ts';
import type { PastValues, SourceResult } from '../record/source-answer.ts';
import type { Source } from '../sources/source.ts';
import { BACKGROUND_STORE_WAIT_MS } from '../platform/time/limits.ts';
import { askSources, crawledSite } from './ask-sources.ts';
import type { Fetched, FetchPolicy, FetchTarget } from './fetch-policies.ts';
import type { RecordServices } from './services.ts';
import { mergeRecord } from '../record/merge-record.ts';
import type { DomainRecord } from '../record/record.ts';
import type { StoredRecord } from './store/domain-cache.ts';
import type { DomainKeywordLists } from './store/domain-keywords.ts';
import type { DomainHistory } from './store/domain-history.ts';
import type { FollowedDomains } from './schedule/followed-domains.ts';

/**
 * The one way in which a domain is fetched: ask → merge → entry, with the history before or after it → backfill, page
 * keywords and the row of the list → defer sources that were late.
 * `docs/architecture.md` draws it.
 *
 * @returns `null` where nothing is stored: the policy does not accept the results, or the domain was blocked or deleted
 * @throws {LeaseLost} where another instance fetches the domain meanwhile; nothing is stored then
 * @throws {EntryContended} where the entry changed each time it was to be written
 */
export async function fetchRecord<Services extends RecordServices>(
  target: FetchTarget,
  policy: FetchPolicy<Services>,
  services: Services,
): Promise<Fetched | null> {
  const { domain, entry, answered, lease, deadline } = target;
  const { mode } = policy;
  const before = entry && recordOf(entry);
  const askedAt = services.now();
  const question = {
    domain,
    sources: policy.select(target, before, services),
    unasked: (source: Source) => policy.unrequested(source, target),
    answered,
    crawled: crawledSite(before ?? {}),
    limits: { mode, ...(lease && { lease }), ...(deadline !== undefined && { deadline }) },
  };
  const results = await askSources(question, services);
  lease?.signal.throwIfAborted();
  if (!policy.accepts(results, target)) return null;

  const store = () => storeResults({ target, results, askedAt }, policy, services);
  const fetched = policy.lease === 'fetch' ? await store() : await storeUnderLease(domain, store, services);
  if (fetched) await policy.defer(results, target, services);
  return fetched;
}

/** All that is stored of a domain is stored under its lease: a domain that is deleted meanwhile stays deleted. */
function storeUnderLease<Stored>(domain: string, store: () => Promise<Stored>, { leases, now }: RecordServices) {
  return holdWhenFree({ leases, name: domain, now, deadline: now() + BACKGROUND_STORE_WAIT_MS }, store);
}

interface Results {
  target: FetchTarget;
  results: SourceResult[];
  askedAt: number;
}

async function storeResults<Services extends RecordServices>(
  { target, results, askedAt }: Results,
  policy: FetchPolicy<Services>,
  services: Services,
): Promise<Fetched | null> {
  const { domain } = target;
  const hadEntry = target.entry !== null;
  const fetchedAt = new Date(services.now()).toISOString();
  const merged = await mergeIntoEntry(
    { domain, results, askedAt, hadEntry, fetchedAt, renewsEntry: policy.renewsEntry(results) },
    services,
    (next) => policy.beforeEntry({ ...next, results, fetchedAt }, target, services),
  );
  if (!merged) return null;
  const fetched = { ...merged, results, fetchedAt };
  await Promise.all([
    backfillHistory(domain, results, services),
    storePageKeywords(domain, results, services),
    noteRow(target, merged, services),
  ]);
  await policy.afterEntry(fetched, target, services);
  return fetched;
}

/** The list of domains is a convenience: where its row cannot be written, it is older than the record for a while. */
async function noteRow(
  { domain, entry: before }: FetchTarget,
  { record, entry }: Pick<Fetched, 'record' | 'entry'>,
  services: RecordServices,
) {
  const kind = before ? undefined : 'new';
  await services.list.note(domain, rowOf(record, entry.updatedAt), kind).catch((error: unknown) => {
    const warning = { level: 'WARN', message: 'row of the list not written', domain, error: (error as Error).name };
    console.warn(JSON.stringify(warning));
  });
}

/** Other writers are rare: whoever is refused this often in a row has met a defect. */
const MAX_TRIES = 5;

/** The entry changed each time it was to be written. */
class EntryContended extends Error {
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
  /** There was an entry when the sources were asked: where it is gone now, the domain was deleted. */
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
 * @returns `null` where nothing may be stored any more: the domain was blocked, or deleted
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

interface KeywordDependencies {
  domainKeywords: DomainKeywordLists;
  now: () => number;
}

/**
 * Stores the phrases of a home page that was read. An error page has none, and leaves those of an earlier page as they
 * are. Where storing fails, the next fetch tries again.
 */
async function storePageKeywords(domain: string, results: SourceResult[], deps: KeywordDependencies): Promise<void> {
  const { domainKeywords, now } = deps;
  const crawl = results.find(({ source, answer }) => source.fields.includes('page') && answer.sections?.page);
  if (!crawl) return;
  const { keywords } = crawl.answer;
  const http_status = crawl.answer.http_status ?? null;
  const found = { at: new Date(now()).toISOString(), http_status, keywords: keywords ?? [] };
  try {
    await domainKeywords.write(domain, found, { onlyFirst: keywords === undefined });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'keywords not kept', domain, error: (error as Error).name }));
  }
}

interface BackfillDependencies {
  history: Pick<DomainHistory, 'backfill' | 'amendBackfill'>;
  followed: Pick<FollowedDomains, 'pastKeptUntil' | 'notePastKept'>;
}

/**
 * Adds to the history what sources know of a domain's past: of each value the days after the newest one that was added
 * before, so that a value that is read from a source later gets its whole past. Where that fails, the next fetch tries
 * again.
 */
export async function backfillHistory(
  domain: string,
  results: SourceResult[],
  { history, followed }: BackfillDependencies,
): Promise<void> {
  const withPast = results.filter(({ answer }) => answer.past && answer.past.length > 0);
  if (withPast.length === 0) return;
  try {
    const kept = await followed.pastKeptUntil(domain);
    const until: Record<string, string> = {};
    for (const { source, answer } of withPast) {
      const newestDay = kept[source.id] ?? '';
      const news = answer.past!.filter((point) =>
        valueKeysOf(source.id, point).some((key) => point.date > (kept[key] ?? '')),
      );
      if (news.length === 0) continue;
      const isNewDay = ({ date }: PastValues) => date > newestDay;
      await history.backfill(domain, source.id, news.filter(isNewDay));
      await history.amendBackfill(
        domain,
        source.id,
        news.filter((point) => !isNewDay(point)),
      );
      for (const point of news) {
        for (const key of [source.id, ...valueKeysOf(source.id, point)]) {
          until[key] = [until[key] ?? kept[key] ?? '', point.date].toSorted().at(-1)!;
        }
      }
    }
    // Noted after all of it is written: after a crash in between, the next fetch writes the same again.
    if (Object.keys(until).length > 0) await followed.notePastKept(domain, { ...kept, ...until });
  } catch (error) {
    console.warn(JSON.stringify({ level: 'WARN', message: 'past not kept', domain, error: (error as Error).name }));
  }
}

/** Names under which the newest day of each value is noted. */
function valueKeysOf(source: string, { values: figures }: PastValues): string[] {
  return Object.keys(figures).map((figure) => `${source}.${figure}`);
}
