import { optionalText, text } from '../settings/settings.ts';

/** What relaying to the forum takes. Without an upstream, or a salt in its parameter, it is not configured. */
export const forumSettings = {
  FORUM_UPSTREAM_URL: optionalText,
  FORUM_SIGN_SALT_PARAMETER: text,
  FORUM_MARKET_ID: optionalText,
  FORUM_DEVICE_CODE: optionalText,
};
