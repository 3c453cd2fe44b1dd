import type { GatewayPlan } from '../core/accounts/plans.ts';
import { readJsonBody } from '../core/platform/http/json-body.ts';
import { readParameters } from '../core/platform/http/parameters.ts';
import type { KeyCopies } from '../core/accounts/key-holders.ts';
import type { CreatedKey, Key, Keys, KeyUsage, Plans } from './contract.ts';
import { describeKeys, type KeyDescriptionServices } from './describe-keys.ts';
import type { GatewayKey, GatewayKeys, NewGatewayKey } from './gateway-keys/gateway-keys.ts';
import { keyChange, newKey, ownerChange, replacement, usageDays, usageParameters } from './key-request.ts';
import type { Answer, Route } from './router.ts';

export interface KeyServices extends KeyDescriptionServices {
  keys: GatewayKeys;
  /** Copies that other functions have of who holds a key. */
  keyCopies: KeyCopies;
  now: () => number;
}

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
      return created(await services.keys.create({ ...key, expiresAt }), services);
    },
  },
  {
    method: 'POST',
    pattern: 'keys/{id}/replacement',
    handle: async ({ event, params }, services) => {
      const { disable, old_expires_at: oldExpiresAt } = readJsonBody(event, replacement);
      return created(await services.keys.replace(params.id!, { disable, oldExpiresAt }), services);
    },
  },
  {
    method: 'PATCH',
    pattern: 'keys/{id}',
    handle: async ({ event, params }, services) => {
      const { expires_at: expiresAt, ...edit } = readJsonBody(event, keyChange);
      const changed = await services.keys.change(params.id!, { ...edit, expiresAt });
      await services.keyCopies.forget(params.id!);
      return { data: await describeKey(changed, services) };
    },
  },
  {
    method: 'DELETE',
    pattern: 'keys/{id}',
    handle: async ({ params }, { keys }) => {
      await keys.delete(params.id!);
      return { data: {} };
    },
  },
  {
    method: 'PATCH',
    pattern: 'owners/{owner}',
    handle: async ({ event, params }, services) => {
      const { domains_per_day: domainsPerDay, pages_per_day: pagesPerDay } = readJsonBody(event, ownerChange);
      const changed = await services.keys.allow(params.owner!, { domainsPerDay, pagesPerDay });
      await Promise.all(changed.map(({ id }) => services.keyCopies.forget(id)));
      return { data: { keys: await describeKeys(changed, services) } satisfies Keys };
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

/** Whatever cannot be read, the answer has the value, which nobody could find out any more. */
async function created({ value, ...key }: NewGatewayKey, services: KeyServices): Promise<Answer> {
  const readUsed: KeyServices['readUsed'] = (...asked) => services.readUsed(...asked).catch(usedNotRead);
  const data: CreatedKey = { ...(await describeKey(key, { ...services, readUsed })), value };
  return { status: 201, data };
}

function usedNotRead(error: Error) {
  console.warn(JSON.stringify({ level: 'WARN', message: 'used allowances not read', error: error.name }));
  return () => ({ domains: null, pages: null });
}

async function describeKey(key: GatewayKey, services: KeyServices): Promise<Key> {
  return (await describeKeys([key], services))[0]!;
}
