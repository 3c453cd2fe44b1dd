import { join } from 'node:path';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { endpoint } from '../shared/http/endpoint.ts';
import { requiredSetting } from '../shared/settings.ts';
import { readPageFiles } from './page-files.ts';
import { servePage } from './serve-page.ts';

const INTERFACE = '/back-office/api/';

const page = {
  files: readPageFiles(join(import.meta.dirname, 'page')),
  signIn: {
    issuer: requiredSetting('SIGN_IN_ISSUER'),
    clientId: requiredSetting('SIGN_IN_CLIENT_ID'),
    scope: requiredSetting('SIGN_IN_SCOPE'),
    origins: requiredSetting('SIGN_IN_ORIGINS').split(' '),
    logoutUrl: process.env.SIGN_IN_LOGOUT_URL || null,
  },
};

const pageEndpoint = endpoint((event) => Promise.resolve(servePage(event, page)));
/** Responses contain values of keys: they must not be cached, nor messages of unexpected errors logged. */
const interfaceEndpoint = endpoint(
  async (event) => {
    const { answerInterface } = await import('./answer-interface.ts');
    return answerInterface(event);
  },
  { confidential: true },
);

/** `/back-office/`: the operator's page and its API, for which the gateway requires a signed-in operator. */
export const handler = (event: APIGatewayProxyEvent, context: Context) =>
  event.resource.startsWith(INTERFACE) ? interfaceEndpoint(event, context) : pageEndpoint(event, context);
