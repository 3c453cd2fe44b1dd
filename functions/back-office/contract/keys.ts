import * as z from 'zod';
import { MAX_PER_DAY } from '../../core/accounts/key-tags.ts';
import { isWholeNumber } from '../../core/platform/http/parameters.ts';
import { rule } from '../../core/platform/http/rules.ts';
import { type Entries, typeOnly } from './entry.ts';

/** In ascending order of quotas. */
export interface Plans {
  plans: Plan[];
}
export interface Plan {
  /** Without the stack's prefix, such as `basic`. */
  name: string;
  requests_per_second: number;
  burst: number;
  monthly_quota: number;
  /** Domains and pages that may be fetched per day (UTC) for an owner of keys. */
  domains_per_day: number;
  pages_per_day: number;
}

export interface Keys {
  keys: Key[];
}
export interface Key {
  id: string;
  /** Without the stack's prefix. */
  name: string;
  note: string;
  /** `null`: no plan; such a key gives no access. */
  plan: string | null;
  enabled: boolean;
  /** Id of the owner, who may have several keys; batches, crawls and allowances belong to the owner. */
  owner: string;
  /** The last four characters of its value; `null`: unknown, because the key was created by another tool. */
  ends_with: string | null;
  /** Last day (UTC) of use on its current plan within 90 days; `null`: none. */
  last_used_on: string | null;
  /** Time at which it expires; it is disabled within ten minutes after that. `null`: never. */
  expires_at: string | null;
  domains: KeyAllowance;
  pages: KeyAllowance;
  created_at: string;
  updated_at: string;
}

/** Daily (UTC) allowance of the owner of a key. */
export interface KeyAllowance {
  limit_per_day: number;
  /** The owner's limit; `null`: the plan's limit applies. */
  own_limit_per_day: number | null;
  /** Used by all keys of the owner today; `null`: could not be read (only in the response to the creation of a key). */
  used: number | null;
  /** Requests that were refused today because the allowance was used up; `null`: as with `used`. */
  refused: number | null;
}

export interface CreatedKey extends Key {
  /** The secret, which only this response contains. */
  value: string;
}

export interface KeyUsage {
  plan: string | null;
  monthly_quota: number | null;
  from: string;
  to: string;
  /** One entry per day, oldest first. `remaining`: of the quota, at the end of the day; null if unknown. */
  days: { date: string; used: number; remaining: number | null }[];
}

const plan = z.string(rule('plan'));
const note = z.string(rule('text')).trim().max(500, rule('max_characters'));
const owner = z.string(rule('owner')).regex(/^[a-z0-9]{1,64}$/i, rule('owner'));

/** A time in the future with a zone and any precision from seconds on, converted to UTC; `null`: never. */
const future = z.iso
  .datetime({ offset: true, ...rule('time_with_zone') })
  .transform((time) => new Date(time).toISOString())
  .refine((time) => Date.parse(time) > Date.now(), rule('in_the_future'))
  .nullable()
  .optional();

const newKey = z.strictObject(
  {
    name: z.string(rule('text')).trim().min(1, rule('not_empty')).max(100, rule('max_characters')),
    plan,
    note: note.default(''),
    /** The owner of another key, whose allowances the key shares; default: a new owner. */
    owner: owner.optional(),
    /** Default: never. */
    expires_at: future,
  },
  rule('json_object'),
);

const replacement = z.strictObject(
  {
    disable: z.boolean(rule('boolean')).default(false),
    /** Unless it is disabled: time at which the old key is disabled; default: never. */
    old_expires_at: future,
  },
  rule('json_object'),
);

const keyChange = z.strictObject(
  {
    enabled: z.boolean(rule('boolean')).optional(),
    /** Moving to another plan resets the key's usage. */
    plan: plan.optional(),
    note: note.optional(),
    expires_at: future,
  },
  rule('json_object'),
);

/** `null`: the plan's limit applies. */
const perDay = z
  .custom<number>(isWholeNumber(0, MAX_PER_DAY), rule('whole_number_or_null', { min: 0, max: MAX_PER_DAY }))
  .nullable()
  .optional();

const ownerChange = z
  .strictObject({ domains_per_day: perDay, pages_per_day: perDay }, rule('json_object'))
  .refine((change) => Object.keys(change).length > 0, rule('allowance'));

const date = z.iso.date(rule('date')).optional();

/** API keys, their owners and their plans. */
export const keyContract = {
  plans: { method: 'GET', pattern: 'plans', answer: typeOnly<Plans>() },
  /** All keys of this stack, by name. */
  keys: { method: 'GET', pattern: 'keys', answer: typeOnly<Keys>() },
  key: { method: 'GET', pattern: 'keys/{id}', answer: typeOnly<Key>() },
  /** 201 */
  createKey: { method: 'POST', pattern: 'keys', body: newKey, answer: typeOnly<CreatedKey>() },
  /**
   * 201: a new key with the name, note, plan, owner and allowances of this one, which is unchanged unless it is disabled.
   * The new key's usage of the month starts at zero.
   */
  replaceKey: { method: 'POST', pattern: 'keys/{id}/replacement', body: replacement, answer: typeOnly<CreatedKey>() },
  changeKey: { method: 'PATCH', pattern: 'keys/{id}', body: keyChange, answer: typeOnly<Key>() },
  deleteKey: { method: 'DELETE', pattern: 'keys/{id}', answer: typeOnly<object>() },
  /** Returns the keys of the owner. */
  changeOwner: { method: 'PATCH', pattern: 'owners/{owner}', body: ownerChange, answer: typeOnly<Keys>() },
  /** Default: the current month; at most 90 days. */
  keyUsage: {
    method: 'GET',
    pattern: 'keys/{id}/usage',
    query: z.object({ from: date, to: date }),
    answer: typeOnly<KeyUsage>(),
  },
} as const satisfies Entries;
