import { type APIGatewayClient, paginateGetUsagePlans, type UsagePlan } from '@aws-sdk/client-api-gateway';
import { type Allowance, type PlanAllowances, type PlanName, planNames } from '../platform/settings/catalogue.ts';
import { message, type Message } from '../platform/http/message.ts';
import type { Fetched } from './allowances.ts';
import type { KeyHolder } from './key-holders.ts';

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

/**
 * What may be fetched anew a day for the owner of a key.
 *
 * @param holder who holds the key; what is set apart for its owner counts before the plan's. Of an unknown plan, the
 *   least that any plan allows
 */
export function allowanceOf(holder: KeyHolder, plans: PlanAllowances): Allowance {
  const ofPlan = planNames.find((name) => name === holder.plan);
  const least = (what: keyof Allowance) => Math.min(...planNames.map((name) => plans[name][what]));
  const { domains, pages } = ofPlan ? plans[ofPlan] : { domains: least('domains'), pages: least('pages') };
  return { domains: holder.domainsPerDay ?? domains, pages: holder.pagesPerDay ?? pages };
}

/** The message of a refusal because nothing is left of the day. */
export function usedUp(what: Fetched, limit: number): Message {
  return message`${{ limit }} ${{ what }} were fetched anew today (UTC): that is all that the key's owner may have.`;
}
