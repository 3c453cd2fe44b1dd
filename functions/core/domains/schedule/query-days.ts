import { DAY_MS, dayOf } from '../../platform/time/day.ts';
import { initialOf, type ScheduleItem } from './stored-row.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { ifAbsent, present, type When } from '../../platform/dynamodb/expressions.ts';
import { updateAndReturn } from '../../platform/dynamodb/table.ts';

/** More domains than an instance answers in a day. At this number, the set is cleared and each domain is written again. */
const MAX_RECORDED = 10_000;
/** Time limit of the write, since the response waits for it. */
const WRITE_MS = 1_000;

/**
 * The change of a domain's schedule after a query:
 * - `record query`: the domain has no query day; if it has a cache entry, the write of the day failed earlier
 * - `follow`: it was requested on a second day, and is not followed yet
 * - `bring forward`: it is followed, but was not requested for so long that its next snapshot is days away
 */
export type ScheduleChange = 'record query' | 'follow' | 'bring forward' | null;

/** Days on which domains were requested. Each instance writes a domain once a day. */
export type QueryDays = ReturnType<typeof createQueryDays>;

/** Creates the access to the part of the `DomainSchedule` table that a cached answer writes. */
export function createQueryDays(db: DynamoDB, table: string) {
  const recorded = new Set<string>();

  async function record(domain: string, now: number, when?: When): Promise<ScheduleChange> {
    const day = dayOf(now);
    const key = `${day} ${domain}`;
    if (recorded.has(key)) return null;
    if (recorded.size >= MAX_RECORDED) recorded.clear();
    recorded.add(key);
    const set = { last_asked_on: day, first_asked_on: ifAbsent(day), initial: initialOf(domain) };
    try {
      const update = { set, when, repeatable: true, withinMs: WRITE_MS };
      const item = await updateAndReturn<Partial<ScheduleItem>>({ db, table }, { domain }, update);
      // An unknown domain is fetched next, and its query day is recorded after the fetch.
      if (!item) recorded.delete(key);
      return item ? changeOf(item, now) : 'record query';
    } catch (error) {
      recorded.delete(key);
      throw error;
    }
  }

  return {
    /** Records that a domain was requested today. */
    recordFirstQuery: (domain: string, now: number) => record(domain, now),
    /** Records that a domain was requested today, if it was requested before; otherwise nothing is written. */
    recordQuery: (domain: string, now: number) => record(domain, now, { first_asked_on: present }),
  };
}

function changeOf(item: Partial<ScheduleItem>, now: number): ScheduleChange {
  const { next_snapshot_at: next, first_asked_on, is_blocked } = item;
  // A domain with daily snapshots is due tomorrow at the latest.
  if (next) return dayOf(Date.parse(next)) > dayOf(now + DAY_MS) ? 'bring forward' : null;
  return first_asked_on! < dayOf(now) && !is_blocked ? 'follow' : null;
}
