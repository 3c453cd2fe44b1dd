import { DAY_MS, dayOf } from '../../platform/time/day.ts';
import { initialOf, type ScheduleItem } from './stored-row.ts';
import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';

/** More domains than an instance answers in a day; when it is reached, each domain is written once more. */
const MAX_NOTED = 10_000;
/** The response waits for the write; where the table is in trouble, not for longer than this. */
const NOTE_MS = 1_000;

/**
 * What has to be changed in a domain's schedule after a query:
 * - `note query`: nothing is stored of it; where it has a cache entry, an earlier note was lost
 * - `follow`: it was asked for on a second day, and is not followed yet
 * - `bring forward`: it is followed, but was not asked for so long that its next snapshot is days away
 */
export type ScheduleChange = 'note query' | 'follow' | 'bring forward' | null;

/** On which days domains are asked for. Each domain is written once a day and instance. */
export interface QueryDays {
  /** Notes that a domain was asked for today, whether or not anything is stored of it. */
  noteFirstQuery(domain: string, now: number): Promise<ScheduleChange>;
  /** The same where something is stored of it; otherwise nothing is written. */
  noteQuery(domain: string, now: number): Promise<ScheduleChange>;
}

/** The part of the `DomainSchedule` table that a cached answer writes. */
export function createQueryDays(db: DynamoDB, table: string): QueryDays {
  const noted = new Set<string>();

  async function note(domain: string, now: number, condition?: string): Promise<ScheduleChange> {
    const day = dayOf(now);
    const key = `${day} ${domain}`;
    if (noted.has(key)) return null;
    if (noted.size >= MAX_NOTED) noted.clear();
    noted.add(key);
    const input = {
      TableName: table,
      Key: { domain },
      UpdateExpression:
        'SET last_asked_on = :day, first_asked_on = if_not_exists(first_asked_on, :day), initial = :initial',
      ExpressionAttributeValues: { ':day': day, ':initial': initialOf(domain) },
      ReturnValues: 'ALL_NEW' as const,
      ...(condition && { ConditionExpression: condition }),
    };
    try {
      const update = db.update(input, { repeatable: true, withinMs: NOTE_MS });
      const item = (await ifConditionHolds(update))?.Attributes;
      // An unknown domain is about to be fetched, and noted with its record.
      if (!item) noted.delete(key);
      return item ? changeOf(item, now) : 'note query';
    } catch (error) {
      noted.delete(key);
      throw error;
    }
  }

  return {
    noteFirstQuery: (domain, now) => note(domain, now),
    noteQuery: (domain, now) => note(domain, now, 'attribute_exists(first_asked_on)'),
  };
}

function changeOf(item: Partial<ScheduleItem>, now: number): ScheduleChange {
  const { next_snapshot_at: next, first_asked_on, is_blocked } = item;
  // A domain that is taken daily is due tomorrow at the latest.
  if (next) return dayOf(Date.parse(next)) > dayOf(now + DAY_MS) ? 'bring forward' : null;
  return first_asked_on! < dayOf(now) && !is_blocked ? 'follow' : null;
}
