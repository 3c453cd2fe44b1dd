import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { join } from 'node:path';
import { type HistoryValues, type ValueName, valueNames } from '../../functions/core/record/history-values.ts';
import { createDomainHistory } from '../../functions/core/domains/store/domain-history.ts';
import { createSdkDynamoDB } from '../../functions/core/platform/dynamodb/sdk-client.ts';
import { DAY_MS } from '../../functions/core/platform/time/day.ts';
import { startTables } from '../../infra/local/aws/dynamodb.ts';
import { localCredentials, localRegion } from '../../infra/local/credentials.ts';
import { synthesizeStack } from './stack.ts';

const NONE = Object.fromEntries(valueNames.map((name) => [name, null])) as HistoryValues;

/** Known metrics of a snapshot, by its age in days. */
export type DayOfPast = [daysAgo: number, metrics: Partial<Record<ValueName, string | number>>];

/**
 * Stores snapshots of a domain in the data directory of a stopped runner, from which the list computes earlier values.
 */
export async function seedHistory(dataDir: string, domain: string, past: DayOfPast[]): Promise<void> {
  const { Resources } = synthesizeStack().template.toJSON() as { Resources: object };
  const model = (start: string, sortKey: string | null) => ({
    name: Object.keys(Resources).find((id) => id.startsWith(start))!,
    ...{ partitionKey: 'domain', sortKey },
  });
  const [historyTable, schedule] = [model('TablesDomainHistory', 'captured_at'), model('TablesDomainSchedule', null)];
  const { endpoint, close } = await startTables([historyTable, schedule], { dataDir: join(dataDir, 'dynamodb') });
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  const db = createSdkDynamoDB(client);
  const history = createDomainHistory(db, historyTable.name);
  for (const [daysAgo, metrics] of past) {
    const captured_at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    await history.add({
      ...NONE,
      ...metrics,
      domain,
      captured_at,
      origin: 'query',
      site_status: 'ok',
      failed_audits: null,
    });
  }
  const computed = { '#row': 'row', '#past': 'past' };
  const update = { TableName: schedule.name, Key: { domain }, UpdateExpression: 'REMOVE #row.#past' };
  await db.update({ ...update, ExpressionAttributeNames: computed });
  client.destroy();
  await close();
}
