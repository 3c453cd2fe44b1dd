import { forumSettings } from '../shared/forum/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';
import { commaSeparated, number } from '../shared/settings/settings.ts';

/** What the operator may set of an all-board check-in. */
export const batchBounds = {
  concurrency: { min: 1, max: 10, default: 3 },
  pauseMs: { min: 0, max: 3_000, default: 150 },
};

/** How an all-board check-in treats upstream. */
export const batchSettings = {
  /** Check-ins under way at once. */
  FORUM_BATCH_CONCURRENCY: number(batchBounds.concurrency),
  /** Pause of each of them between two calls. */
  FORUM_BATCH_PAUSE_MS: number(batchBounds.pauseMs),
  /** Boards to leave out, beside board 0, which cannot be checked in on. */
  FORUM_EXCLUDED_BOARDS: commaSeparated,
};

export const forumAccountSettings = { ...endpointSettings, ...forumSettings, ...batchSettings };
