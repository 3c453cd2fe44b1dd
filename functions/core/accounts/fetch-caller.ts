import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import type { ApiCaller } from '../platform/http/caller.ts';
import type { FetchSlotSettings, KeySettings } from './settings.ts';
import { ownerOf } from './batch-caller.ts';
import { createAllowanceServices, fetchAllowance } from './fetch-allowance.ts';
import { fetchSlots, type WhileOwnerFetches } from './fetch-slots.ts';

/** On whose behalf a request fetches, and the limits of that. */
interface FetchCaller {
  /** Returns the owner of the key, or the operator. @throws {ServiceError} gateway_timeout if it is not known now */
  owner: () => Promise<string>;
  /** Allowance of the owner; `null`: the operator, for whom nothing is counted. */
  allowance: ReturnType<typeof fetchAllowance> | null;
  whileFetching: WhileOwnerFetches;
}

interface Parts {
  db: DynamoDB;
  settings: KeySettings & FetchSlotSettings & { COORDINATION_TABLE: string };
  /** Returns whether the operator resolves a host, in which case the limit of hosts does not apply. */
  isReachable: (host: string) => boolean;
}

/** Creates what callers with an API key, and the workspace, may fetch, from the settings. */
export function createFetchCallers({ db, settings, isReachable }: Parts): (caller: ApiCaller) => FetchCaller {
  const allowances = createAllowanceServices({ db, settings, isReachable });
  const whileFetching = fetchSlots({ db, settings, holders: allowances.holders });
  return (caller) => {
    let owner: Promise<string> | undefined;
    return {
      owner: () => (owner ??= ownerOf(caller, allowances)),
      allowance: caller.keyId === null ? null : fetchAllowance(caller, allowances),
      whileFetching: whileFetching(caller),
    };
  };
}
