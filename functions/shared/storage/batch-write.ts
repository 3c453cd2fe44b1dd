import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/** What DynamoDB takes at once. */
const BATCH = 25;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** Puts and deletes items of one table; what DynamoDB leaves undone when it is busy is sent again, after a pause. */
export async function batchWrite(
  client: DynamoDBDocumentClient,
  table: string,
  requests: WriteRequest[],
): Promise<void> {
  let rest = requests;
  let pauseMs = FIRST_PAUSE_MS;
  while (rest.length > 0) {
    const command = new BatchWriteCommand({ RequestItems: { [table]: rest.slice(0, BATCH) } });
    const undone = (await client.send(command)).UnprocessedItems?.[table] ?? [];
    rest = [...undone, ...rest.slice(BATCH)];
    if (undone.length === 0) continue;
    await sleep(pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}
