import type { CachedRecord } from '../record/cached-record.ts';
import { SITE } from '../record/figures.ts';
import { canHeal, sourcesToHeal } from '../record/heal.ts';
import { recordOf } from '../record/record-of.ts';
import { EXISTENCE_RDAP_BATCH_MS } from '../time/limits.ts';
import { keepsPace, leftForLater, paidNotRequested } from './batch-sources.ts';
import { completionPlan } from './complete-sources.ts';
import { type DomainFetched, type DomainWanted, fetchDomain, type FetchManner } from './fetch-domain.ts';
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
export function fetchForBatch({ paid, ...wanted }: BatchDomain, services: RecordServices): Promise<DomainFetched> {
  return fetchDomain(wanted, batchManner(wanted.domain, paid, services), services);
}

function batchManner(domain: string, paid: boolean, services: RecordServices): FetchManner {
  const sources = services.sources.filter((source) => !keepsPace(source));
  const healing = completionPlan({ domain, mode: 'inline', sources, isOpen: canHeal }, services);
  return {
    registry: { mode: 'batch', maxMs: EXISTENCE_RDAP_BATCH_MS },
    healing: (entry) => (isHomePageDue(entry, services.now()) ? healing : null),
    unasked(source) {
      if (!keepsPace(source)) return null;
      return source.costUsd > 0 && !paid ? paidNotRequested : leftForLater;
    },
    defer: () => Promise.resolve(),
    // So that the operator finds it.
    afterFetch: () => services.list.add(domain),
  };
}

/** Whether there is no home page, and it is time to ask the site again. */
function isHomePageDue(entry: CachedRecord, now: number): boolean {
  const record = recordOf(entry);
  return record.page === null && sourcesToHeal(record, entry.healing, now).includes(SITE);
}
