import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});

/** Only reads the item that `seo-query` reads, and returns its size. */
export const handler = async ({ queryStringParameters: { domain } }) => {
  const Key = { domain: { S: domain } };
  const { Item } = await client.send(new GetItemCommand({ TableName: process.env.DOMAIN_CACHE_TABLE, Key }));
  return { statusCode: Item ? 200 : 404, body: JSON.stringify({ domain, bytes: Item?.record.B.length }) };
};
