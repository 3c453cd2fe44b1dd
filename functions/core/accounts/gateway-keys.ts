import {
  type APIGatewayClient,
  type ApiKey,
  ConflictException,
  DeleteApiKeyCommand,
  GetApiKeyCommand,
  type PatchOperation,
  TooManyRequestsException,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { invalidParameter, ServiceError } from '../platform/http/errors.ts';
import {
  type AllowanceEdit,
  expiryTags,
  isExpired,
  isOfStack,
  type KeyMarks,
  keyMarksOf,
  type KeyOwner,
  keyOwnerOf,
} from './key-tags.ts';
import { type GatewayPlan, readPlans } from './control-plane.ts';
import { addKey } from './create-key.ts';
import { dayOf } from '../platform/time/day.ts';
import { allKeys, allowOwner, isGone, tagKey } from './edit-keys.ts';
import { type Days, readKeyUsage, readLastDays, readRequests } from './key-usage.ts';
import { bindStore } from '../platform/bind-store.ts';
import { message } from '../platform/http/message.ts';
import { createMembership, moveKey, planNamed, type PlanMembership, readPlansOfKeys } from './plan-membership.ts';

/** An API key of the stack, without its value, which is only returned when it is created. */
export interface GatewayKey extends KeyOwner, KeyMarks {
  id: string;
  /** Without the stack's prefix. */
  name: string;
  note: string;
  /** Name of its plan; `null`: a key without a plan has no access. */
  plan: string | null;
  enabled: boolean;
  /** Last day (`YYYY-MM-DD`, UTC) of the last 90 on which it was used on its plan; `null`: none. */
  lastUsedOn: string | null;
  /** ISO 8601 times. */
  createdAt: string;
  updatedAt: string;
}

/** A created key with its value, which is not returned again. */
export type NewGatewayKey = GatewayKey & { value: string };

interface KeyEdit {
  enabled?: boolean | undefined;
  note?: string | undefined;
  /** Another plan resets the usage. */
  plan?: string | undefined;
  /** ISO 8601 time at which the key is disabled; `null`: never. */
  expiresAt?: string | null | undefined;
}

/** What happens to a key that is replaced. */
interface Replacement {
  /** Whether it is disabled at once. */
  disable: boolean;
  /** Otherwise: ISO 8601 time at which it is disabled; without one, never. */
  oldExpiresAt?: string | null | undefined;
}

interface KeyRequest extends Pick<KeyEdit, 'expiresAt'> {
  name: string;
  plan: string;
  note: string;
  owner?: string | undefined;
}

/** The API keys of a stack. */
interface KeyStore {
  client: APIGatewayClient;
  stackName: string;
  membership: PlanMembership;
  now: () => number;
}

const prefixOf = ({ stackName }: KeyStore) => `${stackName}-`;

const ownKeys = async ({ client, stackName }: KeyStore) =>
  (await allKeys(client)).filter((key) => isOfStack(key, stackName));

const keysOf = async (store: KeyStore, owner: string) =>
  (await ownKeys(store)).filter((key) => keyOwnerOf(key).owner === owner);

const namesInUse = async (store: KeyStore) => new Set((await ownKeys(store)).map(({ name }) => name!));

/** Returns the dependencies of adding a key. */
const adding = (store: KeyStore) => ({ ...store, keysOf: (owner: string) => keysOf(store, owner) });

const KEY_ID = /^[a-z0-9]+$/i;

/**
 * Runs calls about one key, and converts API Gateway's errors to the service's.
 *
 * @throws {ServiceError} not_found also for an invalid id: `..` would change the path of the call
 */
async function aboutKey<Result>(
  { client, stackName }: KeyStore,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!KEY_ID.test(id)) throw unknownKey(id);
  try {
    return await work();
  } catch (error) {
    if (await isGone(client, id, error, (key) => isOfStack(key, stackName))) throw unknownKey(id);
    throw commonError(error);
  }
}

/** Reads a key and its plan, with one request for the plan, whatever the number of keys. */
async function readWithPlan({ client, stackName }: KeyStore, keyId: string): Promise<[ApiKey, GatewayPlan | null]> {
  const read = client.send(new GetApiKeyCommand({ apiKey: keyId }));
  const [key, plans] = await Promise.all([read, readPlans(client, stackName, { keyId })]);
  if (!isOfStack(key, stackName)) throw unknownKey(keyId);
  return [key, plans[0] ?? null];
}

async function lastUsedOn({ client, now }: KeyStore, id: string, plan: GatewayPlan | null): Promise<string | null> {
  if (!plan) return null;
  return (await readLastDays(client, { planId: plan.id, keyId: id, now: now() })).get(id) ?? null;
}

function keyOf(store: KeyStore, key: ApiKey, plan: GatewayPlan | null, usedOn: string | null): GatewayKey {
  const prefix = prefixOf(store);
  return {
    id: key.id!,
    name: key.name!.startsWith(prefix) ? key.name!.slice(prefix.length) : key.name!,
    note: key.description ?? '',
    plan: plan?.name ?? null,
    enabled: key.enabled ?? false,
    lastUsedOn: usedOn,
    createdAt: key.createdDate!.toISOString(),
    updatedAt: (key.lastUpdatedDate ?? key.createdDate!).toISOString(),
    ...keyOwnerOf(key),
    ...keyMarksOf(key),
  };
}

const plans = ({ client, stackName }: KeyStore) => readPlans(client, stackName);

/** All keys of the stack, by name. */
async function list(store: KeyStore): Promise<GatewayKey[]> {
  const { client, stackName, now } = store;
  const [{ plans, planOf }, keys] = await Promise.all([readPlansOfKeys(client, stackName), ownKeys(store)]);
  const lastDays = await Promise.all(
    plans.map(async ({ id }) => [id, await readLastDays(client, { planId: id, now: now() })] as const),
  );
  const usedOn = new Map(lastDays);
  return keys
    .map((key) => {
      const plan = planOf(key.id!);
      return keyOf(store, key, plan, (plan && usedOn.get(plan.id)?.get(key.id!)) ?? null);
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** @throws {ServiceError} not_found */
const one = (store: KeyStore, id: string) =>
  aboutKey(store, id, async () => {
    const [key, plan] = await readWithPlan(store, id);
    return keyOf(store, key, plan, await lastUsedOn(store, id, plan));
  });

/** @throws {ServiceError} invalid_parameter if the owner has no key */
async function holderOf(store: KeyStore, owner: string): Promise<KeyOwner> {
  const [key] = await keysOf(store, owner);
  if (!key) throw invalidParameter('owner', 'owner');
  return keyOwnerOf(key);
}

/**
 * @param request with the owner of another key, whose allowances it gets, or with an owner of its own
 * @throws {ServiceError} invalid_parameter if the owner has no key, or another key has the name
 */
async function create(store: KeyStore, request: KeyRequest): Promise<NewGatewayKey> {
  const { plan: planName, note: description, owner, expiresAt = null } = request;
  const name = prefixOf(store) + request.name;
  const plan = planNamed(planName, await plans(store));
  try {
    const holder = owner === undefined ? null : await holderOf(store, owner);
    if ((await namesInUse(store)).has(name)) throw invalidParameter('name', 'name_in_use');
    const { key, value } = await addKey(adding(store), { name, description, plan, expiresAt, holder });
    return { ...keyOf(store, key, plan, null), value };
  } catch (error) {
    throw commonError(error);
  }
}

/**
 * Creates a key with a new value, and with the name, note, plan, owner and allowances of this one, which gets a name
 * with the date of its replacement. If this key cannot be changed so, no key is created.
 *
 * @throws {ServiceError} not_found; invalid_parameter if the old key has no plan
 */
const replace = (store: KeyStore, id: string, { disable, oldExpiresAt = null }: Replacement) =>
  aboutKey(store, id, async () => {
    const [[old, plan], names] = await Promise.all([readWithPlan(store, id), namesInUse(store)]);
    if (!plan) throw invalidParameter('id', 'key_on_plan');
    const { name = '', description = '' } = old;
    const changeOld = async () => {
      const edit = { name: replacedName(name, names, store.now()), ...(disable && { enabled: false }) };
      await store.client.send(new UpdateApiKeyCommand({ apiKey: id, ...patching(edit) }));
      if (!disable && oldExpiresAt !== null) await tagKey(store.client, id, expiryTags(oldExpiresAt));
    };
    const added = { name, description, plan, expiresAt: null, holder: keyOwnerOf(old) };
    const { key, value } = await addKey(adding(store), added, changeOld);
    return { ...keyOf(store, key, plan, null), value };
  });

/**
 * Sets allowances of an owner, which take precedence over the plan, or removes them (`null`).
 *
 * @returns all keys of the owner, by name. @throws {ServiceError} not_found, conflict
 */
async function allow(store: KeyStore, owner: string, allowances: AllowanceEdit): Promise<GatewayKey[]> {
  try {
    if ((await keysOf(store, owner)).length === 0)
      throw new ServiceError('not_found', { message: message`No key belongs to ${{ owner }}` });
    await allowOwner(store.client, () => keysOf(store, owner), allowances);
    return (await list(store)).filter((key) => key.owner === owner);
  } catch (error) {
    throw commonError(error);
  }
}

/** @throws {ServiceError} not_found, conflict; invalid_parameter, also if a key is to be enabled that has expired */
const change = (store: KeyStore, id: string, edit: KeyEdit) =>
  aboutKey(store, id, async () => {
    const { client, membership, now } = store;
    const [before, from] = await readWithPlan(store, id);
    const to = edit.plan === undefined ? from : planNamed(edit.plan, await plans(store));
    const expiry = edit.expiresAt === undefined ? keyMarksOf(before).expiresAt : edit.expiresAt;
    if (edit.enabled && isExpired({ expiresAt: expiry }, now())) throw invalidParameter('enabled', 'key_expired');
    if (edit.expiresAt !== undefined) await tagKey(client, id, expiryTags(edit.expiresAt));
    const patch = patching(edit);
    const isPatched = patch.patchOperations.length > 0;
    const key = isPatched ? await client.send(new UpdateApiKeyCommand({ apiKey: id, ...patch })) : before;
    if (to) await moveKey(id, { from: from?.id ?? null, to: to.id }, membership);
    return { ...keyOf(store, { ...key, tags: before.tags }, to, await lastUsedOn(store, id, to)), expiresAt: expiry };
  });

/** @throws {ServiceError} not_found */
const remove = (store: KeyStore, id: string) =>
  aboutKey(store, id, async () => {
    const [, plan] = await readWithPlan(store, id);
    if (plan) await store.membership.detach(plan.id, id);
    await store.client.send(new DeleteApiKeyCommand({ apiKey: id }));
  });

/** @returns no days if the key has no plan. @throws {ServiceError} not_found */
const usage = (store: KeyStore, id: string, days: Days) =>
  aboutKey(store, id, async () => {
    const [, plan] = await readWithPlan(store, id);
    return { plan, days: plan ? await readKeyUsage(store.client, { planId: plan.id, keyId: id, ...days }) : [] };
  });

/** Requests by day with all keys, on their current plans. */
async function requests(store: KeyStore, days: Days): Promise<{ date: string; requests: number }[]> {
  const planIds = (await plans(store)).map(({ id }) => id);
  return readRequests(store.client, { planIds, ...days });
}

export type GatewayKeys = ReturnType<typeof createGatewayKeys>;

/**
 * Creates the store of a stack's API keys, which are in API Gateway. Its keys belong to the whole account: those of
 * this stack have a tag with its name, all others are ignored. Their names begin with it for people who read them.
 */
export function createGatewayKeys(client: APIGatewayClient, stackName: string, now: () => number = Date.now) {
  const functions = { plans, list, one, create, replace, allow, change, delete: remove, usage, requests };
  return bindStore({ client, stackName, membership: createMembership(client), now }, functions);
}

/** @returns a name for a key that was replaced, which no other key has */
function replacedName(name: string, inUse: Set<string>, now: number): string {
  const replaced = `${name} (replaced ${dayOf(now)})`;
  for (let count = 2, free = replaced; ; count += 1) {
    if (!inUse.has(free)) return free;
    free = `${replaced} ${count}`;
  }
}

function patching({ enabled, note, name }: KeyEdit & { name?: string }): { patchOperations: PatchOperation[] } {
  const replace = (path: string, value: string): PatchOperation => ({ op: 'replace', path, value });
  return {
    patchOperations: [
      ...(name === undefined ? [] : [replace('/name', name)]),
      ...(enabled === undefined ? [] : [replace('/enabled', String(enabled))]),
      ...(note === undefined ? [] : [replace('/description', note)]),
    ],
  };
}

/** @returns the service's error for an error of API Gateway; other errors unchanged */
function commonError(error: unknown): unknown {
  if (error instanceof ConflictException) return new ServiceError('conflict', { cause: error });
  if (!(error instanceof TooManyRequestsException)) return error;
  // The control plane's limits are per second: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
  return new ServiceError('rate_limited', {
    message: "The rate limit of API Gateway's control plane is reached. Retry in a moment.",
    cause: error,
  });
}

/** Returns the error for a key that this stack does not have. */
function unknownKey(id: string): ServiceError {
  return new ServiceError('not_found', { message: message`There is no key ${{ id }}` });
}
