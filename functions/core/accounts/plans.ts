/** Names of the stack's usage plans, without its prefix; the largest quota last. */
export const planNames = ['basic', 'pro'] as const;
export type PlanName = (typeof planNames)[number];

/** Limits for one owner of keys. */
export interface Allowance {
  /** Maximum number of fetches in a day (UTC). */
  domains: number;
  pages: number;
  /** Maximum number of watches. */
  watches: number;
}

/** By the name of the plan. */
export type PlanAllowances = Readonly<Record<PlanName, Allowance>>;

/** Returns whether a value has all allowances of all plans. */
export function isPlanAllowances(value: unknown): boolean {
  const plans = (value ?? {}) as Partial<Record<PlanName, Partial<Allowance> | null>>;
  const members = ['domains', 'pages', 'watches'] as const;
  return planNames.every((plan) => members.every((member) => Number.isInteger(plans[plan]?.[member])));
}
