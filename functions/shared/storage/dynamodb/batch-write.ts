import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/** Most writes in one request. */
const BATCH = 25;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;
/** Requests in a row of which DynamoDB takes nothing before giving up; with the pauses, five seconds. */
const MAX_IDLE_TRIES = 8;

/** DynamoDB took none of the writes, however often they were sent. */
export class WritesRefused extends Error {
  readonly code = 'writes_refused';
}

/**
 * Puts and deletes items of one table. What DynamoDB leaves out because it is busy is sent again after a pause.
 *
 * @throws {WritesRefused} where nothing is taken any more; what was taken before stays written
 */
export async function batchWrite(
  client: DynamoDBDocumentClient,
  table: string,
  requests: WriteRequest[],
): Promise<void> {
  let rest = requests;
  let pauseMs = FIRST_PAUSE_MS;
  let idleTries = 0;
  while (rest.length > 0) {
    const batch = rest.slice(0, BATCH);
    const command = new BatchWriteCommand({ RequestItems: { [table]: batch } });
    const undone = (await client.send(command)).UnprocessedItems?.[table] ?? [];
    rest = [...undone, ...rest.slice(BATCH)];
    if (undone.length === 0) continue;
    idleTries = undone.length < batch.length ? 0 : idleTries + 1;
    if (idleTries === MAX_IDLE_TRIES) throw new WritesRefused(`${rest.length} writes were not taken`);
    await sleep(pauseMs);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }
}
