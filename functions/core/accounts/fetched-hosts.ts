import { registrableDomain } from '../platform/names/domain-name.ts';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';

/** Maximum number of hosts of one registrable domain that are fetched in a day (UTC), for all callers together. */
export const HOSTS_A_DAY = 100;
const KEPT_DAYS = 2;

export type FetchedHosts = ReturnType<typeof createFetchedHosts>;

/**
 * Creates the store of the hosts of each registrable domain that were fetched today, over all instances, in the
 * `Coordination` table: one item for each registrable domain and day, with the set of hosts.
 */
export function createFetchedHosts(db: DynamoDB, table: string, now: () => number) {
  const itemOf = (host: string, time: number) => ({
    TableName: table,
    Key: { id: `hosts#${registrableDomain(host)}#${dayOf(time)}` },
  });
  return {
    /**
     * Stores a host that is about to be fetched.
     *
     * @returns false if the maximum number of other hosts of its registrable domain was fetched today
     */
    async admit(host: string): Promise<boolean> {
      const update = db.update({
        ...itemOf(host, now()),
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

    /** Deletes a domain from the hosts of all days that are kept. */
    async deleteDomain(domain: string): Promise<void> {
      for (let ago = 0; ago <= KEPT_DAYS; ago += 1) {
        const item = itemOf(domain, now() - ago * DAY_MS);
        const update = db.update({
          ...item,
          UpdateExpression: 'DELETE hosts :hosts',
          ConditionExpression: 'contains(hosts, :host)',
          ExpressionAttributeValues: { ':hosts': new Set([domain]), ':host': domain },
        });
        await ifConditionHolds(update);
        // Its key also contains the name.
        await ifConditionHolds(db.delete({ ...item, ConditionExpression: 'attribute_not_exists(hosts)' }));
      }
    },
  };
}
