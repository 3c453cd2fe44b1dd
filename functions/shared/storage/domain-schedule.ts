import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ifConditionHolds } from './conditional.ts';

/** More domains than an instance answers in a day; past it, the notes start anew and cost a write each again. */
const MAX_NOTED = 10_000;

/** Whether the domain has now been asked for on a second day, and nobody follows it yet. */
export type AskedNote = 'to be followed' | null;

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
export function createDomainSchedule(client: DynamoDBClient, table: string): DomainSchedule {
  const noted = new Set<string>();

  async function note(domain: string, now: number, condition?: string): Promise<AskedNote> {
    const day = new Date(now).toISOString().slice(0, 10);
    const key = `${day} ${domain}`;
    if (noted.has(key)) return null;
    if (noted.size >= MAX_NOTED) noted.clear();
    noted.add(key);
    const command = new UpdateItemCommand({
      TableName: table,
      Key: { domain: { S: domain } },
      UpdateExpression: 'SET last_asked_on = :day, first_asked_on = if_not_exists(first_asked_on, :day)',
      ExpressionAttributeValues: { ':day': { S: day } },
      ReturnValues: 'ALL_NEW',
      ...(condition && { ConditionExpression: condition }),
    });
    try {
      const item = (await ifConditionHolds(client.send(command)))?.Attributes;
      // A domain that is not known yet is about to be: its note comes with its record.
      if (!item) noted.delete(key);
      const isReturning = item?.first_asked_on !== undefined && item.first_asked_on.S! < day;
      return isReturning && !item.next_snapshot_at && !item.is_blocked ? 'to be followed' : null;
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
