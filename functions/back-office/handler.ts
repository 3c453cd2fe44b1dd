import { endpoint } from '../core/platform/http/endpoint.ts';
import { backOfficeSettings, readSettings } from '../core/platform/settings/settings.ts';
import { answerApiCall } from './api.ts';

const settings = readSettings(backOfficeSettings);

/**
 * `/back-office/api/`, for which the gateway requires a signed-in user. Responses contain values of keys: they are not
 * cached, and messages of unexpected errors are not logged.
 */
export const handler = endpoint((event) => answerApiCall(event, settings), { ...settings, confidential: true });
