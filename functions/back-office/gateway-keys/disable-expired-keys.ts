import { type APIGatewayClient, NotFoundException, UpdateApiKeyCommand } from '@aws-sdk/client-api-gateway';
import { allKeys } from './all-keys.ts';
import { isExpired, keyMarksOf } from '../../core/accounts/key-tags.ts';

/**
 * Disables the keys of a stack whose time is over. API Gateway knows no expiry: until this runs, a key goes on working.
 *
 * @returns how many were disabled
 */
export async function disableExpiredKeys(client: APIGatewayClient, stackName: string, now: number): Promise<number> {
  const expired = (await allKeys(client)).filter(
    (key) => key.enabled && key.name?.startsWith(`${stackName}-`) && isExpired(keyMarksOf(key), now),
  );
  for (const { id } of expired) {
    const patchOperations = [{ op: 'replace' as const, path: '/enabled', value: 'false' }];
    await client.send(new UpdateApiKeyCommand({ apiKey: id, patchOperations })).catch(ignoreDeleted);
  }
  return expired.length;
}

function ignoreDeleted(error: unknown) {
  if (!(error instanceof NotFoundException)) throw error;
}
