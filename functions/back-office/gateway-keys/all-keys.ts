import { type APIGatewayClient, type ApiKey, paginateGetApiKeys } from '@aws-sdk/client-api-gateway';
import { PAGE_SIZE } from '../../core/accounts/plans.ts';

/** All keys of the account, without their values. API Gateway's name filter is not used: its matching is undocumented. */
export async function allKeys(client: APIGatewayClient): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  for await (const { items = [] } of paginateGetApiKeys({ client }, { limit: PAGE_SIZE })) keys.push(...items);
  return keys;
}
