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
  /** Of the plan's quota, at the end of the day. `null`: not known. */
  remaining: number | null;
}

/** What a key was used on its present plan, one entry a day, oldest first. */
export async function readKeyUsage(
  client: APIGatewayClient,
  { planId, keyId, from, to }: Days & { planId: string; keyId: string },
): Promise<UsageDay[]> {
  const pages = paginateGetUsage({ client }, { usagePlanId: planId, keyId, startDate: from, endDate: to });
  const counted: number[][] = [];
  // One key was asked for, so there is one entry at most.
  for await (const { items = {} } of pages) counted.push(...Object.values(items).flat());
  return daysBetween(from, to).map((date, index) => {
    const [used = 0, remaining = null] = counted[index] ?? [];
    return { date, used, remaining };
  });
}
