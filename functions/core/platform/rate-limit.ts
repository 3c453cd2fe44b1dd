import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from './time/day.ts';
import { bindStore } from './bind-store.ts';
import type { DynamoDB } from './dynamodb/dynamodb.ts';
import { absentOr, atMost, lessThan } from './dynamodb/expressions.ts';
import { getItem, type Store, updateAndReturn, updateItem } from './dynamodb/table.ts';

/** After this time, a serial provider accepts the next request even if the previous one was not reported as ended. */
const HOLD_MS = 60_000;
const POLL_MS = 250;
/** After this number of failures in a row, requests are paused, for a time that doubles with each further failure. */
const FAILURES_TO_STOP = 5;
const FIRST_STOP_MS = 5 * 60_000;
const LONGEST_STOP_MS = 60 * 60_000;
/** Maximum pause, also for a longer `Retry-After`. */
export const LONGEST_WAIT_MS = DAY_MS;

/** The rate limit of a provider, over all instances. */
export interface RateLimit {
  /** Identifies the provider. Requests with the same key share the limit. */
  key: string;
  /** Minimum time between the starts of two requests. */
  intervalMs: number;
  /** Whether only one request at a time is allowed. */
  serial?: boolean;
  /** Owner on whose behalf the request is sent, if owners share the limit (`createOwnerRateLimit`). */
  owner?: string;
}

/** Thrown if no request may be sent to a provider now: too many requests wait, it requested a pause, or it is down. */
export class ProviderUnavailable extends Error {
  readonly code: 'busy' | 'source_down' | 'retry_later';
  /** When to try again, in milliseconds from now. */
  readonly waitMs: number;

  constructor(code: ProviderUnavailable['code'], waitMs: number) {
    super(`No request may be sent to the provider now (${code})`);
    this.code = code;
    this.waitMs = waitMs;
  }
}

/** The item of a rate limit in the `Coordination` table. */
interface RateLimitItem {
  /** Earliest start of the next request. All times are milliseconds since the epoch. */
  next_at?: number;
  held_until?: number;
  stopped_until?: number;
  stop_code?: ProviderUnavailable['code'];
  /** Number of failures in a row. */
  failures?: number;
  /** Number of pauses in a row because of failures; an answer resets it. */
  stops?: number;
}

export type Outcome = 'answered' | 'failed' | 'abandoned' | { retryAfterMs: number };

/** The right to send one request to a provider. */
export interface RequestSlot {
  /**
   * Stores the outcome of the request, for all instances.
   *
   * @param restMs pause before the next request, if only one request at a time is allowed
   */
  end(outcome: Outcome, restMs?: number): Promise<void>;
}

/** Returns the key of the item of a rate limit. */
export const rateLimitKey = (key: string) => ({ id: `turn#${key}` });

/** Takes a slot if one is free. @returns `null` if the slot was taken, otherwise the item */
async function tryNow(store: Store, { key, intervalMs, serial }: RateLimit): Promise<RateLimitItem | null> {
  const now = store.now();
  const free = absentOr(atMost(now));
  const taken = await updateItem(store, rateLimitKey(key), {
    set: {
      next_at: now + intervalMs,
      expires_at: Math.ceil((now + 2 * LONGEST_WAIT_MS) / 1000),
      ...(serial && { held_until: now + HOLD_MS }),
    },
    when: { next_at: free, stopped_until: free, ...(serial && { held_until: free }) },
  });
  return taken ? null : read(store, key);
}

async function read(store: Store, key: string): Promise<RateLimitItem> {
  return (await getItem<RateLimitItem>(store, rateLimitKey(key), { consistent: true })) ?? {};
}

/** Reserves the next slot after those of waiting requests. @returns its time; `null` if that is too late */
async function queueUp(store: Store, { key, intervalMs }: RateLimit, latest: number): Promise<number | null> {
  const update = { add: { next_at: intervalMs }, when: { next_at: atMost(latest) } };
  const taken = await updateAndReturn<Required<RateLimitItem>>(store, rateLimitKey(key), update, 'UPDATED_OLD');
  return taken && taken.next_at;
}

async function end(
  store: Store,
  { key, serial }: RateLimit,
  startedAt: number,
  outcome: Outcome,
  restMs: number,
): Promise<void> {
  try {
    if (outcome === 'answered') await updateItem(store, rateLimitKey(key), { set: { failures: 0, stops: 0 } });
    else if (outcome !== 'abandoned') await noteFailure(store, key, startedAt, outcome);
  } finally {
    // Last, so that the next request reads the pause.
    if (serial) await updateItem(store, rateLimitKey(key), { set: { held_until: store.now() + restMs } });
  }
}

async function noteFailure(
  store: Store,
  key: string,
  startedAt: number,
  outcome: 'failed' | { retryAfterMs: number },
): Promise<void> {
  const failed = await countFailure(store, key, startedAt);
  if (typeof outcome === 'object') await stopFor(store, key, Math.min(outcome.retryAfterMs, LONGEST_WAIT_MS));
  else if (failed && failed.failures >= FAILURES_TO_STOP)
    await stopAfterFailures(store, key, startedAt, failed.stops ?? 0);
}

/** @returns the item; `null` if the request began before the last pause, since such a failure is not counted */
function countFailure(store: Store, key: string, startedAt: number) {
  const update = { add: { failures: 1 }, when: { stopped_until: absentOr(atMost(startedAt)) } };
  return updateAndReturn<RateLimitItem & { failures: number }>(store, rateLimitKey(key), update);
}

/** Pauses requests. A longer pause is not shortened. */
async function stopFor(store: Store, key: string, ms: number): Promise<void> {
  const until = store.now() + ms;
  const set = { stopped_until: until, stop_code: 'retry_later' };
  await updateItem(store, rateLimitKey(key), { set, when: { stopped_until: absentOr(lessThan(until)) } });
}

/** @param before stored number of pauses in a row, so that of several concurrent failures one starts the next pause */
async function stopAfterFailures(store: Store, key: string, startedAt: number, before: number): Promise<void> {
  const ms = Math.min(LONGEST_STOP_MS, FIRST_STOP_MS * 2 ** before);
  const stops = before + 1;
  await updateItem(store, rateLimitKey(key), {
    set: { stopped_until: store.now() + ms, stop_code: 'source_down', stops },
    when: { stopped_until: absentOr(atMost(startedAt)), stops: absentOr(lessThan(stops)) },
  });
}

function refuseIfStopped({ now }: Store, { stopped_until = 0, stop_code = 'source_down' }: RateLimitItem): void {
  if (stopped_until > now()) throw new ProviderUnavailable(stop_code, stopped_until - now());
}

function slotOf(store: Store, limit: RateLimit): RequestSlot {
  const startedAt = store.now();
  return { end: (outcome, restMs = 0) => end(store, limit, startedAt, outcome, restMs) };
}

/**
 * Waits until a request may be sent.
 *
 * @throws {ProviderUnavailable} if the wait is longer than `maxWaitMs`, or requests to the provider are paused
 */
async function take(store: Store, limit: RateLimit, maxWaitMs: number): Promise<RequestSlot> {
  const { now } = store;
  const latest = now() + maxWaitMs;
  for (;;) {
    const obstacle = await tryNow(store, limit);
    if (!obstacle) return slotOf(store, limit);
    refuseIfStopped(store, obstacle);
    const { held_until = 0, next_at = 0 } = obstacle;
    if (limit.serial) {
      if (now() + POLL_MS > latest) throw new ProviderUnavailable('busy', Math.max(held_until, next_at) - now());
      await sleep(POLL_MS);
      continue;
    }
    const at = await queueUp(store, limit, latest);
    if (at === null) throw new ProviderUnavailable('busy', Math.max(0, next_at - now()));
    await sleep(Math.max(0, at - now()));
    // The provider may have requested a pause while this request waited.
    refuseIfStopped(store, await read(store, limit.key));
    return slotOf(store, limit);
  }
}

export type ProviderRateLimit = ReturnType<typeof createProviderRateLimit>;

/** Creates the access to rate limits, which all instances share in the `Coordination` table. */
export function createProviderRateLimit(db: DynamoDB, table: string, now: () => number) {
  return bindStore({ db, table, now }, { take });
}
