import { ServiceError } from '../../platform/http/errors.ts';
import type { forumUser } from '../actions.ts';
import type { ActionCall } from '../read-action.ts';
import { textOf, type UpstreamAnswer, type UpstreamClient } from '../upstream-client.ts';

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
 * @throws {ServiceError} upstream_unreadable for a successful response without a list
 */
function commentPage(answer: UpstreamAnswer, start: number) {
  if (!Array.isArray(answer.comments)) throw new ServiceError('upstream_unreadable');
  const more = Number(answer.more) === 1;
  // Where upstream leaves it out, an offset continues after what it gave.
  const next = Number(textOf(answer.start) || start + answer.comments.length);
  return {
    comments: answer.comments,
    start,
    count: answer.comments.length,
    next_start: more && Number.isSafeInteger(next) ? next : null,
    more,
  };
}
