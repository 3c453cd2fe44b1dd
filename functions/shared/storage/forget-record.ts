import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from './batch-write.ts';

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
    await batchWrite(
      client,
      tables.history,
      Items.map((Key) => ({ DeleteRequest: { Key } })),
    );
  }
}
