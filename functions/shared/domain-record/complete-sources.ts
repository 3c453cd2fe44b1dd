import { holdLease, holdWhenFree } from '../leases/hold-lease.ts';
import { figuresOf, freshSources, SITE, snapshotOf } from '../record/figures.ts';
import type { DomainRecord, SourceReport } from '../record/record.ts';
import type { SourceResult } from '../record/source-answer.ts';
import type { Source } from '../sources/source.ts';
import type { HeldLease } from '../storage/fetch-lease.ts';
import { dayOf } from '../time/day.ts';
import { BACKGROUND_STORE_WAIT_MS } from '../time/limits.ts';
import { type FetchPlan, fetchRecord } from './fetch-record.ts';
import type { RecordServices } from './services.ts';

/** Sources of a stored record that are asked again. */
export interface Completion extends Pick<FetchPlan, 'mode'> {
  domain: string;
  sources: Source[];
  /** Whether one of them is asked, by what stands in the record. */
  isOpen: (report: SourceReport) => boolean;
  /** Has the sources that were busy asked later. By default they are left to healing. */
  defer?: (results: SourceResult[]) => Promise<void>;
}

/**
 * Asks sources again and merges what they say into the entry. What was stored there meanwhile stays: a refresh that came
 * between is completed, not undone. Paid sources are asked under a lease, so that none is paid twice.
 *
 * @returns false where paid sources of the domain are being asked already; nothing is asked then
 */
export async function completeSources(completion: Completion, services: RecordServices): Promise<boolean> {
  const { domain, sources } = completion;
  const { leases } = services;
  if (sources.some(({ costUsd }) => costUsd > 0)) {
    const name = `paid sources of ${domain}`;
    const holder = await leases.acquire(name);
    if (!holder) return false;
    await holdLease({ leases, name, holder }, (lease) => complete(completion, services, lease));
  } else await complete(completion, services);
  return true;
}

async function complete(completion: Completion, services: RecordServices, lease?: HeldLease): Promise<void> {
  const { domain } = completion;
  if (await services.followed.isBlocked(domain)) return;
  const entry = await services.cache.read(domain, { consistent: true });
  if (!entry) return;
  const { leases, now } = services;
  const plan: FetchPlan = {
    ...completionPlan(completion, services),
    // All that is stored of a domain is stored under its lease: a domain that is forgotten meanwhile stays forgotten.
    underLease: (store) =>
      holdWhenFree({ leases, name: domain, now, deadline: now() + BACKGROUND_STORE_WAIT_MS }, store),
  };
  await fetchRecord({ domain, entry, ...(lease && { lease }) }, plan, services);
}

/** The plan by which a stored record is completed, for those who hold the domain's lease when its results are stored. */
export function completionPlan(completion: Completion, { history }: RecordServices): FetchPlan {
  const { domain, mode, sources, isOpen, defer = () => Promise.resolve() } = completion;
  return {
    mode,
    select(before) {
      const open = before?.sources.filter(isOpen).map(({ id }) => id) ?? [];
      return sources.filter(({ id }) => open.includes(id));
    },
    accepts: () => true,
    renewsEntry: () => false,
    // A snapshot that says that the site failed stays as it is: when it answers again, that is another snapshot.
    async beforeEntry({ results, record, fetchedAt }) {
      if (!results.some(({ source, answer }) => source.id === SITE && answer.sections?.page)) return;
      await history.add({ domain, captured_at: fetchedAt, origin: 'query', ...snapshotOf(record, new Set([SITE])) });
    },
    async afterEntry({ entry, record, fetchedAt }) {
      const day = fetchedAt.slice(0, 10);
      const others = sources.map(({ id }) => id).filter((id) => id !== SITE);
      const late = figuresOf(record, measuredOn(day, record, others));
      await history.amend(domain, { day, updatedAt: entry.updatedAt }, late);
    },
    defer,
  };
}

/** Those of these sources that have answered on a day, in this try of a task or in one before. */
function measuredOn(day: string, record: DomainRecord, ids: string[]): ReadonlySet<string> {
  const isOfDay = (id: string) =>
    record.sources.some((report) => report.id === id && dayOf(Date.parse(report.fetched_at!)) === day);
  return new Set([...freshSources(record)].filter((id) => ids.includes(id) && isOfDay(id)));
}
