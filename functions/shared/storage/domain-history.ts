import { BatchWriteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Figures } from '../record/figures.ts';
import type { PastFigures } from '../sources/source.ts';
import { ifConditionHolds } from './conditional.ts';

/** The figures of one fetch of a domain. `null`: not known at that time. */
export interface Snapshot extends Figures {
  domain: string;
  /** ISO 8601 time. */
  captured_at: string;
  origin: 'query' | 'refresh';
}

export interface DomainHistory {
  add(snapshot: Snapshot): Promise<void>;
  /** Fills in figures of a snapshot that came later than the rest of it. */
  amend(domain: string, capturedAt: string, figures: Partial<Figures>): Promise<void>;
  /** Adds what a source knows of the past. Writing the same again changes nothing. */
  backfill(domain: string, source: string, past: PastFigures[]): Promise<void>;
}

const BATCH = 25;

/**
 * The `DomainHistory` table: partition key `domain`, sort key `captured_at`. The key of a figure of the past is its day
 * and its source, so that two sources may tell of one day.
 */
export function createDomainHistory(client: DynamoDBDocumentClient, table: string): DomainHistory {
  async function putAll(items: object[]) {
    let requests = items.map((Item) => ({ PutRequest: { Item: Item as Record<string, unknown> } }));
    while (requests.length > 0) {
      const command = new BatchWriteCommand({ RequestItems: { [table]: requests.slice(0, BATCH) } });
      const { UnprocessedItems } = await client.send(command);
      requests = [...((UnprocessedItems?.[table] ?? []) as typeof requests), ...requests.slice(BATCH)];
    }
  }

  return {
    async add(snapshot) {
      await client.send(new PutCommand({ TableName: table, Item: snapshot }));
    },

    async amend(domain, capturedAt, figures) {
      const known = Object.entries(figures).filter(([, value]) => value !== null);
      if (known.length === 0) return;
      await ifConditionHolds(
        client.send(
          new UpdateCommand({
            TableName: table,
            Key: { domain, captured_at: capturedAt },
            UpdateExpression: `SET ${known.map(([name]) => `#${name} = :${name}`).join(', ')}`,
            ConditionExpression: 'attribute_exists(origin)',
            ExpressionAttributeNames: Object.fromEntries(known.map(([name]) => [`#${name}`, name])),
            ExpressionAttributeValues: Object.fromEntries(known.map(([name, value]) => [`:${name}`, value])),
          }),
        ),
      );
    },

    async backfill(domain, source, past) {
      const origin = `backfill:${source}`;
      await putAll(past.map(({ date, figures }) => ({ domain, captured_at: `${date}#${source}`, origin, ...figures })));
    },
  };
}
