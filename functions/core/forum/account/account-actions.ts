import { ServiceError } from '../../platform/http/errors.ts';
import type { forumAccount } from '../actions.ts';
import type { ActionCall } from '../read-action.ts';
import type { UpstreamAnswer } from '../upstream-client.ts';
import { checkIn } from './check-in.ts';
import { checkInEverywhere, type Dependencies } from './check-in-everywhere.ts';

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
