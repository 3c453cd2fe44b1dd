import { message, type Message } from '../http/message.ts';
import { BadSetting, type Setting, text } from '../settings/settings.ts';
import type { Fetched } from '../storage/allowances.ts';
import type { KeyHolder } from '../storage/key-holders.ts';
import { type PlanName, planNames } from './plan-names.ts';

/** How much may be fetched anew for one owner of keys in a day (UTC). */
export interface Allowance {
  domains: number;
  pages: number;
}

/** By the name of the plan. */
export type PlanAllowances = Readonly<Record<PlanName, Allowance>>;

/** The allowances of all plans, as JSON: `{"basic":{"domains":1000,"pages":5000},…}`. */
export const planAllowancesSetting: Setting<PlanAllowances, 'deployment'> = {
  ...text,
  read(value, name) {
    const read = parse(value);
    if (planNames.every((plan) => isAllowance(read?.[plan]))) return read as PlanAllowances;
    throw new BadSetting(name, `must be JSON with domains and pages of ${planNames.join(', ')}`);
  },
};

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

function parse(value: string): Record<string, unknown> | null {
  try {
    return JSON.parse(value) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

function isAllowance(value: unknown): value is Allowance {
  const { domains, pages } = (value ?? {}) as Partial<Allowance>;
  return Number.isInteger(domains) && Number.isInteger(pages);
}

/** The message of a refusal because nothing is left of the day. */
export function usedUp(what: Fetched, limit: number): Message {
  return message`${{ limit }} ${{ what }} were fetched anew today (UTC): that is all that the key's owner may have.`;
}
