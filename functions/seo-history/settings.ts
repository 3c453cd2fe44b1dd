import { historySettings } from '../shared/answers/history/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';

export const seoHistorySettings = { ...endpointSettings, ...historySettings };
