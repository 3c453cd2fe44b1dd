import { openPage } from '../shared/answers/page/open-page.ts';
import { endpoint } from '../shared/http/endpoint.ts';
import { readSettings, seoPageSettings } from '../shared/settings/settings.ts';

const settings = readSettings(seoPageSettings);

/** `GET /api/v1/seo/page`. */
export const handler = endpoint(openPage(settings), settings);
