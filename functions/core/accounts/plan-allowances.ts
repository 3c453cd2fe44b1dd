import { message, type Message } from '../platform/http/message.ts';
import { type Allowance, type PlanAllowances, planNames } from '../platform/settings/catalogue.ts';
import type { Fetched } from './allowances.ts';
import type { KeyHolder } from './key-holders.ts';

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
