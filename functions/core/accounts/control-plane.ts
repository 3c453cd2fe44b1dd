import {
  APIGatewayClient,
  type APIGatewayClientConfig,
  GetTagsCommand,
  paginateGetUsagePlans,
  type UsagePlan,
} from '@aws-sdk/client-api-gateway';
import { awsRequestLimits } from '../platform/aws-request-limits.ts';
import { KEY_HOLDER_MS } from './limits.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createProviderRateLimit } from '../platform/rate-limit.ts';
import { type KeyHolder, keyArn, keyOwnerOf } from './key-tags.ts';
import { type PlanName, planNames } from './plans.ts';

/** The control plane allows ten calls per second, for some operations one or two: throttled calls are retried. */
const MAX_ATTEMPTS = 8;

/** Creates the client of API Gateway's control plane; it slows down when it is throttled. */
export function createGatewayClient(config: APIGatewayClientConfig = {}): APIGatewayClient {
  return new APIGatewayClient({
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'adaptive',
    requestHandler: awsRequestLimits,
    ...config,
  });
}

/**
 * The control plane allows ten calls per second for the whole account
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html): half of them are left to the back office
 * and other clients.
 */
const CALL_MS = 200;

/**
 * Creates rate-limit slots for calls of API Gateway's control plane, over all instances.
 *
 * @param calls number of calls per slot
 * @returns waits for a slot, up to a time; throws if too many callers wait
 */
export function createControlPlaneSlots(
  db: DynamoDB,
  table: string,
  now: () => number,
  calls = 1,
): (maxWaitMs: number) => Promise<void> {
  const rateLimit = createProviderRateLimit(db, table, now);
  const limit = { key: 'api-gateway', intervalMs: calls * CALL_MS };
  return async (maxWaitMs) => {
    await rateLimit.take(limit, maxWaitMs);
  };
}

const CALLS = 2;

/** Dependencies of calls of API Gateway's control plane. */
export interface ReaderParts {
  db: DynamoDB;
  /** The `Coordination` table. */
  table: string;
  stackName: string;
  now: () => number;
}

/**
 * Creates a function that requests the holder of a key from API Gateway, within the time that callers wait for it. The
 * file is loaded only then.
 *
 * @returns throws if API Gateway does not answer in time, or too many callers wait
 */
export function createHolderReader({ db, table, stackName, now }: ReaderParts) {
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
 * Requests the holder of a key from API Gateway, with two calls. A key without an owner, such as one created in the
 * console, is its own owner. The tags are read and not the key: permission to read a key includes its value.
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

/** Maximum page size of API Gateway. */
export const PAGE_SIZE = 500;

/** A plan of the stack. */
export interface GatewayPlan {
  /** API Gateway's own id. */
  id: string;
  /** Name without the stack's prefix. */
  name: PlanName;
  requestsPerSecond: number;
  burst: number;
  monthlyQuota: number;
}

interface PlanFilter {
  /** Only plans of this key. */
  keyId?: string;
  abortSignal?: AbortSignal;
}

/** Returns the stack's plans, found by name: their ids are only known after deployment. */
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
