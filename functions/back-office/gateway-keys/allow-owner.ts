import { type APIGatewayClient, type ApiKey, NotFoundException } from '@aws-sdk/client-api-gateway';
import { ServiceError } from '../../core/platform/http/errors.ts';
import {
  type AllowanceEdit,
  allowanceTags,
  areAllowed,
  keyOwnerOf,
  type OwnAllowances,
} from '../../core/accounts/key-tags.ts';
import { tagKey } from './tag-key.ts';

type KeysOfOwner = () => Promise<ApiKey[]>;

/**
 * Sets the allowances of an owner on all keys. API Gateway changes one key at a time, so the keys are read again
 * afterwards: one that was made meanwhile gets them as well.
 *
 * @param keysOfOwner reads them anew
 * @throws {ServiceError} conflict when somebody else set other allowances at the same time, which may be on some of the keys
 */
export async function allowOwner(
  client: APIGatewayClient,
  keysOfOwner: KeysOfOwner,
  edit: AllowanceEdit,
): Promise<void> {
  const tag = ({ id }: ApiKey) => tagKey(client, id!, allowanceTags(edit)).catch(ignoreDeleted);
  const before = new Set<string>();
  for (const key of await keysOfOwner()) {
    await tag(key);
    before.add(key.id!);
  }
  const others = (await keysOfOwner()).filter((key) => !areAllowed(keyOwnerOf(key).allowances, edit));
  if (others.some(({ id }) => before.has(id!))) throw new ServiceError('conflict');
  for (const key of others) await tag(key);
}

/**
 * Gives a new key the allowances of its owner's other keys, which may have changed since they were read for it.
 *
 * @returns the allowances that it has then
 */
export async function alignNewKey(
  client: APIGatewayClient,
  keysOfOwner: KeysOfOwner,
  { id, allowances }: { id: string; allowances: OwnAllowances },
): Promise<OwnAllowances> {
  const other = (await keysOfOwner()).find((key) => key.id !== id);
  if (!other) return allowances;
  const wanted = keyOwnerOf(other).allowances;
  if (!areAllowed(allowances, wanted)) await tagKey(client, id, allowanceTags(wanted));
  return wanted;
}

function ignoreDeleted(error: unknown) {
  if (!(error instanceof NotFoundException)) throw error;
}
