import { type APIGatewayClient, GetApiKeyCommand } from '@aws-sdk/client-api-gateway';
import type { KeyHolder } from '../storage/key-holders.ts';
import { keyOwnerOf } from './key-tags.ts';
import { readPlans } from './plans.ts';

interface ControlPlane {
  client: APIGatewayClient;
  stackName: string;
  abortSignal: AbortSignal;
}

/**
 * Asks API Gateway who holds a key, by two calls. A key without an owner, as version 0.1 made them, is its own.
 *
 * @throws API Gateway's error
 */
export async function readKeyHolder(
  { client, stackName, abortSignal }: ControlPlane,
  keyId: string,
): Promise<KeyHolder> {
  const [key, plans] = await Promise.all([
    client.send(new GetApiKeyCommand({ apiKey: keyId }), { abortSignal }),
    readPlans(client, stackName, { keyId, abortSignal }),
  ]);
  const { owner, allowances } = keyOwnerOf(key);
  return { owner, plan: plans[0]?.name ?? null, ...allowances };
}
