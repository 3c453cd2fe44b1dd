import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from './time/day.ts';
import { type DynamoDB, ifConditionHolds, type UpdateInput } from './dynamodb/dynamodb.ts';

/** After this time, a serial provider accepts the next request even if the previous one was not reported as ended. */
const HOLD_MS = 60_000;
const POLL_MS = 250;
/** After this number of failures in a row, requests are paused, for a time that doubles with each further failure. */
const FAILURES_TO_STOP = 5;
const FIRST_STOP_MS = 5 * 60_000;
const LONGEST_STOP_MS = 60 * 60_000;
/** Maximum pause, also for a longer `Retry-After`. */
export const LONGEST_WAIT_MS = DAY_MS;

const NOT_STOPPED_SINCE = 'attribute_not_exists(stopped_until) OR stopped_until <= :started';

/** The rate limit of a provider, over all instances. */
export interface RateLimit {
  /** Identifies the provider. Requests with the same key share the limit. */
  key: string;
  /** Minimum time between the starts of two requests. */
  intervalMs: number;
  /** Whether only one request at a time is allowed. */
  serial?: boolean;
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

export type ProviderRateLimit = ReturnType<typeof createProviderRateLimit>;

/** Returns the key of the item of a rate limit. */
export const rateLimitKey = (key: string) => ({ id: `turn#${key}` });

/** Creates the access to rate limits, which all instances share in the `Coordination` table. */
export function createProviderRateLimit(db: DynamoDB, table: string, now: () => number) {
  const update = (key: string, input: Omit<UpdateInput, 'TableName' | 'Key'>) =>
    db.update({ TableName: table, Key: rateLimitKey(key), ...input });

  /** @returns `null` if the condition is not met */
  const updateIf = (...input: Parameters<typeof update>) => ifConditionHolds(update(...input));

  /** Takes a slot if one is free. @returns `null` if the slot was taken, otherwise the item */
  async function tryNow({ key, intervalMs, serial }: RateLimit): Promise<RateLimitItem | null> {
    const at = now();
    const taken = await updateIf(key, {
      UpdateExpression: `SET next_at = :next, expires_at = :expiry${serial ? ', held_until = :held' : ''}`,
      ConditionExpression: ['next_at', 'stopped_until', ...(serial ? ['held_until'] : [])]
        .map((name) => `(attribute_not_exists(${name}) OR ${name} <= :now)`)
        .join(' AND '),
      ExpressionAttributeValues: {
        ':now': at,
        ':next': at + intervalMs,
        ':expiry': Math.ceil((at + 2 * LONGEST_WAIT_MS) / 1000),
        ...(serial && { ':held': at + HOLD_MS }),
      },
    });
    return taken ? null : read(key);
  }

  async function read(key: string): Promise<RateLimitItem> {
    const { Item = {} } = await db.get({ TableName: table, Key: rateLimitKey(key), ConsistentRead: true });
    return Item;
  }

  /** Reserves the next slot after those of waiting requests. @returns its time; `null` if that is too late */
  async function queueUp({ key, intervalMs }: RateLimit, latest: number): Promise<number | null> {
    const taken = await updateIf(key, {
      UpdateExpression: 'SET next_at = next_at + :interval',
      ConditionExpression: 'next_at <= :latest',
      ExpressionAttributeValues: { ':interval': intervalMs, ':latest': latest },
      ReturnValues: 'UPDATED_OLD',
    });
    return taken && (taken.Attributes as Required<RateLimitItem>).next_at;
  }

  async function end({ key, serial }: RateLimit, startedAt: number, outcome: Outcome, restMs: number): Promise<void> {
    try {
      if (outcome === 'answered') await noteAnswer(key);
      else if (outcome !== 'abandoned') await noteFailure(key, startedAt, outcome);
    } finally {
      // Last, so that the next request reads the pause.
      if (serial) await freeAfter(restMs, key);
    }
  }

  const freeAfter = (restMs: number, key: string) =>
    update(key, {
      UpdateExpression: 'SET held_until = :until',
      ExpressionAttributeValues: { ':until': now() + restMs },
    });

  const noteAnswer = (key: string) =>
    update(key, {
      UpdateExpression: 'SET failures = :none, stops = :none',
      ExpressionAttributeValues: { ':none': 0 },
    });

  async function noteFailure(key: string, startedAt: number, outcome: 'failed' | { retryAfterMs: number }) {
    const failed = await countFailure(key, startedAt);
    if (typeof outcome === 'object') await stopFor(key, Math.min(outcome.retryAfterMs, LONGEST_WAIT_MS));
    else if (failed && failed.failures >= FAILURES_TO_STOP) await stopAfterFailures(key, startedAt, failed.stops ?? 0);
  }

  /** @returns the item; `null` if the request began before the last pause, since such a failure is not counted */
  async function countFailure(key: string, startedAt: number) {
    const counted = await updateIf(key, {
      UpdateExpression: 'SET failures = if_not_exists(failures, :none) + :one',
      ConditionExpression: NOT_STOPPED_SINCE,
      ExpressionAttributeValues: { ':none': 0, ':one': 1, ':started': startedAt },
      ReturnValues: 'ALL_NEW',
    });
    return counted && (counted.Attributes as RateLimitItem & { failures: number });
  }

  /** Pauses requests. A longer pause is not shortened. */
  async function stopFor(key: string, ms: number): Promise<void> {
    await updateIf(key, {
      UpdateExpression: 'SET stopped_until = :until, stop_code = :code',
      ConditionExpression: 'attribute_not_exists(stopped_until) OR stopped_until < :until',
      ExpressionAttributeValues: { ':until': now() + ms, ':code': 'retry_later' },
    });
  }

  /** @param stops stored number of pauses in a row, so that of several concurrent failures one starts the next pause */
  async function stopAfterFailures(key: string, startedAt: number, stops: number): Promise<void> {
    const ms = Math.min(LONGEST_STOP_MS, FIRST_STOP_MS * 2 ** stops);
    await updateIf(key, {
      UpdateExpression: 'SET stopped_until = :until, stop_code = :code, stops = :stops',
      ConditionExpression: `(${NOT_STOPPED_SINCE}) AND (attribute_not_exists(stops) OR stops < :stops)`,
      ExpressionAttributeValues: {
        ':until': now() + ms,
        ':code': 'source_down',
        ':stops': stops + 1,
        ':started': startedAt,
      },
    });
  }

  function refuseIfStopped({ stopped_until = 0, stop_code = 'source_down' }: RateLimitItem): void {
    if (stopped_until > now()) throw new ProviderUnavailable(stop_code, stopped_until - now());
  }

  function slotOf(limit: RateLimit): RequestSlot {
    const startedAt = now();
    return { end: (outcome, restMs = 0) => end(limit, startedAt, outcome, restMs) };
  }

  return {
    /**
     * Waits until a request may be sent.
     *
     * @throws {ProviderUnavailable} if the wait is longer than `maxWaitMs`, or requests to the provider are paused
     */
    async take(limit: RateLimit, maxWaitMs: number): Promise<RequestSlot> {
      const latest = now() + maxWaitMs;
      for (;;) {
        const obstacle = await tryNow(limit);
        if (!obstacle) return slotOf(limit);
        refuseIfStopped(obstacle);
        const { held_until = 0, next_at = 0 } = obstacle;
        if (limit.serial) {
          if (now() + POLL_MS > latest) throw new ProviderUnavailable('busy', Math.max(held_until, next_at) - now());
          await sleep(POLL_MS);
          continue;
        }
        const at = await queueUp(limit, latest);
        if (at === null) throw new ProviderUnavailable('busy', Math.max(0, next_at - now()));
        await sleep(Math.max(0, at - now()));
        // The provider may have requested a pause while this request waited.
        refuseIfStopped(await read(limit.key));
        return slotOf(limit);
      }
    },
  };
}
