import { UpdateCommand, type UpdateCommandInput, type UpdateCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ifConditionHolds } from '../dynamodb/conditional.ts';

type Change = Omit<UpdateCommandInput, 'TableName' | 'Key'>;

export interface ScheduleUpdates {
  /** Changes the item of a domain. */
  update: (domain: string, change: Change) => Promise<UpdateCommandOutput>;
  /** @returns `null` where the condition of the change does not hold */
  updateIf: (domain: string, change: Change) => Promise<UpdateCommandOutput | null>;
}

/** Changes of the items in the `DomainSchedule` table. */
export function createScheduleUpdates(client: DynamoDBDocumentClient, table: string): ScheduleUpdates {
  const update = (domain: string, change: Change) =>
    client.send(new UpdateCommand({ TableName: table, Key: { domain }, ...change }));
  return { update, updateIf: (domain, change) => ifConditionHolds(update(domain, change)) };
}
