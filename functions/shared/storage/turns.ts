import { setTimeout as sleep } from 'node:timers/promises';
import { GetCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { NotNow, type Pace } from '../sources/provider-client.ts';
import { ifConditionHolds } from './conditional.ts';

/** A request that holds a serial provider longer than this is taken for dead. */
const HOLD_MS = 60_000;
const POLL_MS = 250;
/** So many failures in a row stop the asking, for a while that doubles with each further one. */
const FAILURES_TO_STOP = 5;
const FIRST_STOP_MS = 5 * 60_000;
const LONGEST_STOP_MS = 60 * 60_000;
/** Nobody is left alone for longer, whatever `Retry-After` says. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

/** What is known of a provider, in the `Coordination` table. */
interface TurnItem {
  /** Milliseconds since the epoch, as all times here. */
  next_at?: number;
  held_until?: number;
  stopped_until?: number;
  stop_code?: NotNow['code'];
  failures?: number;
}

export type Outcome = 'answered' | 'failed' | 'abandoned' | { retryAfterMs: number };

/** A place in the line of a provider. */
export interface Turn {
  /** Tells what came of the request, for all instances. */
  end(outcome: Outcome): Promise<void>;
}

export interface Turns {
  /**
   * Waits until a request may be sent.
   *
   * @throws {NotNow} where that is further away than `maxWaitMs`, or nobody is to ask at present
   */
  take(pace: Pace, maxWaitMs: number): Promise<Turn>;
}

/** Turns at providers, kept apart over all instances, in the `Coordination` table. */
export function createTurns(client: DynamoDBDocumentClient, table: string, now: () => number): Turns {
  const update = (key: string, input: Omit<UpdateCommandInput, 'TableName' | 'Key'>) =>
    client.send(new UpdateCommand({ TableName: table, Key: { id: `turn#${key}` }, ...input }));

  /** @returns `null` with the turn taken, or what stands in its way */
  async function tryNow({ key, intervalMs, serial }: Pace): Promise<TurnItem | null> {
    const at = now();
    const taken = await ifConditionHolds(
      update(key, {
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
      }),
    );
    if (taken) return null;
    const get = new GetCommand({ TableName: table, Key: { id: `turn#${key}` }, ConsistentRead: true });
    return (await client.send(get)).Item ?? {};
  }

  /** Takes the next free place behind those who wait already. @returns when it is, or `null` where that is too late */
  async function queueUp({ key, intervalMs }: Pace, latest: number): Promise<number | null> {
    const taken = await ifConditionHolds(
      update(key, {
        UpdateExpression: 'SET next_at = next_at + :interval',
        ConditionExpression: 'next_at <= :latest',
        ExpressionAttributeValues: { ':interval': intervalMs, ':latest': latest },
        ReturnValues: 'UPDATED_OLD',
      }),
    );
    return taken && (taken.Attributes as Required<TurnItem>).next_at;
  }

  async function end({ key, serial }: Pace, outcome: Outcome): Promise<void> {
    const freed = serial ? ', held_until = :zero' : '';
    const zero = { ...(serial && { ':zero': 0 }) };
    if (outcome === 'abandoned') {
      if (serial) await update(key, { UpdateExpression: 'SET held_until = :zero', ExpressionAttributeValues: zero });
      return;
    }
    if (outcome === 'answered') {
      await update(key, {
        UpdateExpression: `SET failures = :none${freed}`,
        ExpressionAttributeValues: { ':none': 0, ...zero },
      });
      return;
    }
    const { Attributes } = await update(key, {
      UpdateExpression: `SET failures = if_not_exists(failures, :none) + :one${freed}`,
      ExpressionAttributeValues: { ':none': 0, ':one': 1, ...zero },
      ReturnValues: 'ALL_NEW',
    });
    const stop = stopAfter((Attributes as Required<TurnItem>).failures, outcome);
    if (stop) {
      await update(key, {
        UpdateExpression: 'SET stopped_until = :until, stop_code = :code',
        ExpressionAttributeValues: { ':until': now() + stop.ms, ':code': stop.code },
      });
    }
  }

  return {
    async take(pace, maxWaitMs) {
      const latest = now() + maxWaitMs;
      for (;;) {
        const obstacle = await tryNow(pace);
        if (!obstacle) return { end: (outcome) => end(pace, outcome) };
        const { stopped_until = 0, stop_code = 'source_down', held_until = 0, next_at = 0 } = obstacle;
        if (stopped_until > now()) throw new NotNow(stop_code, stopped_until - now());
        if (pace.serial) {
          if (now() + POLL_MS > latest) throw new NotNow('busy', Math.max(held_until, next_at) - now());
          await sleep(POLL_MS);
          continue;
        }
        const at = await queueUp(pace, latest);
        if (at === null) throw new NotNow('busy', Math.max(0, next_at - now()));
        await sleep(Math.max(0, at - now()));
        return { end: (outcome) => end(pace, outcome) };
      }
    },
  };
}

function stopAfter(
  failures: number,
  outcome: Exclude<Outcome, 'abandoned'>,
): { ms: number; code: NotNow['code'] } | null {
  if (typeof outcome === 'object') return { ms: Math.min(outcome.retryAfterMs, LONGEST_WAIT_MS), code: 'retry_later' };
  if (failures < FAILURES_TO_STOP) return null;
  const ms = Math.min(LONGEST_STOP_MS, FIRST_STOP_MS * 2 ** (failures - FAILURES_TO_STOP));
  return { ms, code: 'source_down' };
}
