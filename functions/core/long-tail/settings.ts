import { fetchSlotSettings } from '../accounts/settings.ts';
import { suggestionSettings } from '../keywords/settings.ts';
import { readingSettings } from '../platform/settings/common.ts';
import type { SettingsOf } from '../platform/settings/settings.ts';

/** Settings of `/api/v1/seo/long-tail`. */
export const longTailSettings = { ...readingSettings, ...fetchSlotSettings, ...suggestionSettings };
export type LongTailSettings = SettingsOf<typeof longTailSettings>;
