import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from './batch-write.ts';

interface Partition {
  table: string;
  /** Names of the key's attributes. */
  partitionKey: string;
  sortKey: string;
  value: string;
}

/** Deletes all items with a partition key that were written before. */
export async function deletePartition(client: DynamoDBDocumentClient, partition: Partition): Promise<void> {
  const { table, partitionKey, sortKey, value } = partition;
  const pages = paginateQuery(
    { client },
    {
      TableName: table,
      KeyConditionExpression: '#partition = :value',
      ExpressionAttributeNames: { '#partition': partitionKey, '#sort': sortKey },
      ExpressionAttributeValues: { ':value': value },
      ProjectionExpression: '#partition, #sort',
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    const deletes = Items.map((Key) => ({ DeleteRequest: { Key } }));
    await batchWrite(client, table, deletes);
  }
}
