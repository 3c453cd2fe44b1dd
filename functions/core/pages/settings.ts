import { fetchSlotSettings } from '../accounts/settings.ts';
import { siteFetchSettings } from '../domains/settings.ts';
import { readingSettings } from '../platform/settings/common.ts';
import { text } from '../platform/settings/kinds.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

export const pagesTableSettings = {
  /** Table of audited pages. */
  PAGES_TABLE: text,
};

/** Settings of fetching a page. */
export const pageFetchSettings = { ...siteFetchSettings, ...pagesTableSettings };
export type PageFetchSettings = SettingsOf<typeof pageFetchSettings>;

/** Settings of `/api/v1/seo/page`. */
export const pageSettings = { ...readingSettings, ...fetchSlotSettings, ...pageFetchSettings };
export type PageSettings = SettingsOf<typeof pageSettings>;
