import {
  type APIGatewayClient,
  ConflictException,
  CreateUsagePlanKeyCommand,
  DeleteUsagePlanKeyCommand,
  NotFoundException,
  paginateGetUsagePlanKeys,
} from '@aws-sdk/client-api-gateway';
import { invalidParameter } from '../platform/http/errors.ts';
import { type GatewayPlan, PAGE_SIZE, readPlans } from './control-plane.ts';

/** Adds keys to plans and removes them, by API Gateway's ids. */
export type PlanMembership = ReturnType<typeof createMembership>;

export function createMembership(client: APIGatewayClient) {
  return {
    async attach(usagePlanId: string, keyId: string): Promise<void> {
      try {
        await client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));
      } catch (error) {
        // An earlier attempt whose response was lost may have succeeded.
        if (!(error instanceof ConflictException && (await keyIdsOn(client, usagePlanId)).has(keyId))) throw error;
      }
    },
    /** Does nothing for a key that is not on the plan. */
    async detach(usagePlanId: string, keyId: string): Promise<void> {
      try {
        await client.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId }));
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
      }
    },
  };
}

/** Reads the stack's plans, and the plan of each key. */
export async function readPlansOfKeys(
  client: APIGatewayClient,
  stackName: string,
): Promise<{ plans: GatewayPlan[]; planOf: (keyId: string) => GatewayPlan | null }> {
  const plans = await readPlans(client, stackName);
  const members = await Promise.all(plans.map(({ id }) => keyIdsOn(client, id)));
  return { plans, planOf: (keyId) => plans.find((_, index) => members[index]!.has(keyId)) ?? null };
}

/** @throws {ServiceError} invalid_parameter */
export function planNamed(name: string, plans: GatewayPlan[]): GatewayPlan {
  const plan = plans.find((candidate) => candidate.name === name);
  if (!plan) throw invalidParameter('plan', 'one_of', { known: plans.map((candidate) => candidate.name) });
  return plan;
}

async function keyIdsOn(client: APIGatewayClient, usagePlanId: string): Promise<Set<string>> {
  const ids = new Set<string>();
  const pages = paginateGetUsagePlanKeys({ client }, { usagePlanId, limit: PAGE_SIZE });
  for await (const { items = [] } of pages) for (const { id } of items) ids.add(id!);
  return ids;
}

/**
 * Moves a key to another plan, which resets its usage. A key has at most one plan per stage, so it gives no access for
 * a moment; if it cannot be added to the new plan, it is added to the old one again.
 *
 * @param from `null`: the key has no plan
 * @throws what `attach` throws
 */
export async function moveKey(
  keyId: string,
  { from, to }: { from: string | null; to: string },
  membership: PlanMembership,
): Promise<void> {
  if (from === to) return;
  if (from) await membership.detach(from, keyId);
  try {
    await membership.attach(to, keyId);
  } catch (error) {
    // Both errors are reported: the key has no plan then.
    if (from)
      await membership.attach(from, keyId).catch((second: unknown) => Promise.reject(bothFailed(error, second)));
    throw error;
  }
}

function bothFailed(error: unknown, second: unknown): Error {
  return new AggregateError(
    [error, second],
    'The key could be moved to neither the new plan nor the old one: it is on no plan now',
  );
}
