import { endpoint } from '../core/platform/http/endpoint.ts';
import { methodNotAllowed } from '../core/platform/http/errors.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/** Returns 405 for methods that a path does not have; the gateway routes all other methods of a path to it. */
export const handler = endpoint(({ resource }) => {
  return Promise.reject(methodNotAllowed(settings.METHODS_BY_PATH[resource] ?? []));
}, settings);
