import { getDomain } from 'tldts';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';

/** Most hosts of one registrable domain that are fetched anew in a day (UTC), for all callers together. */
export const HOSTS_A_DAY = 100;
const KEPT_DAYS = 2;

/** Which hosts of a registrable domain were fetched anew today, over all instances. */
export interface FetchedHosts {
  /**
   * Notes a host that is about to be fetched.
   *
   * @returns false where as many other hosts of its registrable domain as may be were fetched today
   */
  admit(host: string): Promise<boolean>;
}

/** Kept in the `Coordination` table: an item a registrable domain and day, with the set of its hosts. */
export function createFetchedHosts(db: DynamoDB, table: string, now: () => number): FetchedHosts {
  return {
    async admit(host) {
      const update = db.update({
        TableName: table,
        Key: { id: `hosts#${registrableDomain(host)}#${dayOf(now())}` },
        UpdateExpression: 'ADD hosts :hosts SET expires_at = :expiry',
        ConditionExpression: 'attribute_not_exists(hosts) OR contains(hosts, :host) OR size(hosts) < :limit',
        ExpressionAttributeValues: {
          ':hosts': new Set([host]),
          ':host': host,
          ':limit': HOSTS_A_DAY,
          ':expiry': Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000),
        },
      });
      return (await ifConditionHolds(update)) !== null;
    },
  };
}

/** The domain that its owner has registered, at a registry or at a company that gives names to its customers. */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}
