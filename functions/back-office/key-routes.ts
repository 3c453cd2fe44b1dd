import type { GatewayPlan } from '../core/accounts/control-plane.ts';
import type { KeyCopies } from '../core/accounts/key-holders.ts';
import { type CreatedKey, type Key, keyContract, type Plan } from './contract/keys.ts';
import type { GatewayKey, GatewayKeys, NewGatewayKey } from '../core/accounts/gateway-keys.ts';
import { type RouteAnswer, routesOf } from './router.ts';
import { allowanceOf, allowanceOfOwner, type UsedAllowance } from '../core/accounts/allowances.ts';
import type { PlanAllowances } from '../core/accounts/plans.ts';
import { invalidParameter } from '../core/platform/http/errors.ts';
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

/** Routes for API keys, their owners and their plans. */
export const keyRoutes = routesOf<typeof keyContract, KeyServices>(keyContract, {
  plans: async (_call, services) => ({
    data: { plans: (await services.keys.plans()).map((plan) => planOf(plan, services)) },
  }),
  keys: async (_call, services) => ({ data: { keys: await describeKeys(await services.keys.list(), services) } }),
  key: async ({ params }, services) => ({ data: await describeKey(await services.keys.one(params.id), services) }),
  createKey: async ({ body: { expires_at: expiresAt, ...key } }, services) => {
    const answer = await created(await services.keys.create({ ...key, expiresAt }), services);
    return { ...answer, note: { name: key.name } };
  },
  replaceKey: async ({ params, body }, services) => {
    const { disable, old_expires_at: oldExpiresAt } = body;
    const key = await services.keys.replace(params.id, { disable, oldExpiresAt });
    return { ...(await created(key, services)), note: { name: key.name } };
  },
  changeKey: async ({ params, body: { expires_at: expiresAt, ...edit } }, services) => {
    const before = await services.keys.one(params.id);
    const changed = await services.keys.change(params.id, { ...edit, expiresAt });
    await services.keyCopies.expire(params.id);
    if (changed.plan !== before.plan) await updateWatches(await keysOf(changed.owner, services), services);
    return { data: await describeKey(changed, services), note: noteOf(before, changed) };
  },
  deleteKey: async ({ params }, { keys }) => {
    const { name } = await keys.one(params.id);
    await keys.delete(params.id);
    return { data: {}, note: { name } };
  },
  changeOwner: async ({ params, body }, services) => {
    const { domains_per_day: domainsPerDay, pages_per_day: pagesPerDay } = body;
    const [before] = await keysOf(params.owner, services);
    const changed = await services.keys.allow(params.owner, { domainsPerDay, pagesPerDay });
    await Promise.all(changed.map(({ id }) => services.keyCopies.expire(id)));
    await updateWatches(changed, services);
    const note = before && changed[0] && noteOf(before, changed[0]);
    return { data: { keys: await describeKeys(changed, services) }, ...(note && { note }) };
  },
  keyUsage: async ({ params, query }, { keys, now }) => {
    const { from, to } = usageDays(query, now());
    const { plan, days } = await keys.usage(params.id, { from, to });
    return { data: { plan: plan?.name ?? null, monthly_quota: plan?.monthlyQuota ?? null, from, to, days } };
  },
});

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

function planOf({ name, requestsPerSecond, burst, monthlyQuota }: GatewayPlan, { planAllowances }: KeyServices): Plan {
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
async function created({ value, ...key }: NewGatewayKey, services: KeyServices): Promise<RouteAnswer<CreatedKey>> {
  const readUsed: KeyServices['readUsed'] = (...owners) => services.readUsed(...owners).catch(reportUnreadUsage);
  return { status: 201, data: { ...(await describeKey(key, { ...services, readUsed })), value } };
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
