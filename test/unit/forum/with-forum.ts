import { setTimeout as sleep } from 'node:timers/promises';
import { checkInEverywhere } from '../../../functions/core/forum/check-in-everywhere.ts';
import { checkInSettings } from '../../../functions/core/forum/settings.ts';
import { createUpstreamClient } from '../../../functions/core/forum/upstream-client.ts';
import { type ForumOptions, startForumServer } from '../../../infra/sandbox/forum-server.ts';
import { settingsOf } from '../../support/settings.ts';
import { accessTo } from '../../support/upstream-access.ts';

const settings = { salt: '0'.repeat(32), marketId: 'm', deviceCode: '[d]1' };

const defaults = {
  FORUM_BATCH_CONCURRENCY: `${checkInSettings.FORUM_BATCH_CONCURRENCY.byDefault}`,
  FORUM_BATCH_PAUSE_MS: `${checkInSettings.FORUM_BATCH_PAUSE_MS.byDefault}`,
};

export interface TestForum {
  /** @param spentMs duration of the call before the batch */
  checkIn: (after?: string, spentMs?: number) => ReturnType<typeof checkInEverywhere>;
  /** Boards in the order of their requests, over all calls. */
  requested: () => string[];
  /** Number of check-ins in progress at the start of each. */
  concurrent: number[];
  /** Waits in milliseconds, with `ownClock`. */
  waits: number[];
  /** Logged defects. */
  defects: unknown[];
}

/** Starts a forum, and signs in an account that checks in on all of its boards. */
export async function withForum<Result>(
  options: Partial<ForumOptions>,
  environment: Record<string, string>,
  run: (forum: TestForum) => Promise<Result>,
  /** `ownClock`: only waits advance the clock, without a delay. `defect`: thrown for these boards. */
  { ownClock = false, defect }: { ownClock?: boolean; defect?: (board: string) => Error | null } = {},
): Promise<Result> {
  const forum = await startForumServer({ ...settings, ...options });
  const client = createUpstreamClient(accessTo(forum.url, settings), Date.now);
  const [waits, concurrent]: number[][] = [[], []];
  const defects: unknown[] = [];
  let count = 0;
  const upstream: typeof client = {
    ...client,
    checkIn: (...call) => {
      const thrown = defect?.(call[1]);
      if (thrown) return Promise.reject(thrown);
      concurrent!.push((count += 1));
      return client.checkIn(...call).finally(() => (count -= 1));
    },
  };
  let clock = 0;
  const time = ownClock
    ? {
        now: () => clock,
        sleep: (ms: number) => {
          waits!.push(ms);
          clock += ms;
          return Promise.resolve();
        },
      }
    : { now: Date.now, sleep };
  try {
    const { _key } = await upstream.login('13800000000', 'sandbox-password');
    return await run({
      checkIn: (after, spentMs = 0) =>
        checkInEverywhere(
          { key: String(_key), after },
          {
            upstream,
            batch: settingsOf(checkInSettings, { ...defaults, ...environment }),
            ...time,
            startedAt: time.now() - spentMs,
            logUnexpectedError: (error) => defects.push(error),
          },
        ),
      requested: () =>
        forum.requests.filter(({ path }) => path.startsWith('/user/signin')).map(({ form }) => form.get('cat_id')!),
      concurrent: concurrent!,
      waits: waits!,
      defects,
    });
  } finally {
    await forum.close();
  }
}
