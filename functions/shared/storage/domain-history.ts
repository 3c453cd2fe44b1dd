import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The figures of one fetch of a domain. `null`: not known at that time. */
export interface Snapshot {
  domain: string;
  /** ISO 8601 time. */
  captured_at: string;
  origin: 'query' | 'refresh';
  seo_score: number | null;
  http_status: number | null;
  word_count: number | null;
  links_total: number | null;
  title: string | null;
  content_hash: string | null;
}

export interface DomainHistory {
  add(snapshot: Snapshot): Promise<void>;
}

/** The `DomainHistory` table: partition key `domain`, sort key `captured_at`. */
export function createDomainHistory(client: DynamoDBDocumentClient, table: string): DomainHistory {
  return {
    async add(snapshot) {
      await client.send(new PutCommand({ TableName: table, Item: snapshot }));
    },
  };
}
