import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { registrableDomain } from './fetched-hosts.ts';
import { rateLimitKey } from './provider-rate-limit.ts';

/** Key of the pace that the hosts of a registrable domain share. */
export const sitePace = (host: string) => `site ${registrableDomain(host)}`;

interface SitePaces {
  /** Deletes that of a domain. */
  forget(domain: string): Promise<void>;
}

/** The paces of sites, which the rate limit keeps for two days. */
export function createSitePaces(client: DynamoDBDocumentClient, table: string): SitePaces {
  return {
    async forget(domain) {
      await client.send(new DeleteCommand({ TableName: table, Key: rateLimitKey(sitePace(domain)) }));
    },
  };
}
