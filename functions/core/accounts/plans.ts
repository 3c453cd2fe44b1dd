import { type APIGatewayClient, paginateGetUsagePlans, type UsagePlan } from '@aws-sdk/client-api-gateway';
import { type PlanName, planNames } from '../platform/settings/catalogue.ts';

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
