import { longTailSettings } from '../shared/answers/long-tail/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';

export const seoLongTailSettings = { ...endpointSettings, ...longTailSettings };
