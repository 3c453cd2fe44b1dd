import { expect, test } from '@jest/globals';
import type { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchWrite, WritesRefused } from '../../../../functions/shared/storage/dynamodb/batch-write.ts';

test('no more than 25 at once, and what DynamoDB leaves undone is sent again until all of it is done', async () => {
  const done: number[] = [];
  const sizes: number[] = [];
  // A table that takes seven items at a time, as a throttled one does.
  const client = {
    send: ({ input }: BatchWriteCommand) => {
      const requests = input.RequestItems!.history!;
      sizes.push(requests.length);
      done.push(...requests.slice(0, 7).map(({ PutRequest }) => PutRequest!.Item!.n as number));
      const undone = requests.slice(7);
      return Promise.resolve({ UnprocessedItems: undone.length > 0 ? { history: undone } : {} });
    },
  } as unknown as DynamoDBDocumentClient;
  const puts = Array.from({ length: 40 }, (_, n) => ({ PutRequest: { Item: { n } } }));
  await batchWrite(client, 'history', puts);
  expect(Math.max(...sizes)).toBe(25);
  expect(done.toSorted((a, b) => a - b)).toEqual(puts.map(({ PutRequest }) => PutRequest.Item.n));
});

test('a table that takes nothing at all is given up in the end, with a code', async () => {
  let tries = 0;
  const client = {
    send: ({ input }: BatchWriteCommand) => {
      tries += 1;
      return Promise.resolve({ UnprocessedItems: input.RequestItems });
    },
  } as unknown as DynamoDBDocumentClient;
  const refused = batchWrite(client, 'history', [{ DeleteRequest: { Key: { domain: 'a.com' } } }]);
  await expect(refused).rejects.toThrow(WritesRefused);
  await expect(refused).rejects.toMatchObject({ code: 'writes_refused' });
  expect(tries).toBe(8);
}, 20_000);
