import { registrableDomain } from '../platform/names/domain-name.ts';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import { type DynamoDB, ifConditionHolds } from '../platform/dynamodb/dynamodb.ts';

/** Maximum number of hosts of one registrable domain that are fetched in a day (UTC), for all callers together. */
export const HOSTS_A_DAY = 100;
/** Maximum number of them for one owner of keys, fetched or newly followed, so that no owner uses up those of others. */
export const HOSTS_OF_OWNER = 40;
const KEPT_DAYS = 2;

export type FetchedHosts = ReturnType<typeof createFetchedHosts>;

/**
 * Creates the store of the hosts of each registrable domain that were fetched today, over all instances, in the
 * `Coordination` table: one item for each registrable domain and day, with the set of all hosts and that of each owner.
 * The registrable domain itself, and its `www.`, are not limited: no caller can keep others from fetching them.
 */
export function createFetchedHosts(db: DynamoDB, table: string, now: () => number) {
  const itemOf = (host: string, time: number) => ({
    TableName: table,
    Key: { id: `hosts#${registrableDomain(host)}#${dayOf(time)}` },
  });
  const expiry = () => Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000);

  async function addToOwner(host: string, owner: string): Promise<boolean> {
    const update = db.update({
      ...itemOf(host, now()),
      UpdateExpression: 'ADD #owner :hosts SET expires_at = :expiry',
      ConditionExpression: OWNER_HAS_ROOM,
      ExpressionAttributeNames: { '#owner': attributeOf(owner) },
      ExpressionAttributeValues: {
        ':hosts': new Set([host]),
        ':host': host,
        ':share': HOSTS_OF_OWNER,
        ':expiry': expiry(),
      },
    });
    return (await ifConditionHolds(update)) !== null;
  }

  /** Subtracts hosts that an owner has {@link reserve}d, and that were not fetched meanwhile. */
  async function release(hosts: readonly string[], owner: string): Promise<void> {
    for (const host of hosts.filter(isLimited)) {
      const update = db.update({
        ...itemOf(host, now()),
        UpdateExpression: 'DELETE #owner :hosts',
        ConditionExpression: 'NOT contains(hosts, :host)',
        ExpressionAttributeNames: { '#owner': attributeOf(owner) },
        ExpressionAttributeValues: { ':hosts': new Set([host]), ':host': host },
      });
      await ifConditionHolds(update);
    }
  }

  return {
    /**
     * Counts a host that is about to be fetched, once a day for all callers and for its owner.
     *
     * @returns false if the maximum number of other hosts of its registrable domain was fetched today
     */
    async admit(host: string, owner: string): Promise<boolean> {
      if (!isLimited(host)) return true;
      const update = db.update({
        ...itemOf(host, now()),
        UpdateExpression: 'ADD hosts :hosts, #owner :hosts SET expires_at = :expiry',
        ConditionExpression: `(${HAS_ROOM}) AND (${OWNER_HAS_ROOM})`,
        ExpressionAttributeNames: { '#owner': attributeOf(owner) },
        ExpressionAttributeValues: {
          ':hosts': new Set([host]),
          ':host': host,
          ':limit': HOSTS_A_DAY,
          ':share': HOSTS_OF_OWNER,
          ':expiry': expiry(),
        },
      });
      return (await ifConditionHolds(update)) !== null;
    },

    /**
     * Counts hosts that are fetched later, all or none, for their owner alone: they take nothing from other callers.
     *
     * @returns false if they exceed the owner's maximum of one of the registrable domains
     */
    async reserve(hosts: readonly string[], owner: string): Promise<boolean> {
      const reserved: string[] = [];
      for (const host of hosts.filter(isLimited)) {
        if (!(await addToOwner(host, owner))) {
          await release(reserved, owner);
          return false;
        }
        reserved.push(host);
      }
      return true;
    },

    release,

    /** Deletes a domain from the hosts of all days that are kept. */
    async deleteDomain(domain: string): Promise<void> {
      for (let ago = 0; ago <= KEPT_DAYS; ago += 1) {
        const item = itemOf(domain, now() - ago * DAY_MS);
        const { Item = {} } = await db.get({ ...item, ConsistentRead: true });
        const names = Object.entries(Item).flatMap(([name, value]) =>
          value instanceof Set && value.has(domain) ? [name] : [],
        );
        if (names.length === 0) continue;
        const { Attributes = {} } = await db.update({
          ...item,
          UpdateExpression: `DELETE ${names.map((_, index) => `#s${index} :hosts`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#s${index}`, name])),
          ExpressionAttributeValues: { ':hosts': new Set([domain]) },
          ReturnValues: 'ALL_NEW',
        });
        // Its key also contains the name.
        if (!Object.values(Attributes).some((value) => value instanceof Set)) await db.delete(item);
      }
    },
  };
}

const HAS_ROOM = 'attribute_not_exists(hosts) OR contains(hosts, :host) OR size(hosts) < :limit';
const OWNER_HAS_ROOM = 'attribute_not_exists(#owner) OR contains(#owner, :host) OR size(#owner) < :share';

/** Name of the set of an owner. */
const attributeOf = (owner: string) => `owner#${owner}`;

function isLimited(host: string): boolean {
  const domain = registrableDomain(host);
  return host !== domain && host !== `www.${domain}`;
}
