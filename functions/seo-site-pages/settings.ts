import { sitePagesSettings } from '../shared/answers/site-pages/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';

export const seoSitePagesSettings = { ...endpointSettings, ...sitePagesSettings };
