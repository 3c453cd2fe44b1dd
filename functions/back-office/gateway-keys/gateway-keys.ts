import {
  type APIGatewayClient,
  type ApiKey,
  DeleteApiKeyCommand,
  GetApiKeyCommand,
  type PatchOperation,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { InvalidParameter } from '../../shared/http/errors.ts';
import { type AllowanceEdit, type KeyOwner, keyOwnerOf } from '../../shared/gateway/key-tags.ts';
import { type GatewayPlan, readPlans } from '../../shared/gateway/plans.ts';
import { createKeyAdder } from './add-key.ts';
import { allKeys } from './all-keys.ts';
import { allowOwner } from './allow-owner.ts';
import { UnknownKey, UnknownOwner } from './errors.ts';
import { type Days, readKeyUsage, type UsageDay } from './key-usage.ts';
import { aboutKey, commonError } from './map-errors.ts';
import { moveKey } from './move-key.ts';
import { createMembership, planNamed, readPlansOfKeys } from './plan-membership.ts';

/** An API key of the stack, without its value, which is only returned when it is created. */
export interface GatewayKey extends KeyOwner {
  id: string;
  /** Without the stack's prefix. */
  name: string;
  note: string;
  /** Name of its plan; `null`: without a plan, a key gives no access. */
  plan: string | null;
  enabled: boolean;
  /** ISO 8601 times. */
  createdAt: string;
  updatedAt: string;
}

/** A key that was made, with its value, which is not told again. */
export type NewGatewayKey = GatewayKey & { value: string };

export interface KeyEdit {
  enabled?: boolean | undefined;
  note?: string | undefined;
  /** Another plan resets the usage. */
  plan?: string | undefined;
}

export interface GatewayKeys {
  plans(): Promise<GatewayPlan[]>;
  /** All keys of the stack, by name. */
  list(): Promise<GatewayKey[]>;
  /**
   * @param key with the owner of another key, whose allowances it takes over, or else with an owner of its own
   * @throws {UnknownPlan} {InvalidParameter} when the owner has no key
   */
  create(key: { name: string; plan: string; note: string; owner?: string | undefined }): Promise<NewGatewayKey>;
  /**
   * Makes a key with another value, and the name, note, plan, owner and allowances of this one.
   *
   * @param how whether the old key is disabled; else it stays as it is. Where it cannot be disabled, none is made
   * @throws {UnknownKey} {InvalidParameter} when the old key is on no plan
   */
  replace(id: string, how: { disable: boolean }): Promise<NewGatewayKey>;
  /**
   * Sets allowances of an owner apart from the plan, or as on the plan (`null`).
   *
   * @returns all keys of the owner, by name. @throws {UnknownOwner} {KeyConflict}
   */
  allow(owner: string, allowances: AllowanceEdit): Promise<GatewayKey[]>;
  /** @throws {UnknownKey} {UnknownPlan} {KeyConflict} */
  change(id: string, edit: KeyEdit): Promise<GatewayKey>;
  /** @throws {UnknownKey} */
  delete(id: string): Promise<void>;
  /** @returns no days if the key has no plan. @throws {UnknownKey} */
  usage(id: string, days: Days): Promise<{ plan: GatewayPlan | null; days: UsageDay[] }>;
}

/**
 * The API keys of a stack, which API Gateway stores. Its keys belong to the whole account: those of this stack have its
 * name as prefix, all others are ignored.
 */
export function createGatewayKeys(client: APIGatewayClient, stackName: string): GatewayKeys {
  const prefix = `${stackName}-`;
  const membership = createMembership(client);
  const plansOfKeys = () => readPlansOfKeys(client, stackName);
  const isOurs = ({ name }: ApiKey) => name?.startsWith(prefix) ?? false;
  const keysOf = async (owner: string) =>
    (await allKeys(client)).filter((key) => isOurs(key) && keyOwnerOf(key).owner === owner);
  const addKey = createKeyAdder({ client, membership, keysOf });

  async function get(id: string): Promise<ApiKey> {
    const key = await client.send(new GetApiKeyCommand({ apiKey: id }));
    if (!isOurs(key)) throw new UnknownKey(id);
    return key;
  }

  const keyOf = (key: ApiKey, plan: GatewayPlan | null): GatewayKey => ({
    id: key.id!,
    name: key.name!.slice(prefix.length),
    note: key.description ?? '',
    plan: plan?.name ?? null,
    enabled: key.enabled ?? false,
    createdAt: key.createdDate!.toISOString(),
    updatedAt: (key.lastUpdatedDate ?? key.createdDate!).toISOString(),
    ...keyOwnerOf(key),
  });

  async function list(): Promise<GatewayKey[]> {
    const [{ planOf }, keys] = await Promise.all([plansOfKeys(), allKeys(client)]);
    return keys
      .filter(isOurs)
      .map((key) => keyOf(key, planOf(key.id!)))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  }

  /** @throws {InvalidParameter} when the owner has no key */
  async function holderOf(owner: string): Promise<KeyOwner> {
    const [key] = await keysOf(owner);
    if (!key) throw new InvalidParameter([{ param: 'owner', message: 'must be the owner of a key' }]);
    return keyOwnerOf(key);
  }

  return {
    plans: () => readPlans(client, stackName),
    list,

    async create({ name, plan: planName, note, owner }) {
      const plan = planNamed(planName, await readPlans(client, stackName));
      try {
        const holder = owner === undefined ? null : await holderOf(owner);
        const { key, value } = await addKey({ name: prefix + name, description: note, plan, holder });
        return { ...keyOf(key, plan), value };
      } catch (error) {
        throw commonError(error);
      }
    },

    replace: (id, { disable }) =>
      aboutKey(id, async () => {
        const [old, { planOf }] = await Promise.all([get(id), plansOfKeys()]);
        const plan = planOf(id);
        if (!plan) throw new InvalidParameter([{ param: 'id', message: 'must be the id of a key that is on a plan' }]);
        const { name = '', description = '' } = old;
        const disableOld = () => client.send(new UpdateApiKeyCommand({ apiKey: id, ...patching({ enabled: false }) }));
        const { key, value } = await addKey(
          { name, description, plan, holder: keyOwnerOf(old) },
          disable ? disableOld : undefined,
        );
        return { ...keyOf(key, plan), value };
      }),

    async allow(owner, allowances) {
      try {
        if ((await keysOf(owner)).length === 0) throw new UnknownOwner(owner);
        await allowOwner(client, () => keysOf(owner), allowances);
        return (await list()).filter((key) => key.owner === owner);
      } catch (error) {
        throw commonError(error);
      }
    },

    change: (id, edit) =>
      aboutKey(id, async () => {
        const [before, { plans, planOf }] = await Promise.all([get(id), plansOfKeys()]);
        const from = planOf(id);
        const to = edit.plan === undefined ? from : planNamed(edit.plan, plans);
        const patch = patching(edit);
        const key =
          patch.patchOperations.length > 0
            ? await client.send(new UpdateApiKeyCommand({ apiKey: id, ...patch }))
            : before;
        if (to) await moveKey(id, { from: from?.id ?? null, to: to.id }, membership);
        return keyOf({ ...key, tags: before.tags }, to);
      }),

    delete: (id) =>
      aboutKey(id, async () => {
        const [, { planOf }] = await Promise.all([get(id), plansOfKeys()]);
        const plan = planOf(id);
        if (plan) await membership.detach(plan.id, id);
        await client.send(new DeleteApiKeyCommand({ apiKey: id }));
      }),

    usage: (id, days) =>
      aboutKey(id, async () => {
        const [, { planOf }] = await Promise.all([get(id), plansOfKeys()]);
        const plan = planOf(id);
        return { plan, days: plan ? await readKeyUsage(client, { planId: plan.id, keyId: id, ...days }) : [] };
      }),
  };
}

function patching({ enabled, note }: KeyEdit): { patchOperations: PatchOperation[] } {
  const replace = (path: string, value: string): PatchOperation => ({ op: 'replace', path, value });
  return {
    patchOperations: [
      ...(enabled === undefined ? [] : [replace('/enabled', String(enabled))]),
      ...(note === undefined ? [] : [replace('/description', note)]),
    ],
  };
}
