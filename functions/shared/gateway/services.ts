import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createAllowances } from '../storage/allowances.ts';
import { sdkItemClient } from '../storage/dynamodb/client.ts';
import { createFetchedHosts } from '../storage/fetched-hosts.ts';
import type { AllowanceServices } from './fetch-allowance.ts';
import { openKeyHolders } from './open-key-holders.ts';
import type { KeySettings } from '../settings/settings.ts';

interface Parts {
  client: DynamoDBClient;
  settings: KeySettings & { COORDINATION_TABLE: string };
  isReachable: (host: string) => boolean;
}

/** Puts together what counting fetches takes. */
export function createAllowanceServices({ client, settings, isReachable }: Parts): AllowanceServices {
  const { COORDINATION_TABLE: table, PLAN_ALLOWANCES: plans } = settings;
  const now = Date.now;
  const items = sdkItemClient(client);
  return {
    holders: openKeyHolders({ items, loadClient: () => Promise.resolve(client), settings }),
    allowances: createAllowances(items, table, now),
    hosts: createFetchedHosts(items, table, now),
    plans,
    isReachable,
    now,
  };
}
