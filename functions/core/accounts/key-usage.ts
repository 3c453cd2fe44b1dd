import { type APIGatewayClient, paginateGetUsage } from '@aws-sdk/client-api-gateway';
import { PAGE_SIZE } from './control-plane.ts';
import { DAY_MS, dayOf, daysBetween } from '../platform/time/day.ts';

/** Number of days for which API Gateway keeps counts. */
const KEPT_DAYS = 90;

/** Both `YYYY-MM-DD` (UTC), inclusive. */
export interface Days {
  from: string;
  to: string;
}

export interface UsageDay {
  date: string;
  used: number;
  /** What remains of the plan's quota at the end of the day; `null` if unknown. */
  remaining: number | null;
}

/** Returns the usage of a key on its current plan, one entry per day, oldest first. */
export async function readKeyUsage(
  client: APIGatewayClient,
  { planId, keyId, from, to }: Days & { planId: string; keyId: string },
): Promise<UsageDay[]> {
  const pages = paginateGetUsage({ client }, { usagePlanId: planId, keyId, startDate: from, endDate: to });
  const counted: number[][] = [];
  // The request is for one key, so there is at most one entry.
  for await (const { items = {} } of pages) counted.push(...Object.values(items).flat());
  return daysBetween(from, to).map((date, index) => {
    const [used = 0, remaining = null] = counted[index] ?? [];
    return { date, used, remaining };
  });
}

/** Returns the requests with all keys of some plans, one entry per day, oldest first. */
export async function readRequests(
  client: APIGatewayClient,
  { planIds, from, to }: Days & { planIds: string[] },
): Promise<{ date: string; requests: number }[]> {
  const days = daysBetween(from, to).map((date) => ({ date, requests: 0 }));
  for (const usagePlanId of planIds) {
    const input = { usagePlanId, startDate: from, endDate: to, limit: PAGE_SIZE };
    for await (const { items = {} } of paginateGetUsage({ client }, input)) {
      for (const counts of Object.values(items)) {
        for (const [index, [used = 0]] of counts.entries()) days[index]!.requests += used;
      }
    }
  }
  return days;
}

/**
 * @param keyId default: all keys of the plan
 * @returns the last day (`YYYY-MM-DD`, UTC) on which each key was used on the plan, by id; a key that was not used in
 *   the last 90 days is missing
 */
export async function readLastDays(
  client: APIGatewayClient,
  { planId, keyId, now }: { planId: string; keyId?: string; now: number },
): Promise<Map<string, string>> {
  const from = dayOf(now - (KEPT_DAYS - 1) * DAY_MS);
  const days = daysBetween(from, dayOf(now));
  const input = { usagePlanId: planId, keyId, startDate: from, endDate: dayOf(now), limit: PAGE_SIZE };
  const counted = new Map<string, number[][]>();
  for await (const { items = {} } of paginateGetUsage({ client }, input)) {
    for (const [id, counts] of Object.entries(items)) counted.set(id, [...(counted.get(id) ?? []), ...counts]);
  }
  return new Map(
    [...counted].flatMap(([id, counts]) => {
      const last = counts.findLastIndex(([used = 0]) => used > 0);
      return last === -1 ? [] : [[id, days[last]!]];
    }),
  );
}
