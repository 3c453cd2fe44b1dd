import { GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ifConditionHolds } from './conditional.ts';

/** More domains than an instance answers in a day; past it, the notes start anew and cost a write each again. */
const MAX_NOTED = 10_000;

export interface DomainSchedule {
  /** Notes that a domain was asked for today: when it is first seen, and from then on once a day and instance. */
  noteFirstAsked(domain: string, now: number): Promise<void>;
  /** The same for a domain that may or may not be known; an unknown one is left alone. */
  noteAsked(domain: string, now: number): Promise<void>;
  /** Sources whose knowledge of the domain's past is in its history. */
  backfilledSources(domain: string): Promise<ReadonlySet<string>>;
  noteBackfilled(domain: string, source: string): Promise<void>;
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
    try {
      await ifConditionHolds(client.send(command));
    } catch (error) {
      noted.delete(key);
      throw error;
    }
  }

  return {
    noteFirstAsked: (domain, now) => note(domain, now),
    async backfilledSources(domain) {
      const get = new GetItemCommand({
        TableName: table,
        Key: { domain: { S: domain } },
        ProjectionExpression: 'backfilled',
      });
      const { Item } = await client.send(get);
      return new Set(Item?.backfilled?.SS);
    },

    async noteBackfilled(domain, source) {
      await client.send(
        new UpdateItemCommand({
          TableName: table,
          Key: { domain: { S: domain } },
          UpdateExpression: 'ADD backfilled :source',
          ExpressionAttributeValues: { ':source': { SS: [source] } },
        }),
      );
    },

    noteAsked: (domain, now) => note(domain, now, 'attribute_exists(first_asked_on)'),
  };
}
