import type { AskedNote } from '../storage/domain-schedule.ts';
import type { FollowedDomains } from '../storage/followed-domains.ts';

/** Does what follows from a domain's having been asked for. */
export async function heedNote(note: AskedNote, domain: string, now: number, followed: FollowedDomains): Promise<void> {
  if (note === 'to be followed') await followed.follow(domain, now);
  if (note === 'to be taken sooner') await followed.bringForward(domain, now);
}
