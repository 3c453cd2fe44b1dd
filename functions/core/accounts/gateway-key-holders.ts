import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createKeyHolders, type KeyHolders } from './key-holders.ts';
import type { KeySettings } from './settings.ts';

interface HolderParts {
  db: DynamoDB;
  settings: Pick<KeySettings, 'STACK_NAME'> & { COORDINATION_TABLE: string };
}

/**
 * Creates the lookup of keys' holders from the settings. The client of API Gateway is loaded at its first use; this is
 * a file of its own, since `usage` loads that client in another way.
 */
export function createGatewayKeyHolders({ db, settings }: HolderParts): KeyHolders {
  const { COORDINATION_TABLE: table, STACK_NAME: stackName } = settings;
  const now = Date.now;
  const loadReader = async () => {
    const { createHolderReader } = await import('./control-plane.ts');
    return createHolderReader({ db, table, stackName, now });
  };
  let reader: ReturnType<typeof loadReader> | undefined;
  return createKeyHolders({ db, table, now, read: async (keyId) => (await (reader ??= loadReader()))(keyId) });
}
