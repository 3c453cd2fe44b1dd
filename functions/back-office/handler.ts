import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { answerApiCall } from './api.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);

/**
 * `/back-office/api/`, for which the gateway requires a signed-in user. Responses contain values of keys: they are not
 * cached, and messages of unexpected errors are not logged.
 */
export const handler = endpoint((event) => answerApiCall(event, settings), { ...settings, confidential: true });
