import { join } from 'node:path';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { backOfficeSettings, readSettings } from '../core/platform/settings/settings.ts';
import { readPageFiles, servePage } from './serve-page.ts';

const API_PATH = '/back-office/api/';
/** Below `/back-office/`. */
const REPORTS_PATH = 'reports/';
const settings = readSettings(backOfficeSettings);
const page = { files: readPageFiles(join(import.meta.dirname, 'page')), signIn: settings };

const pageEndpoint = endpoint((event) => Promise.resolve(servePage(event, page)), settings);
/** Responses contain values of keys: they are not cached, and messages of unexpected errors are not logged. */
const apiEndpoint = endpoint(
  async (event) => {
    const { answerApiCall } = await import('./api.ts');
    return answerApiCall(event, settings);
  },
  { ...settings, confidential: true },
);

/** Reports are read with the token of a link, without sign-in. */
const reportEndpoint = endpoint(
  async (event) => {
    const { answerReport } = await import('./report.ts');
    return answerReport(event, settings);
  },
  { ...settings, confidential: true },
);

/** `/back-office/`: the operator's page, its API, for which the gateway requires a signed-in operator, and reports. */
function answer(event: APIGatewayProxyEvent, context: Context) {
  if (event.resource.startsWith(API_PATH)) return apiEndpoint(event, context);
  const isReport = event.pathParameters?.proxy?.startsWith(REPORTS_PATH) === true;
  return (isReport ? reportEndpoint : pageEndpoint)(event, context);
}

/** Handles requests of the gateway, and every ten minutes an empty event, upon which expired keys are disabled. */
export const handler = (event: APIGatewayProxyEvent | Record<string, never>, context: Context) =>
  'resource' in event ? answer(event as APIGatewayProxyEvent, context) : disableKeys();

async function disableKeys(): Promise<{ expired_keys: number }> {
  const [{ createGatewayClient }, { disableExpiredKeys }] = await Promise.all([
    import('../core/accounts/control-plane.ts'),
    import('../core/accounts/edit-keys.ts'),
  ]);
  const expired_keys = await disableExpiredKeys(createGatewayClient(), settings.STACK_NAME, Date.now());
  console.log(JSON.stringify({ level: 'INFO', message: 'expired keys disabled', expired_keys }));
  return { expired_keys };
}
