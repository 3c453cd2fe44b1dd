import {
  type APIGatewayClient,
  type ApiKey,
  CreateApiKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeyCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import { randomBytes } from 'node:crypto';
import { expiryTags, type KeyOwner, newOwner, stackTag, type Tags, tagsOf, valueTag } from './key-tags.ts';
import type { GatewayPlan } from './control-plane.ts';
import { alignNewKey, allKeys } from './edit-keys.ts';
import type { PlanMembership } from './plan-membership.ts';

interface KeyAdderServices {
  client: APIGatewayClient;
  stackName: string;
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
 * Creates a key on its plan, with the allowances of its owner, and then calls `andThen`. If anything fails, it deletes the
 * key: its value was not returned to anyone.
 */
export async function addKey(
  { client, stackName, membership, keysOf }: KeyAdderServices,
  { name, description, plan, expiresAt, holder }: NewKey,
  andThen: () => Promise<unknown> = () => Promise.resolve(),
): Promise<{ key: ApiKey; value: string }> {
  const { owner, allowances } = holder ?? newOwner();
  const fixed = { ...stackTag(stackName), ...expiryTags(expiresAt).set };
  const tags = { ...tagsOf({ owner, allowances }), ...fixed };
  const { key, value } = await createKey(client, { name, description, tags });
  try {
    await membership.attach(plan.id, key.id!);
    const aligned = holder ? await alignNewKey(client, () => keysOf(owner), { id: key.id!, allowances }) : allowances;
    await andThen();
    const known = { ...tagsOf({ owner, allowances: aligned }), ...fixed, ...valueTag(value) };
    return { key: { ...key, tags: known }, value };
  } catch (error) {
    await discardKey(client, key.id!);
    throw error;
  }
}

/** Same length as the values that API Gateway generates. */
const VALUE_BYTES = 20;

/**
 * Creates an enabled key without a plan, exactly once: the SDK retries a call whose response was lost, and API Gateway
 * would create another key each time. It rejects a value that another key has, so the value is generated here, and a
 * key with this value was created by an earlier attempt.
 *
 * @throws API Gateway's error; a key that may exist nevertheless is logged
 */
async function createKey(
  client: APIGatewayClient,
  { name, description, tags }: { name: string; description: string; tags: Tags },
): Promise<{ key: ApiKey; value: string }> {
  const value = randomBytes(VALUE_BYTES).toString('hex');
  try {
    const create = new CreateApiKeyCommand({
      name,
      description,
      enabled: true,
      value,
      tags: { ...tags, ...valueTag(value) },
    });
    return { key: await client.send(create), value };
  } catch (error) {
    const key = await findKey(client, name, value).catch((second: unknown) => {
      logLeftOver('a key without a plan, and so without access, may be left', { key_name: name }, second);
    });
    if (!key) throw error;
    return { key, value };
  }
}

/** Deletes a key. A failure is logged and not thrown: the caller has an error already. */
async function discardKey(client: APIGatewayClient, id: string): Promise<void> {
  try {
    await client.send(new DeleteApiKeyCommand({ apiKey: id }));
  } catch (error) {
    if (error instanceof NotFoundException) return;
    logLeftOver('a key without access could not be deleted', { key_id: id }, error);
  }
}

async function findKey(client: APIGatewayClient, name: string, value: string): Promise<ApiKey | undefined> {
  for (const { id } of (await allKeys(client)).filter((key) => key.name === name)) {
    const key = await client.send(new GetApiKeyCommand({ apiKey: id, includeValue: true }));
    if (key.value === value) return key;
  }
  return undefined;
}

function logLeftOver(message: string, key: { key_id: string } | { key_name: string }, error: unknown) {
  console.error(JSON.stringify({ level: 'ERROR', message, ...key, error: (error as Error).name }));
}
