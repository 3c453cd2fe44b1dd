import { ConditionalCheckFailedException, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** More domains than an instance answers in a day; past it, the notes start anew and cost a write each again. */
const MAX_NOTED = 10_000;

export interface DomainSchedule {
  /** Notes that a domain was asked for today: when it is first seen, and from then on once a day and instance. */
  noteFirstAsked(domain: string, now: number): Promise<void>;
  /** The same for a domain that may or may not be known; an unknown one is left alone. */
  noteAsked(domain: string, now: number): Promise<void>;
}

/** The `DomainSchedule` table: partition key `domain`; small items that say when a domain was asked for. */
export function createDomainSchedule(client: DynamoDBClient, table: string): DomainSchedule {
  const noted = new Set<string>();

  async function note(domain: string, now: number, condition?: string) {
    const day = new Date(now).toISOString().slice(0, 10);
    const key = `${day} ${domain}`;
    if (noted.has(key)) return;
    if (noted.size >= MAX_NOTED) noted.clear();
    noted.add(key);
    const command = new UpdateItemCommand({
      TableName: table,
      Key: { domain: { S: domain } },
      UpdateExpression: 'SET last_asked_on = :day, first_asked_on = if_not_exists(first_asked_on, :day)',
      ExpressionAttributeValues: { ':day': { S: day } },
      ...(condition && { ConditionExpression: condition }),
    });
    await client.send(command).catch((error: unknown) => {
      noted.delete(key);
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  }

  return {
    noteFirstAsked: (domain, now) => note(domain, now),
    noteAsked: (domain, now) => note(domain, now, 'attribute_exists(first_asked_on)'),
  };
}
