import {
  type APIGatewayClient,
  type ApiKey,
  CreateApiKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeyCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import { randomBytes } from 'node:crypto';
import { type Tags, valueTag } from '../../core/accounts/key-tags.ts';
import { allKeys } from './all-keys.ts';

/** Same length as the values that API Gateway generates. */
const VALUE_BYTES = 20;

/**
 * Creates an enabled key without a plan, exactly once: the SDK retries a call whose response was lost, and API Gateway
 * would create another key each time. It rejects a value that another key has, so the value is chosen here, and a key
 * with this value was created by an earlier attempt.
 *
 * @throws API Gateway's error; a key that may exist in spite of it is logged
 */
export async function makeKey(
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
      logLeftOver('a key may be left on no plan, where it opens nothing', { key_name: name }, second);
    });
    if (!key) throw error;
    return { key, value };
  }
}

/** Deletes a key. A failure is logged and not thrown: the caller has an error already. */
export async function discardKey(client: APIGatewayClient, id: string): Promise<void> {
  try {
    await client.send(new DeleteApiKeyCommand({ apiKey: id }));
  } catch (error) {
    if (error instanceof NotFoundException) return;
    logLeftOver('a key that opens nothing could not be deleted', { key_id: id }, error);
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
