import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ownerOf } from '../../accounts/batch-caller.ts';
import { createGatewayKeyHolders } from '../../accounts/gateway-key-holders.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import type { OwnCrawlsSettings } from '../settings.ts';

interface Parts {
  db: DynamoDB;
  settings: Pick<OwnCrawlsSettings, 'STACK_NAME' | 'PLAN_ALLOWANCES' | 'COORDINATION_TABLE'>;
}

/** Created once per instance, when first needed. */
let holders: ReturnType<typeof createGatewayKeyHolders> | undefined;

/**
 * Returns the owner of the key of a request.
 *
 * @throws {ServiceError} gateway_timeout if it is not known now
 */
export function ownerOfCaller(event: APIGatewayProxyEvent, parts: Parts): Promise<string> {
  return ownerOf(event, { holders: (holders ??= createGatewayKeyHolders(parts)) });
}
