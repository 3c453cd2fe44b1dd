import { BatchWriteCommand, DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

const BATCH = 25;

interface Tables {
  cache: string;
  history: string;
}

/** Deletes the cached record and the whole history of a domain. */
export async function forgetRecord(domain: string, client: DynamoDBDocumentClient, tables: Tables): Promise<void> {
  await client.send(new DeleteCommand({ TableName: tables.cache, Key: { domain } }));
  const pages = paginateQuery(
    { client },
    {
      TableName: tables.history,
      KeyConditionExpression: '#domain = :domain',
      ExpressionAttributeNames: { '#domain': 'domain' },
      ExpressionAttributeValues: { ':domain': domain },
      ProjectionExpression: '#domain, captured_at',
    },
  );
  for await (const { Items = [] } of pages) {
    let requests = Items.map((Key) => ({ DeleteRequest: { Key } }));
    while (requests.length > 0) {
      const command = new BatchWriteCommand({ RequestItems: { [tables.history]: requests.slice(0, BATCH) } });
      const { UnprocessedItems } = await client.send(command);
      requests = [...((UnprocessedItems?.[tables.history] ?? []) as typeof requests), ...requests.slice(BATCH)];
    }
  }
}
