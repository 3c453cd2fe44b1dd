import { type APIGatewayClient, paginateGetUsage } from '@aws-sdk/client-api-gateway';
import {
  createControlPlaneSlots,
  createGatewayClient,
  createHolderReader,
  PAGE_SIZE,
  type ReaderParts,
  readPlans,
} from './control-plane.ts';
import { createOnceMarkers } from '../platform/coordination.ts';
import { createPlanUsage, type KeyCount, type PlanCount } from './plan-usage.ts';
import { dayOf } from '../platform/time/day.ts';
import { COUNT_MS } from './limits.ts';

/** Creates the calls of API Gateway; loaded only if they are needed. */
export function createControlPlane(parts: ReaderParts) {
  return {
    readHolder: createHolderReader(parts),
    readCount: createCountReader({ ...parts, gateway: createGatewayClient({ maxAttempts: 3 }) }),
  };
}

interface Parts extends ReaderParts {
  /** API Gateway's control plane. */
  gateway: APIGatewayClient;
}

/** The stack has no such plan: the key's plan was just removed. */
class PlanGone extends Error {
  override readonly name = 'PlanGone';
}

/**
 * Creates a function that reads the count of a plan from API Gateway for all instances.
 *
 * @returns reads and stores a plan's count; `null` if another caller does, or tried a moment ago
 */
export function createCountReader({ gateway, db, table, stackName, now }: Parts) {
  const markers = createOnceMarkers(db, table, now);
  const stored = createPlanUsage(db, table, now);
  const takeSlot = createControlPlaneSlots(db, table, now);

  return async (planName: string): Promise<PlanCount | null> => {
    if (!(await markers.claim(`usage of ${planName}`, COUNT_MS))) return null;
    const abortSignal = AbortSignal.timeout(COUNT_MS);
    const readAt = now();
    await takeSlot(COUNT_MS);
    const plans = await readPlans(gateway, stackName, { abortSignal });
    const plan = plans.find(({ name }) => name === planName);
    if (!plan) throw new PlanGone();
    const { id, requestsPerSecond, burst, monthlyQuota } = plan;
    const keys = await readKeys({ gateway, takeSlot, planId: id, today: dayOf(readAt), abortSignal });
    const count = { limits: { requestsPerSecond, burst, monthlyQuota }, readAt, keys };
    await stored.store(planName, count);
    return count;
  };
}

interface Reading {
  gateway: APIGatewayClient;
  takeSlot: (maxWaitMs: number) => Promise<void>;
  planId: string;
  /** `YYYY-MM-DD` */
  today: string;
  abortSignal: AbortSignal;
}

/** Reads the counts of all keys of a plan, from the first day of the month; each call returns a page of 500 keys. */
async function readKeys({ gateway, takeSlot, planId, today, abortSignal }: Reading): Promise<Record<string, KeyCount>> {
  const keys: Record<string, KeyCount> = {};
  const input = { usagePlanId: planId, startDate: `${today.slice(0, 8)}01`, endDate: today, limit: PAGE_SIZE };
  await takeSlot(COUNT_MS);
  for await (const { items = {}, position } of paginateGetUsage({ client: gateway }, input, { abortSignal })) {
    for (const [keyId, days] of Object.entries(items)) {
      keys[keyId] = { days: days.map(([used = 0]) => used), remaining: days.at(-1)?.[1] ?? 0 };
    }
    if (position) await takeSlot(COUNT_MS);
  }
  return keys;
}
