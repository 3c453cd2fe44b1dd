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
import { createKeyAdder } from './create-key.ts';
import { dayOf } from '../platform/time/day.ts';
import { allKeys, allowOwner, isGone, tagKey } from './edit-keys.ts';
import { type Days, readKeyUsage, readLastDays, readRequests } from './key-usage.ts';
import { message } from '../platform/http/message.ts';
import { createMembership, moveKey, planNamed, readPlansOfKeys } from './plan-membership.ts';

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

export type GatewayKeys = ReturnType<typeof createGatewayKeys>;

/**
 * Creates the store of a stack's API keys, which are in API Gateway. Its keys belong to the whole account: those of
 * this stack have a tag with its name, all others are ignored. Their names begin with it for people who read them.
 */
export function createGatewayKeys(client: APIGatewayClient, stackName: string, now = Date.now) {
  const prefix = `${stackName}-`;
  const membership = createMembership(client);
  const isOurs = (key: ApiKey) => isOfStack(key, stackName);
  const aboutKey = <Result>(id: string, work: () => Promise<Result>) => callAboutKey({ client, isOurs }, id, work);
  const keysOf = async (owner: string) =>
    (await allKeys(client)).filter((key) => isOurs(key) && keyOwnerOf(key).owner === owner);
  const addKey = createKeyAdder({ client, stackName, membership, keysOf });
  const namesInUse = async () => new Set((await allKeys(client)).filter(isOurs).map(({ name }) => name!));

  async function get(id: string): Promise<ApiKey> {
    const key = await client.send(new GetApiKeyCommand({ apiKey: id }));
    if (!isOurs(key)) throw unknownKey(id);
    return key;
  }

  /** Reads the plan with one request, whatever the number of keys. */
  const planOfKey = async (keyId: string) => (await readPlans(client, stackName, { keyId }))[0] ?? null;

  async function lastUsedOn(id: string, plan: GatewayPlan | null): Promise<string | null> {
    if (!plan) return null;
    return (await readLastDays(client, { planId: plan.id, keyId: id, now: now() })).get(id) ?? null;
  }

  const keyOf = (key: ApiKey, plan: GatewayPlan | null, usedOn: string | null): GatewayKey => ({
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
  });

  async function list(): Promise<GatewayKey[]> {
    const [{ plans, planOf }, keys] = await Promise.all([readPlansOfKeys(client, stackName), allKeys(client)]);
    const lastDays = await Promise.all(
      plans.map(async ({ id }) => [id, await readLastDays(client, { planId: id, now: now() })] as const),
    );
    const usedOn = new Map(lastDays);
    return keys
      .filter(isOurs)
      .map((key) => {
        const plan = planOf(key.id!);
        return keyOf(key, plan, (plan && usedOn.get(plan.id)?.get(key.id!)) ?? null);
      })
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  }

  /** @throws {ServiceError} invalid_parameter if the owner has no key */
  async function holderOf(owner: string): Promise<KeyOwner> {
    const [key] = await keysOf(owner);
    if (!key) throw invalidParameter('owner', 'owner');
    return keyOwnerOf(key);
  }

  return {
    plans: () => readPlans(client, stackName),
    /** All keys of the stack, by name. */
    list,
    /** @throws {ServiceError} not_found */
    one: (id: string) =>
      aboutKey(id, async () => {
        const [key, plan] = await Promise.all([get(id), planOfKey(id)]);
        return keyOf(key, plan, await lastUsedOn(id, plan));
      }),

    /**
     * @param key with the owner of another key, whose allowances it gets, or with an owner of its own
     * @throws {ServiceError} invalid_parameter if the owner has no key, or another key has the name
     */
    async create({ name, plan: planName, note, owner, expiresAt = null }: KeyRequest): Promise<NewGatewayKey> {
      const plan = planNamed(planName, await readPlans(client, stackName));
      try {
        const holder = owner === undefined ? null : await holderOf(owner);
        if ((await namesInUse()).has(prefix + name)) throw invalidParameter('name', 'name_in_use');
        const { key, value } = await addKey({ name: prefix + name, description: note, plan, expiresAt, holder });
        return { ...keyOf(key, plan, null), value };
      } catch (error) {
        throw commonError(error);
      }
    },

    /**
     * Creates a key with a new value, and with the name, note, plan, owner and allowances of this one, which gets a name
     * with the date of its replacement. If this key cannot be changed so, no key is created.
     *
     * @throws {ServiceError} not_found; invalid_parameter if the old key has no plan
     */
    replace: (id: string, { disable, oldExpiresAt = null }: Replacement) =>
      aboutKey(id, async () => {
        const [old, plan, names] = await Promise.all([get(id), planOfKey(id), namesInUse()]);
        if (!plan) throw invalidParameter('id', 'key_on_plan');
        const { name = '', description = '' } = old;
        const changeOld = async () => {
          const edit = { name: replacedName(name, names, now()), ...(disable && { enabled: false }) };
          await client.send(new UpdateApiKeyCommand({ apiKey: id, ...patching(edit) }));
          if (!disable && oldExpiresAt !== null) await tagKey(client, id, expiryTags(oldExpiresAt));
        };
        const { key, value } = await addKey(
          { name, description, plan, expiresAt: null, holder: keyOwnerOf(old) },
          changeOld,
        );
        return { ...keyOf(key, plan, null), value };
      }),

    /**
     * Sets allowances of an owner, which take precedence over the plan, or removes them (`null`).
     *
     * @returns all keys of the owner, by name. @throws {ServiceError} not_found, conflict
     */
    async allow(owner: string, allowances: AllowanceEdit): Promise<GatewayKey[]> {
      try {
        if ((await keysOf(owner)).length === 0)
          throw new ServiceError('not_found', { message: message`No key belongs to ${{ owner }}` });
        await allowOwner(client, () => keysOf(owner), allowances);
        return (await list()).filter((key) => key.owner === owner);
      } catch (error) {
        throw commonError(error);
      }
    },

    /**
     * @throws {ServiceError} not_found, conflict; invalid_parameter, also if a key is to be enabled that has expired
     */
    change: (id: string, edit: KeyEdit) =>
      aboutKey(id, async () => {
        const [before, from] = await Promise.all([get(id), planOfKey(id)]);
        const to = edit.plan === undefined ? from : planNamed(edit.plan, await readPlans(client, stackName));
        const expiry = edit.expiresAt === undefined ? keyMarksOf(before).expiresAt : edit.expiresAt;
        if (edit.enabled && isExpired({ expiresAt: expiry }, now())) throw invalidParameter('enabled', 'key_expired');
        if (edit.expiresAt !== undefined) await tagKey(client, id, expiryTags(edit.expiresAt));
        const patch = patching(edit);
        const key =
          patch.patchOperations.length > 0
            ? await client.send(new UpdateApiKeyCommand({ apiKey: id, ...patch }))
            : before;
        if (to) await moveKey(id, { from: from?.id ?? null, to: to.id }, membership);
        return { ...keyOf({ ...key, tags: before.tags }, to, await lastUsedOn(id, to)), expiresAt: expiry };
      }),

    /** @throws {ServiceError} not_found */
    delete: (id: string) =>
      aboutKey(id, async () => {
        const [, plan] = await Promise.all([get(id), planOfKey(id)]);
        if (plan) await membership.detach(plan.id, id);
        await client.send(new DeleteApiKeyCommand({ apiKey: id }));
      }),

    /** @returns no days if the key has no plan. @throws {ServiceError} not_found */
    usage: (id: string, days: Days) =>
      aboutKey(id, async () => {
        const [, plan] = await Promise.all([get(id), planOfKey(id)]);
        return { plan, days: plan ? await readKeyUsage(client, { planId: plan.id, keyId: id, ...days }) : [] };
      }),

    /** Requests by day with all keys, on their current plans. */
    async requests(days: Days): Promise<{ date: string; requests: number }[]> {
      const plans = await readPlans(client, stackName);
      return readRequests(client, { planIds: plans.map(({ id }) => id), ...days });
    },
  };
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

interface KeysOfStack {
  client: APIGatewayClient;
  isOurs: (key: ApiKey) => boolean;
}

const KEY_ID = /^[a-z0-9]+$/i;

/**
 * Runs calls about one key, and converts API Gateway's errors to the service's.
 *
 * @throws {ServiceError} not_found also for an invalid id: `..` would change the path of the call
 */
async function callAboutKey<Result>(
  { client, isOurs }: KeysOfStack,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!KEY_ID.test(id)) throw unknownKey(id);
  try {
    return await work();
  } catch (error) {
    if (await isGone(client, id, error, isOurs)) throw unknownKey(id);
    throw commonError(error);
  }
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
