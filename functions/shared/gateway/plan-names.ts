/** Names of the stack's usage plans, without its prefix; the largest quota last. */
export const planNames = ['basic', 'pro'] as const;
export type PlanName = (typeof planNames)[number];
