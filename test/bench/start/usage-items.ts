import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createAllowances } from '../../../functions/core/accounts/allowances.ts';
import { createSdkDynamoDB } from '../../../functions/core/platform/dynamodb/sdk-client.ts';
import { createKeyHolders } from '../../../functions/core/accounts/key-holders.ts';
import { createPlanUsage } from '../../../functions/core/accounts/plan-usage.ts';

/** Longer than a run of the benchmark; stored usage is refetched after five minutes. */
const AHEAD_MS = 20 * 60_000;
/** Keys of the plan, each of which made requests on all days of the month. */
const KEYS = 1_000;
const OWNER = 'owner-of-the-bench';

/**
 * Stores the items for a response of `/api/v1/usage`, as if they were read from API Gateway a little later: the owner
 * of the key, the usage of its plan, and the owner's number of fetched domains. In the last twenty minutes of a month
 * (UTC) this is the next month's usage, and the benchmark fails.
 *
 * @param table the `Coordination` table
 */
export async function storeUsage(client: DynamoDBClient, table: string, keyId: string): Promise<void> {
  const db = createSdkDynamoDB(client);
  const now = () => Date.now() + AHEAD_MS;
  const read = () => Promise.resolve({ owner: OWNER, plan: 'basic', domainsPerDay: null, pagesPerDay: null });
  await createKeyHolders({ db, table, now, read }).find(keyId);
  const days = Array.from({ length: new Date(now()).getUTCDate() }, (_, index) => index + 1);
  const keyIds = [keyId, ...Array.from({ length: KEYS - 1 }, (_, index) => `key${index}`)];
  await createPlanUsage(db, table, now).store('basic', {
    limits: { requestsPerSecond: 10, burst: 20, monthlyQuota: 100_000 },
    readAt: now(),
    keys: Object.fromEntries(keyIds.map((id) => [id, { days, remaining: 90_000 }])),
  });
  await createAllowances(db, table, Date.now).take(OWNER, 'domains', 1);
}
