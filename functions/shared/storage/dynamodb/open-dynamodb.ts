import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ItemClient } from './item-client.ts';
import type { ItemClientSettings } from '../../settings/settings.ts';
import { createSignedItemClient } from './signed-item-client.ts';

interface OpenedDynamoDB {
  /** For cached answers. */
  items: ItemClient;
  /** The SDK's client, for whatever else: it is loaded with the first use, and made once. */
  loadClient: () => Promise<DynamoDBClient>;
}

/** DynamoDB for a function whose cached answers do without the SDK. */
export function openDynamoDB(settings: ItemClientSettings): OpenedDynamoDB {
  const loadSdk = () => import('./client.ts');
  let client: DynamoDBClient | undefined;
  const loadClient = async () => (client ??= (await loadSdk()).createDynamoDB());
  const loadItems = async () => (await loadSdk()).sdkItemClient(await loadClient());
  return { items: createSignedItemClient(settings, loadItems), loadClient };
}
