import { historySettings } from '../shared/answers/history/settings.ts';
import { keywordsSettings } from '../shared/answers/keywords/settings.ts';
import { longTailSettings } from '../shared/answers/long-tail/settings.ts';
import { pageSettings } from '../shared/answers/page/settings.ts';
import { querySettings } from '../shared/answers/query/settings.ts';
import { siteSettings } from '../shared/answers/site/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';
import type { Settings } from '../shared/settings/settings.ts';

export const mcpSettings = {
  ...endpointSettings,
  ...querySettings,
  ...historySettings,
  ...keywordsSettings,
  ...longTailSettings,
  ...pageSettings,
  ...siteSettings,
};

export type McpSettings = Settings<typeof mcpSettings>;
