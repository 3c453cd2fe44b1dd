/** How an all-board check-in treats upstream. */
export interface BatchSettings {
  /** Check-ins under way at once. */
  concurrency: number;
  /** Pause of each of them between two calls. */
  pauseMs: number;
  /** Boards to leave out, beside board 0, which cannot be checked in on. */
  excludedBoards: ReadonlySet<string>;
}

/** A setting of the batch that has no good value. */
export class BadBatchSetting extends Error {
  readonly code = 'bad_setting';
}

const DEFAULT_CONCURRENCY = '3';
const DEFAULT_PAUSE_MS = '150';

/** @throws {BadBatchSetting} naming the setting */
export function readBatchSettings(environment: NodeJS.ProcessEnv): BatchSettings {
  const whole = (name: string, fallback: string, min: number, max: number) => {
    const value = Number(environment[name] || fallback);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new BadBatchSetting(`${name} must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
  return {
    concurrency: whole('FORUM_BATCH_CONCURRENCY', DEFAULT_CONCURRENCY, 1, 10),
    pauseMs: whole('FORUM_BATCH_PAUSE_MS', DEFAULT_PAUSE_MS, 0, 3_000),
    excludedBoards: new Set((environment.FORUM_EXCLUDED_BOARDS ?? '').split(',').map((id) => id.trim())),
  };
}
