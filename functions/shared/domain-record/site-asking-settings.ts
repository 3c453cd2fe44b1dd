import { networkSettings } from '../network/settings.ts';
import { askingSettings, sourceUrls } from '../providers/settings.ts';
import { number, type Settings, text } from '../settings/settings.ts';

/** What asking the sites of domains, and who knows whether a domain exists, takes. */
export const siteAskingSettings = {
  ...askingSettings,
  ...sourceUrls,
  ...networkSettings,
  DOMAIN_SCHEDULE_TABLE: text,
  MAX_FOLLOWED_DOMAINS: number(),
};

export type SiteAskingSettings = Settings<typeof siteAskingSettings>;
