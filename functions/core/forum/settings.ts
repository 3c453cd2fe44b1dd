import { endpointSettings } from '../platform/settings/common.ts';
import { commaSeparated, fromOperator, number, optionalText, optionalUrl, text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

/** Settings of requests to the forum. */
export const forumSettings = {
  /** URL of the forum upstream; without it, or without its salt in SSM, group A returns 503. */
  FORUM_UPSTREAM_URL: fromOperator(optionalUrl),
  /** SSM parameter with the salt of signatures. */
  FORUM_SIGN_SALT_PARAMETER: text,
  /** Market id that is sent to the forum. */
  FORUM_MARKET_ID: fromOperator(optionalText, ''),
  /** Device code that is sent to the forum. */
  FORUM_DEVICE_CODE: fromOperator(optionalText, ''),
};
export type ForumSettings = SettingsOf<typeof forumSettings>;

/** Settings of a check-in on all boards. */
export const checkInSettings = {
  /** Boards that a check-in on all boards omits, comma-separated, in addition to board 0, which has no check-ins. */
  FORUM_EXCLUDED_BOARDS: fromOperator(commaSeparated, ''),
  /** Concurrent check-ins of a check-in on all boards. */
  FORUM_BATCH_CONCURRENCY: fromOperator(number({ min: 1, max: 10, isWhole: true }), 3),
  /** Pause of each concurrent check-in before its next board, in milliseconds. */
  FORUM_BATCH_PAUSE_MS: fromOperator(number({ min: 0, max: 3_000, isWhole: true }), 150),
};
export type CheckInSettings = SettingsOf<typeof checkInSettings>;

/** Settings of `/api/forumU`. */
export const forumUserSettings = { ...endpointSettings, ...forumSettings };

/** Settings of `/api/forumA`. */
export const forumAccountSettings = { ...forumUserSettings, ...checkInSettings };
