import type { DynamoDB } from '../../platform/dynamodb/dynamodb.ts';
import { atMost, startsWith } from '../../platform/dynamodb/expressions.ts';
import { bindStore } from '../../platform/bind-store.ts';
import { deleteItem, queryPage, type Store, updateItem } from '../../platform/dynamodb/table.ts';

/** A run whose message was lost counts as in progress no longer than this. */
const MAX_RUN_MS = 15 * 60_000;

/** The state of learning in a language. */
export interface LearningState {
  /** Whether any run is in progress: each may have found keywords with any word. */
  isAny: boolean;
  /** Number that changes whenever a run begins or ends. */
  changes: number;
  /** Number that changes whenever answered queries are requested again. */
  refreshes: number;
}

/** Runs of queries to engines whose answers are not in the index yet. */
export type LearningRuns = ReturnType<typeof createLearningRuns>;

/** Returns the key of a language's list in the `Keywords` table. */
const listOf = (language: string) => `learning:${language}`;

/** Key of the item that counts changes: no seed in the normal form has capitals. */
const COUNTS = 'COUNTS';

const keyOf = (language: string, keyword: string) => ({ list: listOf(language), keyword });

async function count(store: Store, language: string, isRefresh: boolean): Promise<void> {
  await updateItem(store, keyOf(language, COUNTS), { add: { changes: 1, refreshes: isRefresh ? 1 : 0 } });
}

/** A run, or the item that counts. */
type Item = Partial<Omit<LearningState, 'isAny'>> & { keyword: string; queued_at?: number };

const isCurrent = ({ now }: Store, { queued_at = 0 }: Item) => queued_at > now() - MAX_RUN_MS;

async function read(store: Store, language: string): Promise<LearningState> {
  const { items } = await queryPage<Item>(store, { list: listOf(language) }, { consistent: true });
  const { changes = 0, refreshes = 0 } = items.find(({ keyword }) => keyword === COUNTS) ?? {};
  return { isAny: items.some((item) => isCurrent(store, item)), changes, refreshes };
}

/** Returns whether the run of a seed is in progress. */
async function isInProgress(store: Store, language: string, seed: string): Promise<boolean> {
  const ofSeed = { list: listOf(language), keyword: startsWith(seed) };
  const { items } = await queryPage<Item>(store, ofSeed, { consistent: true });
  return items.some((item) => item.keyword === seed && isCurrent(store, item));
}

/**
 * Begins a run, or stores that its queries were sent.
 *
 * @param queuedAt milliseconds since the epoch
 * @param isRefresh whether answered queries are requested again
 */
async function begin(
  store: Store,
  language: string,
  seed: string,
  queuedAt: number,
  isRefresh: boolean,
): Promise<void> {
  await updateItem(store, keyOf(language, seed), { set: { queued_at: queuedAt } });
  await count(store, language, isRefresh);
}

/**
 * Ends a run whose message could not be sent: nothing was added to the index. The item remains, since functions that
 * send messages may not delete any.
 */
async function cancel(store: Store, language: string, seed: string, queuedAt: number): Promise<void> {
  await updateItem(store, keyOf(language, seed), { set: { queued_at: 0 }, when: { queued_at: queuedAt } });
}

/** Ends a run, unless it was queued again later with the same seed. */
async function end(store: Store, language: string, seed: string, queuedAt: number): Promise<void> {
  await deleteItem(store, keyOf(language, seed), { queued_at: atMost(queuedAt) });
  await count(store, language, false);
}

/**
 * Creates the store in the `Keywords` table: one item for each run, and one that counts. Cached answers load this file.
 */
export function createLearningRuns(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, { read, isInProgress, begin, cancel, end });
}
