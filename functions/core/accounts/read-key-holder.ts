import { type APIGatewayClient, GetTagsCommand } from '@aws-sdk/client-api-gateway';
import type { KeyHolder } from './key-holders.ts';
import { keyArn } from './key-arn.ts';
import { keyOwnerOf } from './key-tags.ts';
import { readPlans } from './plans.ts';

interface ControlPlane {
  client: APIGatewayClient;
  stackName: string;
  abortSignal: AbortSignal;
}

/**
 * Requests from API Gateway who holds a key, by two calls. A key without an owner, such as one made in the console, is its
 * own. Its tags are read, and not the key: whoever may read a key may also read its value.
 *
 * @throws API Gateway's error
 */
export async function readKeyHolder(
  { client, stackName, abortSignal }: ControlPlane,
  keyId: string,
): Promise<KeyHolder> {
  const [{ tags = {} }, plans] = await Promise.all([
    client.send(new GetTagsCommand({ resourceArn: await keyArn(client, keyId) }), { abortSignal }),
    readPlans(client, stackName, { keyId, abortSignal }),
  ]);
  const { owner, allowances } = keyOwnerOf({ id: keyId, tags });
  return { owner, plan: plans[0]?.name ?? null, ...allowances };
}
