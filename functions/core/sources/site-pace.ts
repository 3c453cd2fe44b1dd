import { registrableDomain } from '../accounts/fetched-hosts.ts';
import { rateLimitKey } from '../platform/rate-limit.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';

/** Key of the pace that the hosts of a registrable domain share. */
export const sitePace = (host: string) => `site ${registrableDomain(host)}`;

interface SitePaces {
  /** Deletes that of a domain. */
  forget(domain: string): Promise<void>;
}

/** The paces of sites, which the rate limit keeps for two days. */
export function createSitePaces(db: DynamoDB, table: string): SitePaces {
  return {
    async forget(domain) {
      await db.delete({ TableName: table, Key: rateLimitKey(sitePace(domain)) });
    },
  };
}
