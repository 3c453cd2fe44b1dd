import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from './time/day.ts';
import { type DynamoDB, ifConditionHolds, type UpdateInput } from './dynamodb/dynamodb.ts';

/** A request that takes longer at a serial provider is taken for lost. */
const HOLD_MS = 60_000;
const POLL_MS = 250;
/** So many failures in a row stop all requests, for a time that doubles with each further failure. */
const FAILURES_TO_STOP = 5;
const FIRST_STOP_MS = 5 * 60_000;
const LONGEST_STOP_MS = 60 * 60_000;
/** No stop is longer, whatever `Retry-After` says. */
export const LONGEST_WAIT_MS = DAY_MS;

const NOT_STOPPED_SINCE = 'attribute_not_exists(stopped_until) OR stopped_until <= :started';

/** The rate limit of a provider, over all instances. */
export interface Pace {
  /** Who is asked: requests with the same key share the limit. */
  key: string;
  /** Least time between the starts of two requests. */
  intervalMs: number;
  /** One request at a time. */
  serial?: boolean;
}

/** Thrown where a provider cannot be asked now: too many requests wait, it asked for a pause, or it is down. */
export class ProviderUnavailable extends Error {
  readonly code: 'busy' | 'source_down' | 'retry_later';
  /** When to try again, in milliseconds from now. */
  readonly waitMs: number;

  constructor(code: ProviderUnavailable['code'], waitMs: number) {
    super(`The provider cannot be asked now (${code})`);
    this.code = code;
    this.waitMs = waitMs;
  }
}

/** What is known of a provider, in the `Coordination` table. */
interface RateLimitItem {
  /** Milliseconds since the epoch, as all times here. */
  next_at?: number;
  held_until?: number;
  stopped_until?: number;
  stop_code?: ProviderUnavailable['code'];
  /** In a row. */
  failures?: number;
  /** In a row, because of failures; an answer ends the row. */
  stops?: number;
}

export type Outcome = 'answered' | 'failed' | 'abandoned' | { retryAfterMs: number };

/** The right to send one request to a provider. */
export interface RequestSlot {
  /**
   * Stores what came of the request, for all instances.
   *
   * @param restMs where only one request at a time may be sent, the next one waits for so long
   */
  end(outcome: Outcome, restMs?: number): Promise<void>;
}

export interface ProviderRateLimit {
  /**
   * Waits until a request may be sent.
   *
   * @throws {ProviderUnavailable} where that is further away than `maxWaitMs`, or the provider is not to be asked now
   */
  take(pace: Pace, maxWaitMs: number): Promise<RequestSlot>;
}

/** Key of the item of a pace. */
export const rateLimitKey = (key: string) => ({ id: `turn#${key}` });

/** Rate limits of providers, kept over all instances in the `Coordination` table. */
export function createProviderRateLimit(db: DynamoDB, table: string, now: () => number): ProviderRateLimit {
  const update = (key: string, input: Omit<UpdateInput, 'TableName' | 'Key'>) =>
    db.update({ TableName: table, Key: rateLimitKey(key), ...input });

  /** @returns `null` where the condition does not hold */
  const updateIf = (...input: Parameters<typeof update>) => ifConditionHolds(update(...input));

  /** @returns `null` where the slot is taken, or the item that is in the way */
  async function tryNow({ key, intervalMs, serial }: Pace): Promise<RateLimitItem | null> {
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

  /** Takes the next free slot after those who wait already. @returns its time, or `null` where that is too late */
  async function queueUp({ key, intervalMs }: Pace, latest: number): Promise<number | null> {
    const taken = await updateIf(key, {
      UpdateExpression: 'SET next_at = next_at + :interval',
      ConditionExpression: 'next_at <= :latest',
      ExpressionAttributeValues: { ':interval': intervalMs, ':latest': latest },
      ReturnValues: 'UPDATED_OLD',
    });
    return taken && (taken.Attributes as Required<RateLimitItem>).next_at;
  }

  async function end({ key, serial }: Pace, startedAt: number, outcome: Outcome, restMs: number): Promise<void> {
    try {
      if (outcome === 'answered') await noteAnswer(key);
      else if (outcome !== 'abandoned') await noteFailure(key, startedAt, outcome);
    } finally {
      // Last, so that the next request sees a stop.
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

  /** @returns what stands there then; `null` where the request began before a stop: it says nothing new */
  async function countFailure(key: string, startedAt: number) {
    const counted = await updateIf(key, {
      UpdateExpression: 'SET failures = if_not_exists(failures, :none) + :one',
      ConditionExpression: NOT_STOPPED_SINCE,
      ExpressionAttributeValues: { ':none': 0, ':one': 1, ':started': startedAt },
      ReturnValues: 'ALL_NEW',
    });
    return counted && (counted.Attributes as RateLimitItem & { failures: number });
  }

  /** A stop that is longer already stays. */
  async function stopFor(key: string, ms: number): Promise<void> {
    await updateIf(key, {
      UpdateExpression: 'SET stopped_until = :until, stop_code = :code',
      ConditionExpression: 'attribute_not_exists(stopped_until) OR stopped_until < :until',
      ExpressionAttributeValues: { ':until': now() + ms, ':code': 'retry_later' },
    });
  }

  /** @param stops how many stops in a row were seen: of several requests that fail at once, one begins the next stop */
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

  function slotOf(pace: Pace): RequestSlot {
    const startedAt = now();
    return { end: (outcome, restMs = 0) => end(pace, startedAt, outcome, restMs) };
  }

  return {
    async take(pace, maxWaitMs) {
      const latest = now() + maxWaitMs;
      for (;;) {
        const obstacle = await tryNow(pace);
        if (!obstacle) return slotOf(pace);
        refuseIfStopped(obstacle);
        const { held_until = 0, next_at = 0 } = obstacle;
        if (pace.serial) {
          if (now() + POLL_MS > latest) throw new ProviderUnavailable('busy', Math.max(held_until, next_at) - now());
          await sleep(POLL_MS);
          continue;
        }
        const at = await queueUp(pace, latest);
        if (at === null) throw new ProviderUnavailable('busy', Math.max(0, next_at - now()));
        await sleep(Math.max(0, at - now()));
        // The provider may have asked for a pause while this request waited.
        refuseIfStopped(await read(pace.key));
        return slotOf(pace);
      }
    },
  };
}
