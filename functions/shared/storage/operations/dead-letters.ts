import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { batchWrite } from '../dynamodb/batch-write.ts';
import { BY_DOMAIN_INDEX, DEAD_LETTERS, type LetterItem } from './dead-letter.ts';

/** What is listed of a letter. */
export type ListedLetter = Omit<LetterItem, 'kind' | 'body' | 'expires_at'>;

/** What trying a letter again takes. */
export type SentLetter = Pick<LetterItem, 'id' | 'queue' | 'body'>;

export interface DeadLetters {
  /** @returns how many are kept, up to `most`, and whether there are more */
  count(most: number): Promise<{ count: number; more: boolean }>;
  /**
   * Some letters, newest first.
   *
   * @param after `next` of the ones before; `null` for the first ones
   */
  list(after: string | null, limit: number): Promise<{ letters: ListedLetter[]; next: string | null }>;
  /**
   * Some letters whose messages were sent before a time (ISO 8601), oldest first.
   *
   * @returns `more`: there are others behind them
   */
  sentBefore(time: string, limit: number): Promise<{ letters: SentLetter[]; more: boolean }>;
  /** @returns `null` where there is none with this id */
  read(id: string): Promise<SentLetter | null>;
  /** Nothing happens where it is gone. */
  remove(id: string): Promise<void>;
  /** Deletes all letters about a domain. */
  forget(domain: string): Promise<void>;
}

const ofLetters = {
  KeyConditionExpression: 'kind = :kind',
  // DynamoDB deletes what has expired some days later.
  FilterExpression: 'expires_at > :now',
};

/** Kept letters in the `Operations` table: partition key `kind`, sort key `id`, TTL. */
export function createDeadLetters(client: DynamoDBDocumentClient, table: string, now: () => number): DeadLetters {
  const keyOf = (id: string) => ({ kind: DEAD_LETTERS, id });
  const valuesNow = () => ({ ':kind': DEAD_LETTERS, ':now': Math.floor(now() / 1000) });
  return {
    async count(most) {
      const query = new QueryCommand({
        TableName: table,
        ...ofLetters,
        ExpressionAttributeValues: valuesNow(),
        Select: 'COUNT',
        // One request, which reads 1 MB at most: what it has not come to counts as more.
        Limit: most + 1,
        ScanIndexForward: false,
      });
      const { Count = 0, LastEvaluatedKey } = await client.send(query);
      return { count: Math.min(Count, most), more: Count > most || LastEvaluatedKey !== undefined };
    },

    async list(after, limit) {
      const query = new QueryCommand({
        TableName: table,
        ...ofLetters,
        ExpressionAttributeNames: { '#domain': 'domain', '#queue': 'queue' },
        ExpressionAttributeValues: valuesNow(),
        ProjectionExpression: 'id, #queue, task, #domain, why, sent_at, given_up_at',
        Limit: limit,
        ScanIndexForward: false,
        ...(after !== null && { ExclusiveStartKey: keyOf(after) }),
      });
      const { Items = [], LastEvaluatedKey } = await client.send(query);
      return { letters: Items as ListedLetter[], next: (LastEvaluatedKey?.id as string | undefined) ?? null };
    },

    async sentBefore(time, limit) {
      const query = new QueryCommand({
        TableName: table,
        KeyConditionExpression: `${ofLetters.KeyConditionExpression} AND id < :time`,
        FilterExpression: ofLetters.FilterExpression,
        ExpressionAttributeValues: { ...valuesNow(), ':time': time },
        Limit: limit,
        ConsistentRead: true,
      });
      const { Items = [], LastEvaluatedKey } = await client.send(query);
      return { letters: Items as SentLetter[], more: LastEvaluatedKey !== undefined };
    },

    async read(id) {
      const get = new GetCommand({ TableName: table, Key: keyOf(id), ConsistentRead: true });
      return ((await client.send(get)).Item as SentLetter | undefined) ?? null;
    },

    async remove(id) {
      await client.send(new DeleteCommand({ TableName: table, Key: keyOf(id) }));
    },

    async forget(domain) {
      const pages = paginateQuery(
        { client },
        {
          TableName: table,
          IndexName: BY_DOMAIN_INDEX,
          KeyConditionExpression: '#domain = :domain',
          ExpressionAttributeNames: { '#domain': 'domain' },
          ExpressionAttributeValues: { ':domain': domain },
          ProjectionExpression: 'kind, id',
        },
      );
      for await (const { Items = [] } of pages) {
        await batchWrite(
          client,
          table,
          Items.map((Key) => ({ DeleteRequest: { Key } })),
        );
      }
    },
  };
}
