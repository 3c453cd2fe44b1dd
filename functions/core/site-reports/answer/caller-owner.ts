import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ownerOf } from '../../accounts/batch-caller.ts';
import { openKeyHolders } from '../../accounts/open-key-holders.ts';
import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import type { SiteCrawlsSettings } from '../../platform/settings/settings.ts';

interface Parts {
  db: DynamoDB;
  settings: Pick<SiteCrawlsSettings, 'STACK_NAME' | 'PLAN_ALLOWANCES' | 'COORDINATION_TABLE'>;
}

/** Created once per instance, when first needed. */
let holders: ReturnType<typeof openKeyHolders> | undefined;

/**
 * Returns the owner of the key of a request.
 *
 * @throws {ServiceError} gateway_timeout if it is not known now
 */
export function ownerOfCaller(event: APIGatewayProxyEvent, parts: Parts): Promise<string> {
  return ownerOf(event, { holders: (holders ??= openKeyHolders(parts)) });
}
