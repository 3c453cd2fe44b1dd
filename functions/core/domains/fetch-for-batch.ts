import type { CachedRecord } from '../record/cached-record.ts';
import { SITE } from '../record/figures.ts';
import { sourcesToHeal } from '../record/heal.ts';
import { recordOf } from '../record/record-of.ts';
import { keepsPace } from './batch-sources.ts';
import { type DomainFetched, type DomainWanted, fetchDomain } from './fetch-domain.ts';
import { fetchPolicies } from './fetch-policies.ts';
import type { RecordServices } from './services.ts';

export interface BatchDomain extends DomainWanted {
  /** Paid sources are left to be asked later; otherwise they are not asked. */
  paid: boolean;
}

/**
 * Fetches a domain for a batch: what its own hosts say. The sources that keep a pace are left `pending`, for
 * `completeForBatch`. An entry answers as it is, unless its home page was never read and it is time to try again: that is
 * done first, and not counted. The domain is neither noted as asked for nor followed.
 *
 * @throws as {@link fetchDomain}
 */
export function fetchForBatch(wanted: BatchDomain, services: RecordServices): Promise<DomainFetched> {
  const sources = services.sources.filter((source) => !keepsPace(source));
  const batch = {
    ...wanted,
    sourcesToHeal: (entry: CachedRecord) => (isHomePageDue(entry, services.now()) ? sources : []),
    // So that the operator finds it.
    afterFetch: () => services.list.add(wanted.domain),
  };
  return fetchDomain(batch, fetchPolicies.batch, services);
}

/** Whether there is no home page, and it is time to ask the site again. */
function isHomePageDue(entry: CachedRecord, now: number): boolean {
  const record = recordOf(entry);
  return record.page === null && sourcesToHeal(record, entry.healing, now).includes(SITE);
}
