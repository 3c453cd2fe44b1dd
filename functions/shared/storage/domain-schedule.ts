import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { DAY_MS, dayOf } from '../time/day.ts';
import { ifConditionHolds } from './dynamodb/conditional.ts';
import { initialOf } from './domain-initial.ts';
import type { ItemClient } from './dynamodb/item-client.ts';

/** More domains than an instance answers in a day; past it, the notes start anew and cost a write each again. */
const MAX_NOTED = 10_000;
/** An answer waits for its note; where the table is in trouble, not for longer than this. */
const NOTE_MS = 1_000;

/**
 * What follows from a domain's being asked for: it is not known, so that, where there is an entry of it, its first note
 * was lost; it was asked for on a second day, and nobody follows it yet; or it is followed, but was not asked for so
 * long that its next snapshot is days away.
 */
export type AskedNote = 'to be noted' | 'to be followed' | 'to be taken sooner' | null;

export interface DomainSchedule {
  /** Notes that a domain was asked for today: when it is first seen, and from then on once a day and instance. */
  noteFirstAsked(domain: string, now: number): Promise<AskedNote>;
  /** The same for a domain that may or may not be known; an unknown one is left alone. */
  noteAsked(domain: string, now: number): Promise<AskedNote>;
}

/**
 * The part of the `DomainSchedule` table that a cached answer touches: partition key `domain`; small items that say
 * when a domain was asked for.
 */
export function createDomainSchedule(items: ItemClient, table: string): DomainSchedule {
  const noted = new Set<string>();

  async function note(domain: string, now: number, condition?: string): Promise<AskedNote> {
    const day = dayOf(now);
    const key = `${day} ${domain}`;
    if (noted.has(key)) return null;
    if (noted.size >= MAX_NOTED) noted.clear();
    noted.add(key);
    const input = {
      TableName: table,
      Key: { domain: { S: domain } },
      UpdateExpression:
        'SET last_asked_on = :day, first_asked_on = if_not_exists(first_asked_on, :day), initial = :initial',
      ExpressionAttributeValues: { ':day': { S: day }, ':initial': { S: initialOf(domain) } },
      ReturnValues: 'ALL_NEW' as const,
      ...(condition && { ConditionExpression: condition }),
    };
    try {
      const item = (await ifConditionHolds(items.updateItem(input, { withinMs: NOTE_MS })))?.Attributes;
      // A domain that is not known yet is about to be: its note comes with its record.
      if (!item) noted.delete(key);
      return item ? noteOf(item, now) : 'to be noted';
    } catch (error) {
      noted.delete(key);
      throw error;
    }
  }

  return {
    noteFirstAsked: (domain, now) => note(domain, now),
    noteAsked: (domain, now) => note(domain, now, 'attribute_exists(first_asked_on)'),
  };
}

function noteOf(item: Record<string, AttributeValue>, now: number): AskedNote {
  const next = item.next_snapshot_at?.S;
  // A domain that is taken daily is due tomorrow at the latest.
  if (next) return next.slice(0, 10) > dayOf(now + DAY_MS) ? 'to be taken sooner' : null;
  return item.first_asked_on!.S! < dayOf(now) && !item.is_blocked ? 'to be followed' : null;
}
