import { join } from 'node:path';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { endpoint } from '../core/platform/http/endpoint.ts';
import { readSettings } from '../core/platform/settings/settings.ts';
import { readPageFiles, servePage } from './serve-page.ts';
import { settingsSchema } from './settings.ts';

/** Below `/back-office/`. */
const REPORTS_PATH = 'reports/';
/** Of the issuer of reports, which the deployment adds to the files of the page if the operator has one. */
const LOGO_FILE = 'report-logo.svg';
const settings = readSettings(settingsSchema);
const page = { files: readPageFiles(join(import.meta.dirname, 'page')), signIn: settings };

const pageEndpoint = endpoint((event) => Promise.resolve(servePage(event, page)), settings);

/** Reports are read with the token of a link, without sign-in. */
const reportEndpoint = endpoint(
  async (event) => {
    const { answerReport } = await import('./report.ts');
    return answerReport(event, settings, page.files.has(LOGO_FILE) ? LOGO_FILE : null);
  },
  { ...settings, confidential: true },
);

/**
 * `GET /back-office/`: the workspace's page and reports, which are public. Unlike the function of the workspace's API,
 * this one cannot read or change API keys.
 */
export const handler = (event: APIGatewayProxyEvent, context: Context) => {
  const isReport = event.pathParameters?.proxy?.startsWith(REPORTS_PATH) === true;
  return (isReport ? reportEndpoint : pageEndpoint)(event, context);
};
