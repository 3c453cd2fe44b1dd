import { holdWhenFree } from '../platform/leases/hold-lease.ts';
import { recordOf } from '../record/record-of.ts';
import { rowOf } from '../record/row-of.ts';
import type { SourceResult } from '../record/source-answer.ts';
import type { Source } from '../sources/source.ts';
import { BACKGROUND_STORE_WAIT_MS } from '../platform/time/limits.ts';
import { askSources, crawledSite } from './ask-sources.ts';
import { backfillHistory } from './backfill-history.ts';
import type { Fetched, FetchPolicy, FetchTarget } from './fetch-policies.ts';
import { mergeIntoEntry } from './merge-into-entry.ts';
import type { RecordServices } from './services.ts';
import { storePageKeywords } from './store-page-keywords.ts';

/**
 * The one way in which a domain is fetched: ask → merge → entry, with the history before or after it → backfill, page
 * keywords and the row of the list → defer sources that were late.
 * `docs/architecture.md` draws it.
 *
 * @returns `null` where nothing is stored: the policy does not accept the results, or the domain was blocked or forgotten
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
