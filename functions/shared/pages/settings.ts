import { siteAskingSettings } from '../domain-record/site-asking-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { pagesSettings } from '../storage/settings.ts';

/** What fetching pages takes. */
export const pageSettings = { ...siteAskingSettings, ...pagesSettings };

export type PageSettings = Settings<typeof pageSettings>;
