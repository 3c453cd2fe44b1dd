import { readBatchSettings } from '../../../functions/forum-account/batch-settings.ts';
import { checkInEverywhere } from '../../../functions/forum-account/check-in-everywhere.ts';
import { createUpstreamClient } from '../../../functions/shared/forum/upstream-client.ts';
import { type ForumOptions, startForumServer } from '../../../infra/sandbox/forum/forum-server.ts';

const settings = { salt: '0'.repeat(32), marketId: 'm', deviceCode: '[d]1' };

/** A forum of the test's own, and a signed-in account that checks in on all of its boards. */
export async function withForum<Result>(
  options: Partial<ForumOptions>,
  environment: NodeJS.ProcessEnv,
  run: (forum: {
    /** `spentMs`: how long the call has taken already when the batch begins. */
    checkIn: (after?: string, spentMs?: number) => ReturnType<typeof checkInEverywhere>;
    asked: () => string[];
  }) => Promise<Result>,
): Promise<Result> {
  const forum = await startForumServer({ ...settings, ...options });
  const upstream = createUpstreamClient({ ...settings, upstreamUrl: forum.url }, Date.now);
  try {
    const { _key } = await upstream.login('13800000000', 'sandbox-password');
    return await run({
      checkIn: (after, spentMs = 0) =>
        checkInEverywhere(
          { key: String(_key), after },
          { upstream, batch: readBatchSettings(environment), now: Date.now, startedAt: Date.now() - spentMs },
        ),
      asked: () =>
        forum.requests.filter(({ path }) => path.startsWith('/user/signin')).map(({ form }) => form.get('cat_id')!),
    });
  } finally {
    await forum.close();
  }
}
