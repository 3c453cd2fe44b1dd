// The baseline of the runner: fastify and the embedded database in one process, one GetItem per request.
import { once } from 'node:events';
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import fastify from 'fastify';

const [dataDir, body] = process.argv.slice(2);
const database = dynalite({ path: dataDir, createTableMs: 0 }).listen(0, '127.0.0.1');
await once(database, 'listening');
const client = new DynamoDBClient({
  endpoint: `http://127.0.0.1:${database.address().port}`,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
const TableName = 'cache';
await client.send(
  new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'domain', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'domain', AttributeType: 'S' }],
  }),
);
await client.send(new PutItemCommand({ TableName, Item: { domain: { S: 'shop.example' }, record: { S: body } } }));

const server = fastify();
server.get('/api/v1/seo/query', async (request, reply) => {
  const Key = { domain: { S: request.query.domain } };
  const { Item } = await client.send(new GetItemCommand({ TableName, Key }));
  return reply.type('application/json').send(Item.record.S);
});
await server.listen({ host: '127.0.0.1', port: 0 });
process.send(server.addresses()[0].port);
