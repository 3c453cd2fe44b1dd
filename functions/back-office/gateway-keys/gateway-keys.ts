import {
  type APIGatewayClient,
  type ApiKey,
  ConflictException,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeyCommand,
  NotFoundException,
  paginateGetUsagePlanKeys,
  type PatchOperation,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { allKeys } from './all-keys.ts';
import { UnknownKey, UnknownPlan } from './errors.ts';
import { type Days, readKeyUsage, type UsageDay } from './key-usage.ts';
import { aboutKey, commonError } from './map-errors.ts';
import { discardKey, makeKey } from './make-key.ts';
import { moveKey, type PlanMembership } from './move-key.ts';
import { type GatewayPlan, PAGE_SIZE, readPlans } from '../../shared/gateway/plans.ts';

/** An API key of the stack, without its value, which is only returned when it is created. */
export interface GatewayKey {
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
  /** @throws {UnknownPlan} */
  create(key: { name: string; plan: string; note: string }): Promise<GatewayKey & { value: string }>;
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

  async function plansOfKeys(): Promise<{ plans: GatewayPlan[]; planOf: (keyId: string) => GatewayPlan | null }> {
    const plans = await readPlans(client, stackName);
    const members = await Promise.all(plans.map(({ id }) => keyIdsOn(client, id)));
    return { plans, planOf: (keyId) => plans.find((_, index) => members[index]!.has(keyId)) ?? null };
  }

  async function get(id: string): Promise<ApiKey> {
    const key = await client.send(new GetApiKeyCommand({ apiKey: id }));
    if (!key.name?.startsWith(prefix)) throw new UnknownKey(id);
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
  });

  function planNamed(name: string, plans: GatewayPlan[]): GatewayPlan {
    const plan = plans.find((candidate) => candidate.name === name);
    if (!plan) throw new UnknownPlan(plans.map((candidate) => candidate.name));
    return plan;
  }

  return {
    plans: () => readPlans(client, stackName),

    async list() {
      const [{ planOf }, keys] = await Promise.all([plansOfKeys(), allKeys(client)]);
      return keys
        .filter(({ name }) => name?.startsWith(prefix))
        .map((key) => keyOf(key, planOf(key.id!)))
        .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
    },

    async create({ name, plan: planName, note }) {
      const plan = planNamed(planName, await readPlans(client, stackName));
      try {
        const { key, value } = await makeKey(client, { name: prefix + name, description: note });
        await membership.attach(plan.id, key.id!).catch(async (error: unknown) => {
          // A key without a plan whose value was never returned is useless.
          await discardKey(client, key.id!);
          throw error;
        });
        return { ...keyOf(key, plan), value };
      } catch (error) {
        throw commonError(error);
      }
    },

    change: (id, edit) =>
      aboutKey(id, async () => {
        const [before, { plans, planOf }] = await Promise.all([get(id), plansOfKeys()]);
        const from = planOf(id);
        const to = edit.plan === undefined ? from : planNamed(edit.plan, plans);
        const patchOperations = patchesOf(edit);
        const key =
          patchOperations.length > 0
            ? await client.send(new UpdateApiKeyCommand({ apiKey: id, patchOperations }))
            : before;
        if (to) await moveKey(id, { from: from?.id ?? null, to: to.id }, membership);
        return keyOf(key, to);
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

async function keyIdsOn(client: APIGatewayClient, usagePlanId: string): Promise<Set<string>> {
  const ids = new Set<string>();
  const pages = paginateGetUsagePlanKeys({ client }, { usagePlanId, limit: PAGE_SIZE });
  for await (const { items = [] } of pages) for (const { id } of items) ids.add(id!);
  return ids;
}

function createMembership(client: APIGatewayClient): PlanMembership {
  return {
    async attach(usagePlanId, keyId) {
      try {
        await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));
      } catch (error) {
        // An earlier attempt whose response was lost may have succeeded.
        if (!(error instanceof ConflictException && (await keyIdsOn(client, usagePlanId)).has(keyId))) throw error;
      }
    },
    async detach(usagePlanId, keyId) {
      try {
        await client.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId }));
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
      }
    },
  };
}

function patchesOf({ enabled, note }: KeyEdit): PatchOperation[] {
  const replace = (path: string, value: string): PatchOperation => ({ op: 'replace', path, value });
  return [
    ...(enabled === undefined ? [] : [replace('/enabled', String(enabled))]),
    ...(note === undefined ? [] : [replace('/description', note)]),
  ];
}
