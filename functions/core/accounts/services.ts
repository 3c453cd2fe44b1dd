import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { createAllowances } from './allowances.ts';
import { createFetchedHosts } from './fetched-hosts.ts';
import type { AllowanceServices } from './fetch-allowance.ts';
import { openKeyHolders } from './open-key-holders.ts';
import type { KeySettings } from '../platform/settings/settings.ts';

interface Parts {
  db: DynamoDB;
  settings: KeySettings & { COORDINATION_TABLE: string };
  isReachable: (host: string) => boolean;
}

/** Puts together what counting fetches takes. */
export function createAllowanceServices({ db, settings, isReachable }: Parts): AllowanceServices {
  const { COORDINATION_TABLE: table, PLAN_ALLOWANCES: plans } = settings;
  const now = Date.now;
  return {
    holders: openKeyHolders({ db, settings }),
    allowances: createAllowances(db, table, now),
    hosts: createFetchedHosts(db, table, now),
    plans,
    isReachable,
    now,
  };
}
