import { pageSettings } from '../shared/answers/page/settings.ts';
import { endpointSettings } from '../shared/http/settings.ts';

export const seoPageSettings = { ...endpointSettings, ...pageSettings };
