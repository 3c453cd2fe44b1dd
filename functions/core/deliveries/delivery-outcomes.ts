import { createHash } from 'node:crypto';
import { type DynamoDB, ifConditionHolds, inPartition } from '../platform/dynamodb/dynamodb.ts';
import { queryItems } from '../platform/dynamodb/many-items.ts';
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

export type DeliveryOutcomes = ReturnType<typeof createDeliveryOutcomes>;

/** Creates the store of outcomes of deliveries, which are attributes of watches and events in the `Watches` table. */
export function createDeliveryOutcomes(db: DynamoDB, table: string) {
  const keyOf = ({ owner, watch }: Signer) => ({
    partition: `owner#${owner}`,
    sort: watch === null ? 'secret' : `watch#${watch}`,
  });

  return {
    /** @returns `null` if the watch has been deleted; an owner always has a secret */
    async readSigner(signer: Signer): Promise<SignerState | null> {
      const { Item } = await db.get({ TableName: table, Key: keyOf(signer), ConsistentRead: true });
      return (Item as SignerState | undefined) ?? (signer.watch === null ? {} : null);
    },

    /** Stores the state of an event's delivery, unless the event has been deleted. */
    async recordEvent(watch: string, event: string, delivery: EventDelivery): Promise<void> {
      const update = db.update({
        TableName: table,
        Key: { partition: `events#${watch}`, sort: event },
        UpdateExpression: 'SET delivery = :delivery',
        ConditionExpression: 'attribute_exists(sort)',
        ExpressionAttributeValues: { ':delivery': delivery },
      });
      await ifConditionHolds(update);
    },

    /** Marks a watch as failing, unless it has been deleted or has another receiver now. */
    async markFailing(signer: Signer, url: string, failing: Failing): Promise<void> {
      const update = db.update({
        TableName: table,
        Key: keyOf(signer),
        UpdateExpression: 'SET failing = :failing',
        ConditionExpression: 'deliver_url = :url',
        ExpressionAttributeValues: { ':failing': failing, ':url': url },
      });
      if (!(await ifConditionHolds(update))) return;
      const expires_at = Math.ceil((failing.since + LISTED_MS) / 1000);
      await db.put({ TableName: table, Item: { ...failingKey(signer), ...signer, expires_at } });
    },

    /** Stores that an address has answered a test delivery of an owner, which ends its withdrawal. */
    async confirm(owner: string, url: string): Promise<void> {
      await db.delete({ TableName: table, Key: goneKey(owner, url) });
      const update = db.update({
        TableName: table,
        Key: keyOf({ owner, watch: null }),
        UpdateExpression: 'ADD confirmed :url',
        // Others are challenged each time.
        ConditionExpression: 'attribute_not_exists(confirmed) OR size(confirmed) < :most',
        ExpressionAttributeValues: { ':url': new Set([url]), ':most': MOST_CONFIRMED },
      });
      await ifConditionHolds(update);
    },

    /** Stores that an address wants no further deliveries of an owner. It has to answer a test delivery again. */
    async withdraw(owner: string, url: string): Promise<void> {
      const update = db.update({
        TableName: table,
        Key: keyOf({ owner, watch: null }),
        UpdateExpression: 'DELETE confirmed :urls',
        ConditionExpression: 'contains(confirmed, :url)',
        ExpressionAttributeValues: { ':urls': new Set([url]), ':url': url },
      });
      await ifConditionHolds(update);
      // Last: an address that is withdrawn is not confirmed.
      await db.put({ TableName: table, Item: goneKey(owner, url) });
    },

    /** Whether an address wants no further deliveries of an owner. */
    async isWithdrawn(owner: string, url: string): Promise<boolean> {
      return (await db.get({ TableName: table, Key: goneKey(owner, url), ConsistentRead: true })).Item !== undefined;
    },

    /** Returns the watches whose deliveries fail, of all owners; a few may have recovered or have been deleted. */
    async readFailing(): Promise<Signer[]> {
      const items = await queryItems(db, { TableName: table, ...inPartition({ partition: FAILING }) });
      return items as unknown as Signer[];
    },

    /** Ends the failure of a watch after a successful delivery to its receiver. */
    async clearFailing(signer: Signer, url: string): Promise<void> {
      const update = db.update({
        TableName: table,
        Key: keyOf(signer),
        UpdateExpression: 'REMOVE failing',
        ConditionExpression: 'deliver_url = :url',
        ExpressionAttributeValues: { ':url': url },
      });
      await ifConditionHolds(update);
      await db.delete({ TableName: table, Key: failingKey(signer) });
    },
  };
}
