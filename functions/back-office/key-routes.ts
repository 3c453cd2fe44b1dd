import * as z from 'zod';
import type { GatewayPlan } from '../core/accounts/control-plane.ts';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import { isWholeNumber, readParameters } from '../core/platform/http/parameters.ts';
import type { KeyCopies } from '../core/accounts/key-holders.ts';
import type { CreatedKey, Key, Keys, KeyUsage, Plans } from './contract.ts';
import type { GatewayKey, GatewayKeys, NewGatewayKey } from '../core/accounts/gateway-keys.ts';
import type { RouteAnswer, Route } from './router.ts';
import { allowanceOf, allowanceOfOwner, type UsedAllowance } from '../core/accounts/allowances.ts';
import type { PlanAllowances } from '../core/accounts/plans.ts';
import { MAX_PER_DAY } from '../core/accounts/key-tags.ts';
import { invalidParameter } from '../core/platform/http/errors.ts';
import { rule } from '../core/platform/http/rules.ts';
import type { Days } from '../core/accounts/key-usage.ts';
import type { JournalNote, JournalValue } from '../core/operations/journal.ts';
import { DAY_MS, dayOf } from '../core/platform/time/day.ts';
import type { Watches } from '../core/watches/store/watches.ts';
import { logWarning } from '../core/platform/log-warning.ts';

export interface KeyServices extends KeyDescriptionServices {
  keys: GatewayKeys;
  /** Copies of the owners and plans of keys that other functions cache. */
  keyCopies: KeyCopies;
  /** Watches, which have the allowances of their owners. */
  watchLimits: Pick<Watches, 'setLimits'>;
  now: () => number;
}

const MAX_DAYS = 90;

const plan = z.string(rule('plan'));
const note = z.string(rule('text')).trim().max(500, rule('max_characters'));

const owner = z.string(rule('owner')).regex(/^[a-z0-9]{1,64}$/i, rule('owner'));

/** A time with a zone and any precision from seconds on, converted to UTC. */
const future = (now: () => number) =>
  z.iso
    .datetime({ offset: true, ...rule('time_with_zone') })
    .transform((time) => new Date(time).toISOString())
    .refine((time) => Date.parse(time) > now(), rule('in_the_future'))
    .nullable()
    .optional();

const newKey = z.strictObject(
  {
    name: z.string(rule('text')).trim().min(1, rule('not_empty')).max(100, rule('max_characters')),
    plan,
    note: note.default(''),
    owner: owner.optional(),
    expires_at: future(Date.now),
  },
  rule('json_object'),
);

const replacement = z.strictObject(
  {
    disable: z.boolean(rule('boolean')).default(false),
    old_expires_at: future(Date.now),
  },
  rule('json_object'),
);

const perDay = z
  .custom<number>(isWholeNumber(0, MAX_PER_DAY), rule('whole_number_or_null', { min: 0, max: MAX_PER_DAY }))
  .nullable()
  .optional();

const ownerChange = z
  .strictObject({ domains_per_day: perDay, pages_per_day: perDay }, rule('json_object'))
  .refine((change) => Object.keys(change).length > 0, rule('allowance'));

const keyChange = z.strictObject(
  {
    enabled: z.boolean(rule('boolean')).optional(),
    plan: plan.optional(),
    note: note.optional(),
    expires_at: future(Date.now),
  },
  rule('json_object'),
);

const date = z.iso.date(rule('date')).optional();
const usageParameters = z.object({ from: date, to: date });

/** Routes for API keys, their owners and their plans. */
export const keyRoutes: Route<KeyServices>[] = [
  {
    method: 'GET',
    pattern: 'plans',
    handle: async (_call, services) => ({
      data: { plans: (await services.keys.plans()).map((plan) => planOf(plan, services)) } satisfies Plans,
    }),
  },
  {
    method: 'GET',
    pattern: 'keys',
    handle: async (_call, services) => ({
      data: { keys: await describeKeys(await services.keys.list(), services) } satisfies Keys,
    }),
  },
  {
    method: 'GET',
    pattern: 'keys/{id}',
    handle: async ({ params }, services) => ({
      data: await describeKey(await services.keys.one(params.id!), services),
    }),
  },
  {
    method: 'POST',
    pattern: 'keys',
    handle: async ({ event }, services) => {
      const { expires_at: expiresAt, ...key } = readJsonBody(event, newKey);
      const answer = await created(await services.keys.create({ ...key, expiresAt }), services);
      return { ...answer, note: { name: key.name } };
    },
  },
  {
    method: 'POST',
    pattern: 'keys/{id}/replacement',
    handle: async ({ event, params }, services) => {
      const { disable, old_expires_at: oldExpiresAt } = readJsonBody(event, replacement);
      const key = await services.keys.replace(params.id!, { disable, oldExpiresAt });
      return { ...(await created(key, services)), note: { name: key.name } };
    },
  },
  {
    method: 'PATCH',
    pattern: 'keys/{id}',
    handle: async ({ event, params }, services) => {
      const { expires_at: expiresAt, ...edit } = readJsonBody(event, keyChange);
      const before = await services.keys.one(params.id!);
      const changed = await services.keys.change(params.id!, { ...edit, expiresAt });
      await services.keyCopies.expire(params.id!);
      if (changed.plan !== before.plan) await updateWatches(await keysOf(changed.owner, services), services);
      return { data: await describeKey(changed, services), note: noteOf(before, changed) };
    },
  },
  {
    method: 'DELETE',
    pattern: 'keys/{id}',
    handle: async ({ params }, { keys }) => {
      const { name } = await keys.one(params.id!);
      await keys.delete(params.id!);
      return { data: {}, note: { name } };
    },
  },
  {
    method: 'PATCH',
    pattern: 'owners/{owner}',
    handle: async ({ event, params }, services) => {
      const { domains_per_day: domainsPerDay, pages_per_day: pagesPerDay } = readJsonBody(event, ownerChange);
      const [before] = await keysOf(params.owner!, services);
      const changed = await services.keys.allow(params.owner!, { domainsPerDay, pagesPerDay });
      await Promise.all(changed.map(({ id }) => services.keyCopies.expire(id)));
      await updateWatches(changed, services);
      const note = before && changed[0] && noteOf(before, changed[0]);
      return { data: { keys: await describeKeys(changed, services) } satisfies Keys, ...(note && { note }) };
    },
  },
  {
    method: 'GET',
    pattern: 'keys/{id}/usage',
    handle: async ({ event, params }, { keys, now }) => {
      const { from, to } = usageDays(readParameters(event, usageParameters), now());
      const { plan, days } = await keys.usage(params.id!, { from, to });
      const data = { plan: plan?.name ?? null, monthly_quota: plan?.monthlyQuota ?? null, from, to, days };
      return { data: data satisfies KeyUsage };
    },
  },
];

/** Applies the allowances of an owner to the watches of the owner. Of several keys, the highest count. */
async function updateWatches(keys: GatewayKey[], { planAllowances, watchLimits }: KeyServices): Promise<void> {
  const [first] = keys;
  if (!first) return;
  const holders = keys.map((key) => ({ ...key, ...key.allowances }));
  await watchLimits.setLimits(first.owner, allowanceOfOwner(holders, planAllowances));
}

async function keysOf(owner: string, { keys }: Pick<KeyServices, 'keys'>): Promise<GatewayKey[]> {
  return (await keys.list()).filter((key) => key.owner === owner);
}

/** A change of a key in the journal, which contains no notes: these are the operators' own texts. */
function noteOf(before: GatewayKey, after: GatewayKey): JournalNote {
  const changes = Object.entries(journaled).flatMap(([what, valueOf]) => {
    const [from, to] = [valueOf(before), valueOf(after)];
    return from === to ? [] : [{ what, from, to }];
  });
  const hasOtherNote = before.note !== after.note;
  return { name: after.name, changes: hasOtherNote ? [...changes, { what: 'note' }] : changes };
}

const journaled: Record<string, (key: GatewayKey) => JournalValue> = {
  enabled: ({ enabled }) => enabled,
  plan: ({ plan }) => plan,
  expires_at: ({ expiresAt }) => expiresAt,
  domains_per_day: ({ allowances }) => allowances.domainsPerDay,
  pages_per_day: ({ allowances }) => allowances.pagesPerDay,
};

function planOf(
  { name, requestsPerSecond, burst, monthlyQuota }: GatewayPlan,
  { planAllowances }: KeyServices,
): Plans['plans'][number] {
  const { domains, pages } = planAllowances[name];
  return {
    name,
    requests_per_second: requestsPerSecond,
    burst,
    monthly_quota: monthlyQuota,
    domains_per_day: domains,
    pages_per_day: pages,
  };
}

/** The answer contains the value of the key even if the usage cannot be read, since it cannot be retrieved later. */
async function created({ value, ...key }: NewGatewayKey, services: KeyServices): Promise<RouteAnswer> {
  const readUsed: KeyServices['readUsed'] = (...owners) => services.readUsed(...owners).catch(reportUnreadUsage);
  const data: CreatedKey = { ...(await describeKey(key, { ...services, readUsed })), value };
  return { status: 201, data };
}

function reportUnreadUsage(error: Error) {
  logWarning('used allowances could not be read')(error);
  return () => null;
}

async function describeKey(key: GatewayKey, services: KeyServices): Promise<Key> {
  return (await describeKeys([key], services))[0]!;
}

interface KeyDescriptionServices {
  planAllowances: PlanAllowances;
  /** Returns the numbers of domains and pages that were fetched today for each of these owners. */
  readUsed: (owners: string[]) => Promise<(owner: string) => UsedAllowance | null>;
}

/** Returns keys as the API describes them, with the allowances of their owners and today's usage. */
async function describeKeys(keys: GatewayKey[], { planAllowances, readUsed }: KeyDescriptionServices): Promise<Key[]> {
  const usedBy = await readUsed(keys.map(({ owner }) => owner));
  return keys.map(({ createdAt, updatedAt, allowances, endsWith, expiresAt, lastUsedOn, ...key }) => {
    const limits = allowanceOf({ ...key, ...allowances }, planAllowances);
    const used = usedBy(key.owner);
    return {
      ...key,
      ends_with: endsWith,
      last_used_on: lastUsedOn,
      expires_at: expiresAt,
      domains: {
        limit_per_day: limits.domains,
        own_limit_per_day: allowances.domainsPerDay,
        used: used?.domains ?? null,
        refused: used?.refused.domains ?? null,
      },
      pages: {
        limit_per_day: limits.pages,
        own_limit_per_day: allowances.pagesPerDay,
        used: used?.pages ?? null,
        refused: used?.refused.pages ?? null,
      },
      created_at: createdAt,
      updated_at: updatedAt,
    };
  });
}

/**
 * Returns the days of a usage request; by default the current month up to today (UTC).
 *
 * @throws {ServiceError} invalid_parameter when `to` is before `from`, or the range is too long
 */
function usageDays(given: { from?: string | undefined; to?: string | undefined }, now: number): Days {
  const to = given.to ?? dayOf(now);
  const from = given.from ?? `${to.slice(0, 7)}-01`;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw invalidParameter('to', 'before_from');
  if (days > MAX_DAYS) throw invalidParameter('from', 'max_days_before_to', { max: MAX_DAYS });
  return { from, to };
}
