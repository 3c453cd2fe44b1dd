import type { AskMode } from '../providers/ask-source.ts';
import type { CachedRecord } from '../record/cached-record.ts';
import { recordOf } from '../record/record-of.ts';
import type { DomainRecord } from '../record/record.ts';
import { rowOf } from '../record/row-of.ts';
import type { SourceAnswer, SourceResult } from '../record/source-answer.ts';
import type { Source } from '../sources/source.ts';
import type { HeldLease } from '../storage/fetch-lease.ts';
import { askSources, crawledSite } from './ask-sources.ts';
import { backfillHistory } from './backfill-history.ts';
import { mergeIntoEntry } from './merge-into-entry.ts';
import type { RecordServices } from './services.ts';
import { storePageKeywords } from './store-page-keywords.ts';

/** What tells the kinds of fetches apart: a query, a refresh, a batch's, a snapshot, a completion in the background. */
export interface FetchPlan {
  /** Whether sources take their inline or their background time. */
  mode: AskMode;
  /** Which sources the fetch is about, by the record as it is stored. */
  select(before: DomainRecord | null): Source[];
  /** What stands in the record of one of them that is not asked; `null` for one that is asked. By default all are. */
  unasked?: (source: Source) => SourceAnswer | null;
  /**
   * Whether the results are stored.
   *
   * @throws what the caller is answered instead
   */
  accepts(results: SourceResult[]): boolean;
  /** Whether the entry is as new as this fetch; otherwise it stays as old as it is. */
  renewsEntry(results: SourceResult[]): boolean;
  /** Takes the domain's lease to store the results; only for fetches that do not hold it all the time. */
  underLease?(store: () => Promise<Fetched | null>): Promise<Fetched | null>;
  /** Adds to the history what must not be missing once the entry is stored. It may be called several times. */
  beforeEntry?(fetched: Fetched): Promise<void>;
  /** Adds to the history what must not be there before the entry is stored. */
  afterEntry?(fetched: Fetched): Promise<void>;
  /** Has the worker ask the sources that did not answer in time. */
  defer(results: SourceResult[]): Promise<void>;
}

/** What is fetched, and within which limits. */
export interface FetchTarget {
  domain: string;
  /** The cache entry as it was read before. */
  entry: CachedRecord | null;
  /** Results of sources that were asked already. */
  answered?: SourceResult[];
  /** The lease under which the sources are asked, if any. After it is lost, nothing is paid for or stored. */
  lease?: HeldLease;
  /** Milliseconds since the epoch: sources are not waited for any longer. */
  deadline?: number;
}

/** What a fetch has stored. */
export interface Fetched {
  entry: CachedRecord;
  record: DomainRecord;
  results: SourceResult[];
  /** ISO 8601 time at which the results were there. */
  fetchedAt: string;
}

/**
 * The one way in which a domain is fetched: ask → merge → entry, with the history before or after it → backfill, page
 * keywords and the row of the list → defer sources that were late.
 * `docs/architecture.md` draws it.
 *
 * @returns `null` where nothing is stored: the plan does not accept the results, or the domain was blocked or forgotten
 * @throws {LeaseLost} where another instance fetches the domain meanwhile; nothing is stored then
 * @throws {EntryContended} where the entry changed each time it was to be written
 */
export async function fetchRecord(
  { domain, entry, answered, ...limits }: FetchTarget,
  plan: FetchPlan,
  services: RecordServices,
): Promise<Fetched | null> {
  const before = entry && recordOf(entry);
  const askedAt = services.now();
  const crawled = crawledSite(before ?? {});
  const { unasked, mode } = plan;
  const question = { domain, sources: plan.select(before), unasked, answered, crawled, limits: { ...limits, mode } };
  const results = await askSources(question, services);
  limits.lease?.signal.throwIfAborted();
  if (!plan.accepts(results)) return null;

  const store = () => storeResults({ domain, results, askedAt, hadEntry: entry !== null }, plan, services);
  const fetched = await (plan.underLease?.(store) ?? store());
  if (fetched) await plan.defer(results);
  return fetched;
}

interface Results {
  domain: string;
  results: SourceResult[];
  askedAt: number;
  hadEntry: boolean;
}

async function storeResults(asked: Results, plan: FetchPlan, services: RecordServices): Promise<Fetched | null> {
  const { domain, results } = asked;
  const fetchedAt = new Date(services.now()).toISOString();
  const merged = await mergeIntoEntry(
    { ...asked, fetchedAt, renewsEntry: plan.renewsEntry(results) },
    services,
    async (next) => plan.beforeEntry?.({ ...next, results, fetchedAt }),
  );
  if (!merged) return null;
  const fetched = { ...merged, results, fetchedAt };
  await Promise.all([
    backfillHistory(domain, results, services),
    storePageKeywords(domain, results, services),
    noteRow(asked, merged, services),
  ]);
  await plan.afterEntry?.(fetched);
  return fetched;
}

/** The list of domains is a convenience: where its row cannot be written, it is older than the record for a while. */
async function noteRow(
  { domain, hadEntry }: Results,
  { record, entry }: Pick<Fetched, 'record' | 'entry'>,
  services: RecordServices,
) {
  const kind = hadEntry ? undefined : 'new';
  await services.list.note(domain, rowOf(record, entry.updatedAt), kind).catch((error: unknown) => {
    const warning = { level: 'WARN', message: 'row of the list not written', domain, error: (error as Error).name };
    console.warn(JSON.stringify(warning));
  });
}
