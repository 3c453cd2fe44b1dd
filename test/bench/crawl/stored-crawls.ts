import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createSiteCrawls, type SiteCrawls } from '../../../functions/core/crawls/store/site-crawls.ts';
import { createSdkDynamoDB } from '../../../functions/core/platform/dynamodb/sdk-client.ts';
import { localCredentials, localRegion } from '../../../infra/local/credentials.ts';
import { siteCrawlsTable } from '../../support/dynamodb.ts';

/** Returns the crawls in the database on a port of this machine. */
export function createCrawls(tablesPort: number): SiteCrawls {
  const endpoint = `http://127.0.0.1:${tablesPort}`;
  const client = new DynamoDBClient({ endpoint, region: localRegion, credentials: localCredentials });
  return createSiteCrawls(createSdkDynamoDB(client), siteCrawlsTable.name, Date.now);
}
