import type { UpstreamAccess } from '../../functions/core/forum/upstream-access.ts';
import type { ForumOptions } from '../../infra/sandbox/forum-server.ts';

/** @returns the settings of a client of the sandbox's forum */
export function accessTo(
  FORUM_UPSTREAM_URL: string,
  { salt, marketId, deviceCode }: Pick<ForumOptions, 'salt' | 'marketId' | 'deviceCode'>,
): UpstreamAccess {
  return { FORUM_UPSTREAM_URL, FORUM_MARKET_ID: marketId, FORUM_DEVICE_CODE: deviceCode, salt };
}
