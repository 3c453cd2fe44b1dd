import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ItemClient } from '../storage/dynamodb/item-client.ts';
import { createKeyHolders, type KeyHolders } from '../storage/key-holders.ts';
import type { KeySettings } from '../settings/settings.ts';

interface HolderParts {
  items: ItemClient;
  /** For asking API Gateway: its client, and what keeps to its pace, are loaded only then. */
  loadClient: () => Promise<DynamoDBClient>;
  settings: Pick<KeySettings, 'STACK_NAME'> & { COORDINATION_TABLE: string };
}

/** Puts together what finding out who holds a key takes. */
export function openKeyHolders({ items, loadClient, settings }: HolderParts): KeyHolders {
  const { COORDINATION_TABLE: table, STACK_NAME: stackName } = settings;
  const now = Date.now;
  const loadReader = async () => {
    const [{ createHolderReader }, { createDocumentClient }] = await Promise.all([
      import('./paced-holder-reader.ts'),
      import('../storage/dynamodb/document-client.ts'),
    ]);
    return createHolderReader({ documents: createDocumentClient(await loadClient()), table, stackName, now });
  };
  let reader: ReturnType<typeof loadReader> | undefined;
  return createKeyHolders({ items, table, now, read: async (keyId) => (await (reader ??= loadReader()))(keyId) });
}
