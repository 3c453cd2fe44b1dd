import type { ForumBatchSettings } from '../core/platform/settings/settings.ts';
import type { UpstreamClient } from '../core/forum/upstream-client.ts';

/** What relaying an action needs. */
export interface Dependencies {
  upstream: UpstreamClient;
  batch: ForumBatchSettings;
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (ms: number) => Promise<unknown>;
  /** When the request came. */
  startedAt: number;
  /** Writes the error that one board of a batch ended with into the log. */
  logUnexpectedError: (error: unknown) => void;
}
