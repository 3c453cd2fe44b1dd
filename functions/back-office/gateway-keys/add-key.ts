import type { APIGatewayClient, ApiKey } from '@aws-sdk/client-api-gateway';
import { expiryTags, type KeyOwner, newOwner, tagsOf, valueTag } from '../../core/accounts/key-tags.ts';
import type { GatewayPlan } from '../../core/accounts/plans.ts';
import { alignNewKey } from './allow-owner.ts';
import { discardKey, makeKey } from './make-key.ts';
import type { PlanMembership } from './plan-membership.ts';

interface KeyAdderServices {
  client: APIGatewayClient;
  membership: PlanMembership;
  /** Reads all keys of an owner. */
  keysOf: (owner: string) => Promise<ApiKey[]>;
}

interface NewKey {
  /** With the stack's prefix. */
  name: string;
  description: string;
  plan: GatewayPlan;
  /** ISO 8601 time at which it is disabled; `null`: never. */
  expiresAt: string | null;
  /** An owner with other keys; `null`: the key is its own owner. */
  holder: KeyOwner | null;
}

/**
 * Makes keys on their plans, with the allowances of their owners.
 *
 * @returns a function that makes a key and then does what it is given. If any of it fails, it deletes the key: nobody
 *   was told its value
 */
export function createKeyAdder({ client, membership, keysOf }: KeyAdderServices) {
  return async function addKey(
    { name, description, plan, expiresAt, holder }: NewKey,
    andThen: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<{ key: ApiKey; value: string }> {
    const { owner, allowances } = holder ?? newOwner();
    const expiry = expiryTags(expiresAt).set;
    const tags = { ...tagsOf({ owner, allowances }), ...expiry };
    const { key, value } = await makeKey(client, { name, description, tags });
    try {
      await membership.attach(plan.id, key.id!);
      const aligned = holder ? await alignNewKey(client, () => keysOf(owner), { id: key.id!, allowances }) : allowances;
      await andThen();
      const known = { ...tagsOf({ owner, allowances: aligned }), ...expiry, ...valueTag(value) };
      return { key: { ...key, tags: known }, value };
    } catch (error) {
      await discardKey(client, key.id!);
      throw error;
    }
  };
}
