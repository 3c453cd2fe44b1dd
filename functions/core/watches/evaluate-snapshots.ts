import { type Allowances, usedUp } from '../accounts/allowances.ts';
import type { CrawlAllowance } from '../accounts/fetch-allowance.ts';
import { ServiceError } from '../platform/http/errors.ts';
import type { DomainList } from '../domains/schedule/domain-list.ts';
import type { QueryDays } from '../domains/schedule/query-days.ts';
import type { ScheduledSnapshots } from '../domains/store/domain-history.ts';
import { dayOf } from '../platform/time/day.ts';
import { comparedSince, findTriggers } from './find-triggers.ts';
import { recordFindings, type RecordServices } from './record-findings.ts';
import type { Watch, WatchedDomain, Watches } from './store/watches.ts';

export interface EvaluateServices extends RecordServices {
  watches: Pick<Watches, 'watching' | 'note' | 'noteEvents'>;
  snapshots: Pick<ScheduledSnapshots, 'read'>;
  allowances: Pick<Allowances, 'take' | 'refuse'>;
  list: Pick<DomainList, 'states'>;
  schedule: Pick<QueryDays, 'recordFirstQuery'>;
  now: () => number;
}

/** A watch of a domain, with the domain's place in it. */
type Watching = Awaited<ReturnType<Watches['watching']>>[number];

/**
 * Evaluates the watches of a domain after a scheduled snapshot was taken or amended. The domain counts once a day against
 * the allowance of each owner; without an allowance the watch is not evaluated. A watched domain counts as requested, so
 * that its snapshots are daily.
 *
 * @returns the watches that were evaluated
 */
export async function evaluateSnapshots(domain: string, services: EvaluateServices): Promise<Watch[]> {
  const { watches, snapshots, list, schedule, now } = services;
  const state = (await list.states([domain])).get(domain)!;
  const found = await watches.watching(domain, state.tags);
  if (found.length === 0 || state.blocked) return [];
  const admitted = await admittedOf(domain, found, services);
  if (admitted.length === 0) return [];
  // A domain that the operator has unfollowed, or is deleting, is not scheduled again.
  if (state.followed) await schedule.recordFirstQuery(domain, now());

  const values = await snapshots.read(domain, comparedSince(now()));
  for (const { watch, place } of admitted) {
    const since = Math.max(watch.conditions_at, place.since);
    const { id, conditions } = watch;
    const findings = findTriggers({ watch: id, domain, conditions, since, now: now() }, values);
    await recordFindings(watch, findings, services);
  }
  return admitted.map(({ watch }) => watch);
}

/** Counts the domain for each owner, once a day. @returns the watches whose owners have an allowance */
async function admittedOf(domain: string, found: Watching[], services: EvaluateServices): Promise<Watching[]> {
  const byOwner = Map.groupBy(found, ({ watch }) => watch.owner);
  const admitted: Watching[] = [];
  for (const ofOwner of byOwner.values()) {
    if (await isAdmitted(domain, ofOwner[0]!, services)) admitted.push(...ofOwner);
  }
  return admitted;
}

async function isAdmitted(
  domain: string,
  { watch, place }: { watch: Watch; place: WatchedDomain },
  { watches, allowances, now }: EvaluateServices,
): Promise<boolean> {
  const { owner, limits } = watch;
  if (limits === null) return true;
  const today = dayOf(now());
  if (place.refused_on === today) return false;
  if (!(await watches.note(domain, place, 'counted_on', today))) return true;
  if (await allowances.take(owner, 'domains', limits.domains)) return true;
  await allowances.refuse(owner, 'domains');
  await watches.note(domain, place, 'refused_on', today);
  return false;
}

/** Returns the allowance of pages for crawls of a watch; `null` for the operator, who has none. */
export function crawlAllowanceOf(
  { owner, limits }: Watch,
  allowances: Pick<Allowances, 'reserve' | 'settle' | 'refuse'>,
): CrawlAllowance | null {
  if (limits === null) return null;
  return {
    async reservePages(_domain, crawl, count) {
      const reserved = await allowances.reserve(owner, 'pages', crawl, { count, limit: limits.pages });
      if (reserved > 0) return reserved;
      await allowances.refuse(owner, 'pages');
      throw new ServiceError('domain_allowance_exceeded', { message: usedUp('pages', limits.pages) });
    },
    returnPages: (crawl) => allowances.settle(owner, 'pages', crawl, 0),
  };
}
