import { coordinationSettings, readingSettings, stackSettings } from '../platform/settings/common.ts';
import { fromOperator, json, number } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';
import { isPlanAllowances, type PlanAllowances, planNames } from './plans.ts';

/** Settings of reading the owner of a key, and the allowance of its plan. */
export const keySettings = {
  ...stackSettings,
  /** Allowances of all plans: `{"basic":{"domains":1000,"pages":5000,"watches":20},…}`. */
  PLAN_ALLOWANCES: json<PlanAllowances>(
    isPlanAllowances,
    `JSON with domains, pages and watches of ${planNames.join(', ')}`,
  ),
};
export type KeySettings = SettingsOf<typeof keySettings>;

const concurrency = { min: 1, max: 1_000, isWhole: true };

/** Settings of the limits of fetches in progress, for the owner of a key. */
export const fetchSlotSettings = {
  ...keySettings,
  ...coordinationSettings,
  /**
   * Maximum number of fetches in progress for waiting callers, of all owners together; above it they get 503
   * `service_busy`, and stored data are still returned. At most a fifth of the account's concurrency.
   */
  MAX_CONCURRENT_FETCHES: fromOperator(number(concurrency), 100),
  /** The same for one owner of keys. */
  MAX_CONCURRENT_FETCHES_PER_OWNER: fromOperator(number(concurrency), 20),
};
export type FetchSlotSettings = SettingsOf<typeof fetchSlotSettings>;

/** Settings of `/api/v1/usage`. */
export const usageSettings = { ...readingSettings, ...keySettings, ...coordinationSettings };
