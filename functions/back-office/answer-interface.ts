import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answerCall } from './answer-call.ts';
import { domainRoutes } from './domain-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import type { Route } from './router.ts';
import { type BackOfficeServices, createServices } from './services.ts';

const routes: Route<BackOfficeServices>[] = [...keyRoutes, ...domainRoutes, ...operationRoutes];
const services = createServices();

/** Handles a call of `/back-office/api`. This module is loaded with the first call: the page does not need it. */
export function answerInterface(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return answerCall(event, routes, services);
}
