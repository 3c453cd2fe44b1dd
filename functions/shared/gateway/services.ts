import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createAllowances } from '../storage/allowances.ts';
import { sdkItemClient } from '../storage/dynamodb/client.ts';
import { createDocumentClient } from '../storage/dynamodb/document-client.ts';
import { createFetchedHosts } from '../storage/fetched-hosts.ts';
import { createKeyHolders } from '../storage/key-holders.ts';
import type { AllowanceServices } from './fetch-allowance.ts';
import type { KeySettings } from './settings.ts';

interface Parts {
  client: DynamoDBClient;
  settings: KeySettings & { COORDINATION_TABLE: string };
  isReachable: (host: string) => boolean;
}

/** Puts together what counting fetches takes. The client of the control plane is loaded only where it is asked. */
export function createAllowanceServices({ client, settings, isReachable }: Parts): AllowanceServices {
  const { COORDINATION_TABLE: table, STACK_NAME: stackName, PLAN_ALLOWANCES: plans } = settings;
  const now = Date.now;
  const items = sdkItemClient(client);
  const loadReader = async () => {
    const { createHolderReader } = await import('./paced-holder-reader.ts');
    return createHolderReader({ documents: createDocumentClient(client), table, stackName, now });
  };
  let reader: ReturnType<typeof loadReader> | undefined;
  return {
    holders: createKeyHolders({ items, table, now, read: async (keyId) => (await (reader ??= loadReader()))(keyId) }),
    allowances: createAllowances(items, table, now),
    hosts: createFetchedHosts(items, table, now),
    plans,
    isReachable,
    now,
  };
}
