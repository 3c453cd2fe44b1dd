import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { ServiceError } from '../platform/http/errors.ts';
import type { forumAccount, forumUser } from './actions.ts';
import type { ActionCall } from './read-action.ts';
import { textOf, type UpstreamAnswer, type UpstreamClient } from './upstream-client.ts';
import { checkIn } from './check-in.ts';
import { checkInEverywhere, type Dependencies } from './check-in-everywhere.ts';
import { success } from '../platform/http/envelope.ts';

/** @returns `data` of the answer to one action of `/api/forumA` */
export async function relayAccountAction(
  { action, text }: ActionCall<keyof typeof forumAccount.actions>,
  deps: Dependencies,
): Promise<object> {
  switch (action) {
    case 'login':
      return login(await deps.upstream.login(text.account!, text.password!));
    case 'me':
      return deps.upstream.me(text._key!, text.user_id!);
    case 'signin':
      return text.cat_id
        ? checkIn(text._key!, text.cat_id, deps.upstream)
        : checkInEverywhere({ key: text._key!, after: text.after }, deps);
  }
}

/** @throws {ServiceError} upstream_unreadable for a successful response without a token */
function login(upstream: UpstreamAnswer) {
  const user = upstream.user as { userID?: unknown } | undefined;
  if (typeof upstream._key !== 'string' || !upstream._key || user?.userID === undefined)
    throw new ServiceError('upstream_unreadable');
  return { _key: upstream._key, user_id: user.userID, upstream };
}

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
 * Returns upstream's comments unchanged, and the start of the next page.
 *
 * @throws {ServiceError} upstream_unreadable for a successful response without a list
 */
function commentPage(answer: UpstreamAnswer, start: number) {
  if (!Array.isArray(answer.comments)) throw new ServiceError('upstream_unreadable');
  const more = Number(answer.more) === 1;
  // If upstream does not return the next offset, it follows from the number of comments.
  const next = Number(textOf(answer.start) || start + answer.comments.length);
  return {
    comments: answer.comments,
    start,
    count: answer.comments.length,
    next_start: more && Number.isSafeInteger(next) ? next : null,
    more,
  };
}

/** Limit of the body as JSON text. Lambda returns at most 6 MB, including headers. */
const MAX_RESPONSE_BYTES = 6_000_000;

/**
 * @param data `data` of the response
 * @returns the response with status 200
 * @throws {ServiceError} upstream_unreadable if it is larger than Lambda can return
 */
export function relayResponse(event: APIGatewayProxyEvent, data: object): APIGatewayProxyResult {
  const response = success(event, JSON.stringify(data));
  if (Buffer.byteLength(JSON.stringify(response.body)) > MAX_RESPONSE_BYTES)
    throw new ServiceError('upstream_unreadable');
  return response;
}
