import type { APIGatewayProxyEvent } from 'aws-lambda';
import { answerCall } from './answer-call.ts';
import { batchRoutes } from './batch-routes.ts';
import { deadLetterRoutes } from './dead-letter-routes.ts';
import { domainRoutes } from './domain-routes.ts';
import { journalRoutes } from './journal-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { keywordListRoutes } from './keyword-list-routes.ts';
import { keywordRoutes } from './keyword-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { pageRoutes } from './page-routes.ts';
import type { Route } from './router.ts';
import { type BackOfficeServices, createServices } from './services.ts';
import type { BackOfficeSettings } from '../core/platform/settings/settings.ts';
import { siteRoutes } from './site-routes.ts';

const routes: Route<BackOfficeServices>[] = [
  ...keyRoutes,
  ...domainRoutes,
  ...pageRoutes,
  ...siteRoutes,
  ...batchRoutes,
  ...keywordRoutes,
  ...keywordListRoutes,
  ...operationRoutes,
  ...deadLetterRoutes,
  ...journalRoutes,
];

/** Created once per instance, with the first call. */
let services: BackOfficeServices | undefined;

/** Handles a call of `/back-office/api`. This module is loaded with the first call: the page does not need it. */
export function answerInterface(event: APIGatewayProxyEvent, settings: BackOfficeSettings) {
  return answerCall(event, routes, (services ??= createServices(settings)));
}
