import { type APIGatewayClient, GetApiKeyCommand } from '@aws-sdk/client-api-gateway';
import type { KeyHolder } from '../storage/key-holders.ts';
import { readPlans } from './plans.ts';

/**
 * Tags of a key: its owner, and what its owner may have fetched a day where that is set apart from the plan. They are
 * written by the back office and by `npm run keys`.
 */
const OWNER_TAG = 'owner';
const DOMAINS_TAG = 'domains_per_day';
const PAGES_TAG = 'pages_per_day';

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
  const [{ tags = {} }, plans] = await Promise.all([
    client.send(new GetApiKeyCommand({ apiKey: keyId }), { abortSignal }),
    readPlans(client, stackName, { keyId, abortSignal }),
  ]);
  return {
    owner: tags[OWNER_TAG] ?? keyId,
    plan: plans[0]?.name ?? null,
    domainsPerDay: countOf(tags[DOMAINS_TAG]),
    pagesPerDay: countOf(tags[PAGES_TAG]),
  };
}

/** @returns `null` for what is no count: people can write tags too */
function countOf(text = ''): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}
