import { endpoint } from '../core/platform/http/endpoint.ts';
import { mcpSettings, readSettings } from '../core/platform/settings/settings.ts';
import { openEndpoints } from './endpoints.ts';
import { answerMessage } from './answer-message.ts';

const settings = readSettings(mcpSettings);
const endpoints = openEndpoints(settings);

/** `POST /mcp`: the Model Context Protocol, with the data of the HTTP endpoints. */
export const handler = endpoint((event) => answerMessage(event, endpoints), settings);
