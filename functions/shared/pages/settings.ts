import { existenceSettings } from '../domain-record/existence-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { pagesSettings } from '../storage/settings.ts';

/** What fetching pages takes. */
export const pageSettings = { ...existenceSettings, ...pagesSettings };

export type PageSettings = Settings<typeof pageSettings>;
