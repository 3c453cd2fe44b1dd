import { createHash } from 'node:crypto';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absentOr, contains, present, smallerThan } from '../platform/dynamodb/expressions.ts';
import { bindStore } from '../platform/bind-store.ts';
import { deleteItem, getItem, putItem, queryItems, type Table, updateItem } from '../platform/dynamodb/table.ts';
import { DAY_MS } from '../platform/time/day.ts';
import type { Signer } from './delivery.ts';
import type { SecretState } from './secrets.ts';

/** Attribute `delivery` of an event. */
export interface EventDelivery {
  state: 'pending' | 'delivered' | 'failed';
  /** Number of attempts, including successful ones. */
  attempts: number;
  last_status: number | null;
  /** Code of the last failure. */
  last_error: string | null;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Attribute `failing` of a watch, absent if its deliveries succeed. */
export interface Failing {
  /** Milliseconds since the epoch. */
  since: number;
  reason: string;
}

/** Attributes of a watch or of an owner's secret that deliveries need. */
export interface SignerState extends SecretState {
  deliver_url?: string | null | undefined;
  /** Of a watch: its new address, which has not answered a challenge yet. */
  unconfirmed_url?: string | undefined;
  /** Of an owner: addresses that have answered a challenge. */
  confirmed?: Set<string> | undefined;
  failing?: Failing | undefined;
}

/** Maximum number of confirmed addresses of an owner. */
const MOST_CONFIRMED = 100;

/** Returns the name of an address in keys and lists, for which addresses are too long. */
export const hashOf = (url: string) => createHash('sha256').update(url).digest('base64url');

/** Key of the mark that a receiver wants no further deliveries of an owner. */
const goneKey = (owner: string, url: string) => ({ partition: `owner#${owner}`, sort: `gone#${hashOf(url)}` });

/** Partition of the list of watches whose deliveries fail. */
const FAILING = 'failing';
const failingKey = ({ owner, watch }: Signer) => ({ partition: FAILING, sort: `${owner}#${watch}` });
/** A watch that has recovered otherwise, or was deleted, leaves the list after this time. */
const LISTED_MS = 30 * DAY_MS;

const keyOf = ({ owner, watch }: Signer) => ({
  partition: `owner#${owner}`,
  sort: watch === null ? 'secret' : `watch#${watch}`,
});

/** @returns `null` if the watch has been deleted; an owner always has a secret */
async function readSigner(store: Table, signer: Signer): Promise<SignerState | null> {
  const state = await getItem<SignerState>(store, keyOf(signer), { consistent: true });
  return state ?? (signer.watch === null ? {} : null);
}

/** Stores the state of an event's delivery, unless the event has been deleted. */
async function recordEvent(store: Table, watch: string, event: string, delivery: EventDelivery): Promise<void> {
  const key = { partition: `events#${watch}`, sort: event };
  await updateItem(store, key, { set: { delivery }, when: { sort: present } });
}

/** Marks a watch as failing, unless it has been deleted or has another receiver now. */
async function markFailing(store: Table, signer: Signer, url: string, failing: Failing): Promise<void> {
  if (!(await updateItem(store, keyOf(signer), { set: { failing }, when: { deliver_url: url } }))) return;
  const expires_at = Math.ceil((failing.since + LISTED_MS) / 1000);
  await putItem(store, { ...failingKey(signer), ...signer, expires_at });
}

/** Ends the failure of a watch after a successful delivery to its receiver. */
async function clearFailing(store: Table, signer: Signer, url: string): Promise<void> {
  await updateItem(store, keyOf(signer), { remove: ['failing'], when: { deliver_url: url } });
  await deleteItem(store, failingKey(signer));
}

/** Returns the watches whose deliveries fail, of all owners; a few may have recovered or have been deleted. */
const readFailing = (store: Table) => queryItems<Signer>(store, { partition: FAILING });

/** Stores that an address has answered a test delivery of an owner, which ends its withdrawal. */
async function confirm(store: Table, owner: string, url: string): Promise<void> {
  await deleteItem(store, goneKey(owner, url));
  // Others are challenged each time.
  const when = { confirmed: absentOr(smallerThan(MOST_CONFIRMED)) };
  await updateItem(store, keyOf({ owner, watch: null }), { add: { confirmed: new Set([url]) }, when });
}

/** Stores that an address wants no further deliveries of an owner. It has to answer a test delivery again. */
async function withdraw(store: Table, owner: string, url: string): Promise<void> {
  const change = { removeFrom: { confirmed: new Set([url]) }, when: { confirmed: contains(url) } };
  await updateItem(store, keyOf({ owner, watch: null }), change);
  // Last: an address that is withdrawn is not confirmed.
  await putItem(store, goneKey(owner, url));
}

/** Whether an address wants no further deliveries of an owner. */
async function isWithdrawn(store: Table, owner: string, url: string): Promise<boolean> {
  return (await getItem(store, goneKey(owner, url), { consistent: true })) !== undefined;
}

const functions = {
  readSigner,
  recordEvent,
  markFailing,
  clearFailing,
  readFailing,
  confirm,
  withdraw,
  isWithdrawn,
};

export type DeliveryOutcomes = ReturnType<typeof createDeliveryOutcomes>;

/** Creates the store of outcomes of deliveries, which are attributes of watches and events in the `Watches` table. */
export function createDeliveryOutcomes(db: DynamoDB, table: string) {
  return bindStore({ db, table }, functions);
}
