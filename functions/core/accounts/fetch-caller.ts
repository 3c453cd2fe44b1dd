import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { isOfBackOffice } from '../platform/http/key-id.ts';
import type { FetchSlotSettings, KeySettings } from './settings.ts';
import { ownerOf } from './batch-caller.ts';
import { createAllowanceServices, fetchAllowance } from './fetch-allowance.ts';
import { fetchSlots, type WhileFetching } from './fetch-slots.ts';

/** On whose behalf a request fetches, and the limits of that. */
interface FetchCaller {
  /** Returns the owner of the key, or the operator. @throws {ServiceError} gateway_timeout if it is not known now */
  owner: () => Promise<string>;
  /** Allowance of the owner; `null`: the operator, for whom nothing is counted. */
  allowance: ReturnType<typeof fetchAllowance> | null;
  whileFetching: WhileFetching;
}

interface Parts {
  db: DynamoDB;
  settings: KeySettings & FetchSlotSettings & { COORDINATION_TABLE: string };
  /** Returns whether the operator resolves a host, in which case the limit of hosts does not apply. */
  isReachable: (host: string) => boolean;
}

/** Creates the callers of requests with an API key, and of those of the workspace, from the settings. */
export function createFetchCallers({ db, settings, isReachable }: Parts): (event: APIGatewayProxyEvent) => FetchCaller {
  const allowances = createAllowanceServices({ db, settings, isReachable });
  const whileFetching = fetchSlots({ db, settings, holders: allowances.holders });
  return (event) => {
    let owner: Promise<string> | undefined;
    return {
      owner: () => (owner ??= ownerOf(event, allowances)),
      allowance: isOfBackOffice(event) ? null : fetchAllowance(event, allowances),
      whileFetching: whileFetching(event),
    };
  };
}
