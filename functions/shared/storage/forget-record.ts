import { DeleteCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from './dynamodb/batch-write.ts';
import { createDomainKeywords } from './domain-keywords.ts';

interface Tables {
  cache: string;
  history: string;
  keywords: string;
}

/** Deletes the cached record, the whole history and the keywords of a domain. */
export async function forgetRecord(domain: string, client: DynamoDBDocumentClient, tables: Tables): Promise<void> {
  await client.send(new DeleteCommand({ TableName: tables.cache, Key: { domain } }));
  await createDomainKeywords(client, tables.keywords).forget(domain);
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
