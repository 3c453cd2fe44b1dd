import type { GatewayKey, GatewayKeys } from './gateway-keys/gateway-keys.ts';
import { readParameters } from '../shared/http/parameters.ts';
import type { CreatedKey, Key, Keys, KeyUsage, Plans } from './contract.ts';
import { keyChange, newKey, usageDays, usageParameters } from './key-request.ts';
import { readBody } from './read-body.ts';
import type { Route } from './router.ts';

export interface KeyServices {
  keys: GatewayKeys;
  now: () => number;
}

/** Routes for API keys and their plans. */
export const keyRoutes: Route<KeyServices>[] = [
  {
    method: 'GET',
    pattern: 'plans',
    handle: async (_call, { keys }) => {
      const plans = (await keys.plans()).map(({ name, requestsPerSecond, burst, monthlyQuota }) => ({
        name,
        requests_per_second: requestsPerSecond,
        burst,
        monthly_quota: monthlyQuota,
      }));
      return { data: { plans } satisfies Plans };
    },
  },
  {
    method: 'GET',
    pattern: 'keys',
    handle: async (_call, { keys }) => ({ data: { keys: (await keys.list()).map(keyOf) } satisfies Keys }),
  },
  {
    method: 'POST',
    pattern: 'keys',
    handle: async ({ event }, { keys }) => {
      const { value, ...made } = await keys.create(readBody(event, newKey));
      return { status: 201, data: { ...keyOf(made), value } satisfies CreatedKey };
    },
  },
  {
    method: 'PATCH',
    pattern: 'keys/{id}',
    handle: async ({ event, params }, { keys }) => ({
      data: keyOf(await keys.change(params.id!, readBody(event, keyChange))),
    }),
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

function keyOf({ createdAt, updatedAt, ...key }: GatewayKey): Key {
  return { ...key, created_at: createdAt, updated_at: updatedAt };
}
