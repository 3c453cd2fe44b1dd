import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from './batch-write.ts';

interface Partition {
  table: string;
  /** Names of the key's attributes. */
  partitionKey: string;
  sortKey: string;
  value: string;
  /** Only items whose sort key begins with it. */
  prefix?: string;
}

/** Deletes all items with a partition key, or those of them with a prefix, that were written before. */
export async function deletePartition(client: DynamoDBDocumentClient, partition: Partition): Promise<void> {
  const { table, partitionKey, sortKey, value, prefix } = partition;
  const pages = paginateQuery(
    { client },
    {
      TableName: table,
      KeyConditionExpression: prefix ? '#partition = :value AND begins_with(#sort, :prefix)' : '#partition = :value',
      ExpressionAttributeNames: { '#partition': partitionKey, '#sort': sortKey },
      ExpressionAttributeValues: { ':value': value, ...(prefix && { ':prefix': prefix }) },
      ProjectionExpression: '#partition, #sort',
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    const deletes = Items.map((Key) => ({ DeleteRequest: { Key } }));
    await batchWrite(client, table, deletes);
  }
}
