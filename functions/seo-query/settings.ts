import { querySettings } from '../shared/answers/query/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';

export const seoQuerySettings = { ...endpointSettings, ...querySettings };
