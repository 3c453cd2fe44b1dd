/** Limits of an all-board check-in. */
export interface BatchSettings {
  /** Concurrent check-ins. */
  concurrency: number;
  /** Pause between two calls of the same worker. */
  pauseMs: number;
  /** Boards to leave out, beside board 0, which cannot be checked in on. */
  excludedBoards: ReadonlySet<string>;
}

/** Thrown at start for a setting of the batch with an invalid value. */
export class BadBatchSetting extends Error {
  readonly code = 'bad_setting';
}

interface Bounds {
  min: number;
  max: number;
  default: number;
}

/** What the operator may set. */
export const batchBounds = {
  concurrency: { min: 1, max: 10, default: 3 },
  pauseMs: { min: 0, max: 3_000, default: 150 },
} satisfies Record<string, Bounds>;

/** @throws {BadBatchSetting} naming the setting */
export function readBatchSettings(environment: NodeJS.ProcessEnv): BatchSettings {
  const whole = (name: string, { min, max, default: fallback }: Bounds) => {
    const value = Number(environment[name] || fallback);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new BadBatchSetting(`${name} must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
  return {
    concurrency: whole('FORUM_BATCH_CONCURRENCY', batchBounds.concurrency),
    pauseMs: whole('FORUM_BATCH_PAUSE_MS', batchBounds.pauseMs),
    excludedBoards: new Set((environment.FORUM_EXCLUDED_BOARDS ?? '').split(',').map((id) => id.trim())),
  };
}
