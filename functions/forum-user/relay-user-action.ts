import type { forumUser } from '../shared/forum/actions.ts';
import { UpstreamUnreadable } from '../shared/forum/errors.ts';
import type { ActionCall } from '../shared/forum/read-action.ts';
import type { UpstreamAnswer, UpstreamClient } from '../shared/forum/upstream-client.ts';

/** @returns `data` of the answer to one action of `/api/forumU` */
export async function relayUserAction(
  { action, text, integer }: ActionCall<keyof typeof forumUser.actions>,
  upstream: UpstreamClient,
): Promise<UpstreamAnswer> {
  const userId = text.user_id!;
  if (action === 'info') return upstream.userInfo(userId);
  const { start, count } = integer as { start: number; count: number };
  return commentPage(await upstream.comments(userId, start, count), start);
}

/**
 * The comments as upstream gives them, and where the next page starts.
 *
 * @throws {UpstreamUnreadable} for a successful response without a list
 */
function commentPage(answer: UpstreamAnswer, start: number) {
  if (!Array.isArray(answer.comments)) throw new UpstreamUnreadable();
  const more = Number(answer.more) === 1;
  const next = Number(answer.start);
  return {
    comments: answer.comments,
    start,
    count: answer.comments.length,
    next_start: more && Number.isSafeInteger(next) ? next : null,
    more,
  };
}
