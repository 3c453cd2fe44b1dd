import { endpointSettings } from '../shared/http/settings.ts';
import { json } from '../shared/settings/settings.ts';

/** The methods of each path of the API, by the path as the gateway has it. */
export const methodNotAllowedSettings = { ...endpointSettings, METHODS_BY_PATH: json<Record<string, string[]>>() };
