import { type Allowances, usedUp } from '../accounts/allowances.ts';
import type { CrawlAllowance } from '../accounts/fetch-allowance.ts';
import { ServiceError } from '../platform/http/errors.ts';
import type { DomainList } from '../domains/schedule/domain-list.ts';
import type { QueryDays } from '../domains/schedule/query-days.ts';
import type { ScheduledSnapshots } from '../domains/store/domain-history.ts';
import { dayOf } from '../platform/time/day.ts';
import { comparedSince, findTriggers } from './find-triggers.ts';
import { recordFindings, type RecordServices } from './record-findings.ts';
import type { Timeline } from './store/timeline.ts';
import type { PlaceKey } from './store/watched-domains.ts';
import type { Watch, Watches, Watching } from './store/watches.ts';
import { recordSnapshots, timelineSince } from './timeline.ts';

export interface EvaluateServices extends RecordServices {
  watches: Pick<Watches, 'watching' | 'note' | 'noteEvents'>;
  snapshots: Pick<ScheduledSnapshots, 'read'>;
  allowances: Pick<Allowances, 'take' | 'refuse'>;
  list: Pick<DomainList, 'states'>;
  schedule: Pick<QueryDays, 'recordFirstQuery'>;
  timeline: Pick<Timeline, 'add'>;
  now: () => number;
}

/** The watches of a page that were evaluated, and the position after which the next page begins; `null`: there is none. */
export interface EvaluatedPage {
  watches: Watch[];
  next: PlaceKey | null;
}

/**
 * Evaluates a page of the watches of a domain after a scheduled snapshot was taken or amended, and with the first one
 * records in the timeline what happened to the domain. The domain counts once a day against the allowance of each owner; without an allowance the watch is not evaluated. A watched domain counts as
 * requested, so that its snapshots are daily. An evaluation can be repeated.
 *
 * @param after `next` of the page before; `null`: the first page
 */
export async function evaluateSnapshots(
  domain: string,
  after: PlaceKey | null,
  services: EvaluateServices,
): Promise<EvaluatedPage> {
  const { watches, snapshots, list, schedule, now } = services;
  const state = (await list.states([domain])).get(domain)!;
  if (state.blocked) return { watches: [], next: null };
  const { watching, next } = await watches.watching(domain, state.tags, after);
  const admitted = await admittedOf(domain, watching, services);
  const isFirst = after === null && state.followed;
  if (admitted.length === 0 && !isFirst) return { watches: [], next };
  // A domain that the operator has unfollowed, or is deleting, is not scheduled again.
  if (state.followed && admitted.length > 0) await schedule.recordFirstQuery(domain, now());

  const time = now();
  const values = await snapshots.read(domain, admitted.length > 0 ? comparedSince(time) : timelineSince(time));
  if (isFirst) await recordSnapshots(domain, values, { timeline: services.timeline, now: time });
  for (const { watch, place } of admitted) {
    const since = Math.max(watch.conditions_at, place.since);
    const { id, conditions } = watch;
    const findings = findTriggers({ watch: id, domain, conditions, since, now: time }, values);
    await recordFindings(watch, findings, services);
  }
  return { watches: admitted.map(({ watch }) => watch), next };
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
  { watch, place }: Watching,
  { watches, allowances, now }: EvaluateServices,
): Promise<boolean> {
  const { owner, limits } = watch;
  if (limits === null) return true;
  const today = dayOf(now());
  if (place.refused_on === today) return false;
  if (!(await watches.note(domain, place, 'counted_on', today))) return true;
  if ((await allowances.take(owner, 'domains', limits.domains)) !== null) return true;
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
      const { reserved } = await allowances.reserve(owner, 'pages', crawl, { count, limit: limits.pages });
      if (reserved > 0) return reserved;
      await allowances.refuse(owner, 'pages');
      throw new ServiceError('domain_allowance_exceeded', { message: usedUp('pages', limits.pages) });
    },
    async returnPages(crawl) {
      await allowances.settle(owner, 'pages', crawl, 0);
    },
  };
}
