import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { createEndpoints } from './endpoints.ts';
import { answerMessage } from './answer-message.ts';
import { settingsSchema } from './settings.ts';

const settings = readSettings(settingsSchema);
const services = { endpoints: createEndpoints(settings), version: settings.SERVICE_VERSION };

/** `POST /mcp`: the Model Context Protocol, with the data of the HTTP endpoints. */
export const handler = endpoint((event) => answerMessage(event, services), settings);
