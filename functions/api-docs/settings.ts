import { endpointSettings } from '../shared/http/settings.ts';

export const apiDocsSettings = endpointSettings;
