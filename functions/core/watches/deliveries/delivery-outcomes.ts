import { type DynamoDB, ifConditionHolds } from '../../platform/dynamodb/dynamodb.ts';
import type { Signer } from './deliveries.ts';
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
  failing?: Failing | undefined;
}

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
      await ifConditionHolds(update);
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
    },
  };
}
