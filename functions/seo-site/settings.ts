import { siteSettings } from '../shared/answers/site/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';

export const seoSiteSettings = { ...endpointSettings, ...siteSettings };
