import { type APIGatewayClient, paginateGetUsage } from '@aws-sdk/client-api-gateway';
import { daysBetween } from '../../shared/time/day.ts';

/** Both `YYYY-MM-DD` (UTC), inclusive. */
export interface Days {
  from: string;
  to: string;
}

export interface UsageDay {
  date: string;
  used: number;
  /** Of the plan's quota, at the end of the day; `null` if unknown. */
  remaining: number | null;
}

/** Usage of a key on its current plan, one entry per day, oldest first. */
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
