import {
  type APIGatewayClient,
  type ApiKey,
  NotFoundException,
  paginateGetApiKeys,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { ServiceError } from '../platform/http/errors.ts';
import {
  type AllowanceEdit,
  allowanceTags,
  areAllowed,
  isExpired,
  isOfStack,
  keyArn,
  keyMarksOf,
  keyOwnerOf,
  type OwnAllowances,
  type Tags,
} from './key-tags.ts';
import { PAGE_SIZE } from './control-plane.ts';

type KeysOfOwner = () => Promise<ApiKey[]>;

/**
 * Sets the allowances of an owner on all keys. API Gateway changes one key at a time, so the keys are read again
 * afterwards: a key that was created meanwhile gets them too.
 *
 * @param keysOfOwner reads the keys of the owner
 * @throws {ServiceError} conflict if another client has set other allowances at the same time, possibly on some keys
 *   only
 */
export async function allowOwner(
  client: APIGatewayClient,
  keysOfOwner: KeysOfOwner,
  edit: AllowanceEdit,
): Promise<void> {
  const tag = ({ id }: ApiKey) => unlessGone(client, id!, () => tagKey(client, id!, allowanceTags(edit)));
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
 * @returns its allowances after that
 */
export async function alignNewKey(
  client: APIGatewayClient,
  keysOfOwner: KeysOfOwner,
  { id, allowances }: { id: string; allowances: OwnAllowances },
): Promise<OwnAllowances> {
  const other = (await keysOfOwner()).find((key) => key.id !== id);
  if (!other) return allowances;
  const required = keyOwnerOf(other).allowances;
  if (!areAllowed(allowances, required)) await tagKey(client, id, allowanceTags(required));
  return required;
}

/**
 * Returns whether an error means that there is no such key. The functions' roles may access keys with the stack's tag
 * alone, which neither a key that does not exist has nor another stack's: access to them is denied. Access to a key of the
 * stack that is denied is another error.
 *
 * @param isOurs whether a key is one of the stack
 */
export async function isGone(
  client: APIGatewayClient,
  id: string,
  error: unknown,
  isOurs: (key: ApiKey) => boolean = () => true,
): Promise<boolean> {
  if (error instanceof NotFoundException) return true;
  if ((error as Error).name !== 'AccessDeniedException') return false;
  return !(await allKeys(client)).some((key) => key.id === id && isOurs(key));
}

/** Makes a change of a key. @returns whether it was made; `false`: the key was deleted meanwhile */
async function unlessGone(client: APIGatewayClient, id: string, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (await isGone(client, id, error)) return false;
    throw error;
  }
}

/**
 * Disables the expired keys of a stack. API Gateway has no expiry: until this runs, an expired key still works.
 *
 * @returns the number of disabled keys
 */
export async function disableExpiredKeys(client: APIGatewayClient, stackName: string, now: number): Promise<number> {
  const expired = (await allKeys(client)).filter(
    (key) => key.enabled && isOfStack(key, stackName) && isExpired(keyMarksOf(key), now),
  );
  const patchOperations = [{ op: 'replace' as const, path: '/enabled', value: 'false' }];
  let disabled = 0;
  for (const { id } of expired) {
    const disable = () => client.send(new UpdateApiKeyCommand({ apiKey: id, patchOperations }));
    if (await unlessGone(client, id!, disable)) disabled += 1;
  }
  return disabled;
}

/** Sets tags of a key, and removes others. */
export async function tagKey(
  client: APIGatewayClient,
  id: string,
  { set, removed }: { set: Tags; removed: string[] },
): Promise<void> {
  const resourceArn = await keyArn(client, id);
  if (Object.keys(set).length > 0) await client.send(new TagResourceCommand({ resourceArn, tags: set }));
  if (removed.length > 0) await client.send(new UntagResourceCommand({ resourceArn, tagKeys: removed }));
}

/**
 * All keys of the account, without their values. API Gateway's name filter is not used: its matching is undocumented.
 */
export async function allKeys(client: APIGatewayClient): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  for await (const { items = [] } of paginateGetApiKeys({ client }, { limit: PAGE_SIZE })) keys.push(...items);
  return keys;
}
