import type { FollowedDomains } from '../storage/domain-schedule/followed-domains.ts';
import type { ScheduleChange } from '../storage/domain-schedule/query-days.ts';

/** Makes the change to a domain's schedule that a query has asked for. */
export async function applyScheduleChange(
  change: ScheduleChange,
  domain: string,
  now: number,
  followed: Pick<FollowedDomains, 'follow' | 'bringForward'>,
): Promise<void> {
  if (change === 'follow') await followed.follow(domain, now);
  if (change === 'bring forward') await followed.bringForward(domain, now);
}
