import { endpointSettings } from '../shared/http/settings.ts';
import { text } from '../shared/settings/settings.ts';

export const healthSettings = { ...endpointSettings, SERVICE_VERSION: text };
