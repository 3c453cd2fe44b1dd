import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../dynamodb/batch-get.ts';
import { sdkDocumentReader } from '../dynamodb/document-client.ts';
import { initialOf, LISTED_INDEX, type ScheduleItem } from './item.ts';

/** All that a domain may begin with, in the order of the names. */
const INITIALS = [...'0123456789_abcdefghijklmnopqrstuvwxyz'];
/** Sorts before, or after, all that may follow in a name. */
const LOWEST = '!';
const HIGHEST = '~';

export interface DomainPage {
  domains: string[];
  /** To go on behind; `null` on the last page. */
  next: string | null;
}

/** What the schedule says of a domain. */
export interface DomainState {
  followed: boolean;
  blocked: boolean;
  /** ISO 8601 time. */
  nextSnapshotAt: string | null;
  /** `YYYY-MM-DD` */
  lastAskedOn: string | null;
}

export interface DomainList {
  /**
   * Domains by name.
   *
   * @param search what their names begin with; all where it is empty
   * @param after name to go on behind
   */
  page(search: string, after: string | null, limit: number): Promise<DomainPage>;
  /** Has a domain listed, whatever else is known of it. */
  add(domain: string): Promise<void>;
  /** @param domains at most 100; each of them once. Those that nothing is known of are neither followed nor blocked */
  states(domains: string[]): Promise<Map<string, DomainState>>;
}

/**
 * The names in the `DomainSchedule` table, without any scan: a page costs a query where it is searched for, and at most
 * one for each first letter where it is not.
 */
export function createDomainList(client: DynamoDBDocumentClient, table: string): DomainList {
  async function namesBetween(initial: string, lowest: string, highest: string, most: number): Promise<string[]> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: table,
        IndexName: LISTED_INDEX,
        KeyConditionExpression: 'initial = :initial AND #domain BETWEEN :lowest AND :highest',
        ExpressionAttributeNames: { '#domain': 'domain' },
        ExpressionAttributeValues: { ':initial': initial, ':lowest': lowest, ':highest': highest },
        Limit: most,
      }),
    );
    return Items.map(({ domain }) => domain as string);
  }

  return {
    async page(search, after, limit) {
      const names: string[] = [];
      for (const initial of INITIALS) {
        const prefix = search || initial;
        const lowest = after !== null && after >= prefix ? after + LOWEST : prefix;
        const highest = prefix + HIGHEST;
        if (initialOf(prefix) !== initial || lowest > highest) continue;
        names.push(...(await namesBetween(initial, lowest, highest, limit + 1 - names.length)));
        if (names.length > limit) break;
      }
      return { domains: names.slice(0, limit), next: names.length > limit ? names[limit - 1]! : null };
    },

    async add(domain) {
      await client.send(
        new UpdateCommand({
          TableName: table,
          Key: { domain },
          UpdateExpression: 'SET initial = :initial',
          ExpressionAttributeValues: { ':initial': initialOf(domain) },
        }),
      );
    },

    async states(domains) {
      const keys = domains.map((domain) => ({ domain }));
      const items = keys.length > 0 ? await batchGet(sdkDocumentReader(client), table, keys, { consistent: true }) : [];
      const known = new Map(items.map((item) => [item.domain as string, item]));
      return new Map(domains.map((domain) => [domain, stateOf(known.get(domain) ?? {})]));
    },
  };
}

function stateOf({ is_blocked, next_snapshot_at, last_asked_on }: Partial<ScheduleItem>): DomainState {
  return {
    followed: next_snapshot_at !== undefined,
    blocked: is_blocked === true,
    nextSnapshotAt: next_snapshot_at ?? null,
    lastAskedOn: last_asked_on ?? null,
  };
}
