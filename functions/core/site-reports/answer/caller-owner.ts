import { ownerOf } from '../../accounts/batch-caller.ts';
import { createGatewayKeyHolders } from '../../accounts/gateway-key-holders.ts';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Viewer, viewerOf } from '../../crawls/store/private-crawls.ts';
import { type ApiCaller, apiCallerOf } from '../../platform/http/caller.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import type { OwnCrawlsSettings } from '../settings.ts';

interface Parts {
  db: DynamoDB;
  settings: Pick<OwnCrawlsSettings, 'STACK_NAME' | 'PLAN_ALLOWANCES' | 'COORDINATION_TABLE'>;
}

/** Created once per instance, when first needed. */
let holders: ReturnType<typeof createGatewayKeyHolders> | undefined;

/**
 * Returns the owner of a caller's key.
 *
 * @throws {ServiceError} gateway_timeout if it is not known now
 */
export function ownerOfCaller(caller: ApiCaller, parts: Parts): Promise<string> {
  return ownerOf(caller, { holders: (holders ??= createGatewayKeyHolders(parts)) });
}

/** Returns a function that returns for whom private crawls are read: for the caller's owner. */
export function createViewers(parts: Parts): (event: APIGatewayProxyEvent) => Viewer {
  return (event) => viewerOf(() => ownerOfCaller(apiCallerOf(event), parts));
}
