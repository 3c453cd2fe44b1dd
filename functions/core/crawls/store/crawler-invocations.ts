import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { absent, atLeast, atMost, member } from '../../platform/dynamodb/expressions.ts';
import {
  deleteItem,
  getItem,
  putItem,
  queryItems,
  updateAndReturn,
  updateItem,
} from '../../platform/dynamodb/table.ts';
import type { CrawlTask } from '../tasks.ts';
import type { CrawlKey } from './item.ts';

/** An invocation of the crawler that is running, or was terminated. */
export interface RegisteredInvocation {
  /** Ids sort by the time of the start. */
  id: string;
  /** Shares that its crawls take, with those that join it. */
  used: number;
  /** Time at which its slices end, in milliseconds since the epoch. */
  until: number;
}

/** A crawl that joins an invocation. */
interface Joining {
  task: CrawlTask;
  shares: number;
}

interface InvocationItem extends CrawlKey {
  used: number;
  until: number;
  joining: Record<string, Joining>;
}

/** The running invocations of the crawler, so that crawls can join them. */
export interface CrawlerInvocations {
  register(invocation: RegisteredInvocation): Promise<void>;
  /** @returns those whose slices have not ended, oldest first */
  list(): Promise<RegisteredInvocation[]>;
  /**
   * Adds a crawl to another invocation.
   *
   * @param room shares that all crawls of an invocation have together
   * @returns false if it has no room, or its slices end before `until`
   */
  join(id: string, joining: Joining, limits: { room: number; until: number }): Promise<boolean>;
  /**
   * Takes the crawls that have joined this invocation, and stores the shares that it uses.
   *
   * @param used without those of the returned crawls
   */
  takeJoined(id: string, used: number): Promise<CrawlTask[]>;
  /** Ends an invocation. @returns crawls that have joined it since */
  end(id: string): Promise<CrawlTask[]>;
}

/** Not a valid domain, since it is a single label. */
const LIST = 'crawlers';
/** An invocation that was terminated is on the list until its item expires; its slices have ended. */
const EXPIRY_MS = 3_600_000;

/** Stores one item for each invocation, in a partition of the `SiteCrawls` table that belongs to no domain. */
export function createCrawlerInvocations(db: DynamoDB, table: string, now: () => number): CrawlerInvocations {
  const store = { db, table };
  const keyOf = (id: string): CrawlKey => ({ domain: LIST, part: id });
  const tasksOf = ({ joining }: Pick<InvocationItem, 'joining'>) => Object.values(joining).map(({ task }) => task);

  return {
    async register({ id, used, until }) {
      const expires_at = Math.ceil((until + EXPIRY_MS) / 1_000);
      await putItem(store, { ...keyOf(id), used, until, joining: {}, expires_at });
    },
    async list() {
      const items = await queryItems<InvocationItem>(store, { domain: LIST }, { consistent: true });
      return items.flatMap(({ part, used, until }) => (until > now() ? [{ id: part, used, until }] : []));
    },
    join(id, { task, shares }, { room, until }) {
      return updateItem(store, keyOf(id), {
        set: { [member('joining', task.id)]: { task, shares } },
        add: { used: shares },
        when: {
          used: atMost(room - shares),
          until: atLeast(until),
          [member('joining', task.id)]: absent,
        },
      });
    },
    async takeJoined(id, used) {
      const item = await getItem<InvocationItem>(store, keyOf(id), { consistent: true });
      if (!item) return [];
      const tasks = tasksOf(item);
      if (tasks.length === 0 && item.used === used) return [];
      const joined = Object.values(item.joining).reduce((sum, { shares }) => sum + shares, 0);
      // Whoever joins changes the number of shares, so that no crawl is lost.
      const change = { set: { used: used + joined, joining: {} }, when: { used: item.used } };
      return (await updateItem(store, keyOf(id), change)) ? tasks : [];
    },
    async end(id) {
      // No crawl can join it from now on.
      const change = { set: { until: 0 }, when: { until: atLeast(0) } };
      const item = await updateAndReturn<InvocationItem>(store, keyOf(id), change);
      await deleteItem(store, keyOf(id));
      return item ? tasksOf(item) : [];
    },
  };
}
