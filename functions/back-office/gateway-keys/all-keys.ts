import { type APIGatewayClient, type ApiKey, paginateGetApiKeys } from '@aws-sdk/client-api-gateway';
import { PAGE_SIZE } from './plans.ts';

/** All keys of the account, without their values: what the filter by name compares is not documented. */
export async function allKeys(client: APIGatewayClient): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  for await (const { items = [] } of paginateGetApiKeys({ client }, { limit: PAGE_SIZE })) keys.push(...items);
  return keys;
}
