import { type Settings, text } from '../settings/settings.ts';
import { planAllowancesSetting } from './plan-allowances.ts';

/** What finding out who holds a key, and what its plan allows, takes. */
export const keySettings = {
  /** Prefix of the names of API keys and plans. */
  STACK_NAME: text,
  PLAN_ALLOWANCES: planAllowancesSetting,
};

export type KeySettings = Settings<typeof keySettings>;
