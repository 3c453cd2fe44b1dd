import { createOnceMarkers } from '../platform/coordination.ts';
import type { DynamoDB } from '../platform/dynamodb/dynamodb.ts';
import { absent, anyOf, contains, smallerThan } from '../platform/dynamodb/expressions.ts';
import { updateItem } from '../platform/dynamodb/table.ts';
import { DAY_MS, dayOf } from '../platform/time/day.ts';
import { receiverHost } from './receiver-slots.ts';

/** Minimum interval between test deliveries of an owner to one host. */
export const TEST_INTERVAL_MS = 60_000;
/** Maximum number of hosts in a day (UTC) whose addresses an owner tests before they are confirmed. */
export const HOSTS_A_DAY = 20;

/** A test delivery that is about to be sent. */
interface TestDelivery {
  owner: string;
  url: string;
  /** Whether the address has answered a challenge of the owner before. */
  isConfirmed: boolean;
}

export type TestLimits = ReturnType<typeof createTestLimits>;

/**
 * Creates the limits of test deliveries of watches, batches and crawls, in the `Coordination` table: otherwise an owner
 * could have messages sent to any number of hosts of others, or any number of messages to one.
 */
export function createTestLimits(db: DynamoDB, table: string, now: () => number) {
  const claims = createOnceMarkers(db, table, now);

  /** @returns false if the maximum number of other hosts was tested today */
  async function admitHost(owner: string, host: string): Promise<boolean> {
    return updateItem(
      { db, table },
      { id: `test-hosts#${owner}#${dayOf(now())}` },
      {
        add: { hosts: new Set([host]) },
        set: { expires_at: Math.ceil((now() + 2 * DAY_MS) / 1000) },
        when: { hosts: anyOf(absent, contains(host), smallerThan(HOSTS_A_DAY)) },
      },
    );
  }

  return {
    /** Counts a test mail. @returns false if one was sent within the last minute */
    takeMail: () => claims.claim('test mail', TEST_INTERVAL_MS),

    /** Counts a test delivery. @returns the limit that it would exceed: nothing must be sent; `null`: it may be sent */
    async take({ owner, url, isConfirmed }: TestDelivery): Promise<'hosts' | 'interval' | null> {
      const host = receiverHost(url);
      if (!isConfirmed && !(await admitHost(owner, host))) return 'hosts';
      return (await claims.claim(`test ${owner} ${host}`, TEST_INTERVAL_MS)) ? null : 'interval';
    },
  };
}
