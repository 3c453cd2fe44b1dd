import { rotatedSecret, type SecretState } from '../../deliveries/secrets.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absentOr } from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import { getItem, type Store, updateItem } from '../../platform/dynamodb/table.ts';

const keyOf = (owner: string) => ({ partition: `owner#${owner}`, sort: 'secret' });

const readState = (store: Store, owner: string) => getItem<SecretState>(store, keyOf(owner), { consistent: true });

/** @returns `null` if the owner has never requested the secret */
async function read(store: Store, owner: string): Promise<SecretState | null> {
  const state = await readState(store, owner);
  // The item also has the confirmed addresses.
  return state?.secret_version === undefined ? null : state;
}

/**
 * Begins the next version. The first one, which signs until then, was not shown.
 *
 * @throws {ServiceError} rate_limited
 */
async function rotate(store: Store, owner: string): Promise<SecretState & { secret_version: number }> {
  const state = (await readState(store, owner)) ?? {};
  const next = rotatedSecret(state, store.now());
  const when = { secret_version: absentOr(state.secret_version ?? 1) };
  // Otherwise another request has rotated it in the meantime.
  return (await updateItem(store, keyOf(owner), { set: next, when })) ? next : rotate(store, owner);
}

export type OwnerSecrets = ReturnType<typeof createOwnerSecrets>;

/** Creates the store of the versions of owners' secrets in the table `Watches`. The secrets themselves are not stored. */
export function createOwnerSecrets(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, { read, rotate });
}
