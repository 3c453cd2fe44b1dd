import { registrableDomain } from '../platform/names/domain-name.ts';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absent, anyOf, contains, lacks, smallerThan } from '../platform/dynamodb/expressions.ts';
import { bindStore } from '../platform/bind-store.ts';
import { deleteItem, getItem, type Store, updateAndReturn, updateItem } from '../platform/dynamodb/table.ts';

/** Maximum number of hosts of one registrable domain that are fetched in a day (UTC), for all callers together. */
export const HOSTS_A_DAY = 100;
/** Maximum number of them for one owner of keys, fetched or newly followed, so that no owner uses up those of others. */
export const HOSTS_OF_OWNER = 40;
const KEPT_DAYS = 2;

/** Name of the set of an owner. */
const attributeOf = (owner: string) => `owner#${owner}`;
const keyOf = (host: string, time: number) => ({ id: `hosts#${registrableDomain(host)}#${dayOf(time)}` });
const expiry = ({ now }: Store) => Math.ceil((now() + KEPT_DAYS * DAY_MS) / 1000);
const hasRoom = (host: string, most: number) => anyOf(absent, contains(host), smallerThan(most));

/**
 * Counts a host that is about to be fetched, once a day for all callers and for its owner.
 *
 * @returns false if the maximum number of other hosts of its registrable domain was fetched today
 */
async function admit(store: Store, host: string, owner: string): Promise<boolean> {
  if (!isLimited(host)) return true;
  const [hosts, ofOwner] = [new Set([host]), attributeOf(owner)];
  return updateItem(store, keyOf(host, store.now()), {
    add: { hosts, [ofOwner]: hosts },
    set: { expires_at: expiry(store) },
    when: { hosts: hasRoom(host, HOSTS_A_DAY), [ofOwner]: hasRoom(host, HOSTS_OF_OWNER) },
  });
}

/**
 * Counts hosts that are fetched later, all or none, for their owner alone: they take nothing from other callers.
 *
 * @returns false if they exceed the owner's maximum of one of the registrable domains
 */
async function reserve(store: Store, hosts: readonly string[], owner: string): Promise<boolean> {
  const ofOwner = attributeOf(owner);
  const reserved: string[] = [];
  for (const host of hosts.filter(isLimited)) {
    const isReserved = await updateItem(store, keyOf(host, store.now()), {
      add: { [ofOwner]: new Set([host]) },
      set: { expires_at: expiry(store) },
      when: { [ofOwner]: hasRoom(host, HOSTS_OF_OWNER) },
    });
    if (!isReserved) {
      await release(store, reserved, owner);
      return false;
    }
    reserved.push(host);
  }
  return true;
}

/** Subtracts hosts that an owner has {@link reserve}d, and that were not fetched meanwhile. */
async function release(store: Store, hosts: readonly string[], owner: string): Promise<void> {
  for (const host of hosts.filter(isLimited)) {
    const removeFrom = { [attributeOf(owner)]: new Set([host]) };
    await updateItem(store, keyOf(host, store.now()), { removeFrom, when: { hosts: lacks(host) } });
  }
}

/** Deletes a domain from the hosts of all days that are kept. */
async function deleteDomain(store: Store, domain: string): Promise<void> {
  for (let ago = 0; ago <= KEPT_DAYS; ago += 1) {
    const key = keyOf(domain, store.now() - ago * DAY_MS);
    const item = (await getItem<Record<string, unknown>>(store, key, { consistent: true })) ?? {};
    const sets = Object.entries(item).filter(([, value]) => value instanceof Set && value.has(domain));
    if (sets.length === 0) continue;
    const removeFrom = Object.fromEntries(sets.map(([name]) => [name, new Set([domain])]));
    const left = await updateAndReturn<object>(store, key, { removeFrom });
    // Its key also contains the name.
    if (!Object.values(left!).some((value) => value instanceof Set)) await deleteItem(store, key);
  }
}

export type FetchedHosts = ReturnType<typeof createFetchedHosts>;

/**
 * Creates the store of the hosts of each registrable domain that were fetched today, over all instances, in the
 * `Coordination` table: one item for each registrable domain and day, with the set of all hosts and that of each owner.
 * The registrable domain itself, and its `www.`, are not limited: no caller can keep others from fetching them.
 */
export function createFetchedHosts(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, { admit, reserve, release, deleteDomain });
}

function isLimited(host: string): boolean {
  const domain = registrableDomain(host);
  return host !== domain && host !== `www.${domain}`;
}
