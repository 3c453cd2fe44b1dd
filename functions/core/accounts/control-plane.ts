import {
  APIGatewayClient,
  type APIGatewayClientConfig,
  GetTagsCommand,
  paginateGetUsagePlans,
  type UsagePlan,
} from '@aws-sdk/client-api-gateway';
import { awsRequestLimits } from '../platform/aws-request-limits.ts';
import { KEY_HOLDER_MS } from '../platform/time/limits.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createProviderRateLimit } from '../platform/rate-limit.ts';
import { type KeyHolder, keyArn, keyOwnerOf } from './key-tags.ts';
import { type PlanName, planNames } from '../platform/settings/catalogue.ts';

/** An account has ten control-plane calls per second, for some operations one or two: throttled calls are retried. */
const MAX_ATTEMPTS = 8;

/** The client for API Gateway's control plane; it slows down when it is throttled. */
export function createGatewayClient(config: APIGatewayClientConfig = {}): APIGatewayClient {
  return new APIGatewayClient({
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'adaptive',
    requestHandler: awsRequestLimits,
    ...config,
  });
}

/**
 * The control plane takes ten calls a second of the whole account
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html): half of them are left to the back office
 * and to others.
 */
const CALL_MS = 200;

/**
 * Slots to call API Gateway's control plane, over all instances.
 *
 * @param calls so many calls are made in a slot
 * @returns waits for a slot, so long at most; throws where too many wait
 */
export function createControlPlaneSlots(
  db: DynamoDB,
  table: string,
  now: () => number,
  calls = 1,
): (maxWaitMs: number) => Promise<void> {
  const rateLimit = createProviderRateLimit(db, table, now);
  const pace = { key: 'api-gateway', intervalMs: calls * CALL_MS };
  return async (maxWaitMs) => {
    await rateLimit.take(pace, maxWaitMs);
  };
}

const CALLS = 2;

interface Options {
  db: DynamoDB;
  /** The `Coordination` table. */
  table: string;
  stackName: string;
  now: () => number;
}

/**
 * Asks API Gateway who holds a key, within the time that callers wait for it: the file is loaded only then.
 *
 * @returns throws where API Gateway does not answer in time, or too many ask
 */
export function createHolderReader({ db, table, stackName, now }: Options) {
  const takeSlot = createControlPlaneSlots(db, table, now, CALLS);
  const client = createGatewayClient({ maxAttempts: 2, retryMode: 'standard' });
  return async (keyId: string): Promise<KeyHolder> => {
    const abortSignal = AbortSignal.timeout(KEY_HOLDER_MS);
    await takeSlot(KEY_HOLDER_MS / 2);
    return readKeyHolder({ client, stackName, abortSignal }, keyId);
  };
}

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

/** Largest page that API Gateway returns. */
export const PAGE_SIZE = 500;

/** A plan of the stack. */
export interface GatewayPlan {
  /** API Gateway's own id. */
  id: string;
  /** Without the stack's prefix. */
  name: PlanName;
  requestsPerSecond: number;
  burst: number;
  monthlyQuota: number;
}

interface PlanFilter {
  /** Only plans that this key is on. */
  keyId?: string;
  abortSignal?: AbortSignal;
}

/** The stack's plans, looked up by name: their ids are only known after deployment. */
export async function readPlans(
  client: APIGatewayClient,
  stackName: string,
  { keyId, abortSignal }: PlanFilter = {},
): Promise<GatewayPlan[]> {
  const found: UsagePlan[] = [];
  const pages = paginateGetUsagePlans({ client }, { limit: PAGE_SIZE, keyId }, { abortSignal });
  for await (const { items = [] } of pages) found.push(...items);
  return planNames.flatMap((name) => {
    const plan = found.find((candidate) => candidate.name === `${stackName}-${name}`);
    return plan ? [planOf(name, plan)] : [];
  });
}

function planOf(name: PlanName, { id, throttle, quota }: UsagePlan): GatewayPlan {
  return {
    id: id!,
    name,
    requestsPerSecond: throttle?.rateLimit ?? 0,
    burst: throttle?.burstLimit ?? 0,
    monthlyQuota: quota?.limit ?? 0,
  };
}
