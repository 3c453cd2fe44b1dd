import { endpoint } from '../core/platform/http/endpoint.ts';
import { methodNotAllowed } from '../core/platform/http/errors.ts';
import { methodNotAllowedSettings, readSettings } from '../core/platform/settings/settings.ts';

const settings = readSettings(methodNotAllowedSettings);

/** Answers a method that a path does not have: the gateway sends what matches no other method of the path. */
export const handler = endpoint(({ resource }) => {
  return Promise.reject(methodNotAllowed(settings.METHODS_BY_PATH[resource] ?? []));
}, settings);
