import { endpoint } from '../core/platform/http/endpoint.ts';
import { success } from '../core/platform/http/envelope.ts';
import { keyIdOf } from '../core/platform/http/key-id.ts';
import { noteLimit } from '../core/platform/http/limit-fields.ts';
import { readParameters } from '../core/platform/http/parameters.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { createAllowances } from '../core/accounts/allowances.ts';
import { createDynamoDB } from '../core/platform/dynamodb/light-client.ts';
import { createKeyHolders } from '../core/accounts/key-holders.ts';
import { createPlanUsage } from '../core/accounts/plan-usage.ts';
import { createSharedCount, describeUsage, limitsOf, usageParameters } from '../core/accounts/describe-usage.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const { COORDINATION_TABLE: table, STACK_NAME: stackName, PLAN_ALLOWANCES: plans } = settings;
const now = Date.now;

const db = createDynamoDB(settings);

/** Loaded when something is first read from API Gateway. */
let controlPlane: ReturnType<typeof loadControlPlane> | undefined;
async function loadControlPlane() {
  const { createControlPlane } = await import('../core/accounts/read-count.ts');
  return createControlPlane({ db, table, stackName, now });
}
const getControlPlane = () => (controlPlane ??= loadControlPlane());

const stored = createPlanUsage(db, table, now);
const deps = {
  holders: createKeyHolders({ db, table, now, read: async (keyId) => (await getControlPlane()).readHolder(keyId) }),
  allowances: createAllowances(db, table, now),
  plans,
  countOf: createSharedCount({ stored, now, refresh: async (plan) => (await getControlPlane()).readCount(plan) }),
  now,
};

/** `GET /api/v1/usage`: usage of the caller's key. An answer from stored values costs three reads. */
export const handler = endpoint(
  async (event) => {
    readParameters(event, usageParameters);
    const usage = await describeUsage(keyIdOf(event), deps);
    for (const state of limitsOf(usage, now())) noteLimit(event, state);
    return success(event, JSON.stringify(usage));
  },
  { ...settings, noStore: true },
);
