import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answerCall } from './answer-call.ts';
import { domainRoutes } from './domain-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import type { Route } from './router.ts';
import { type BackOfficeServices, createServices } from './services.ts';

const routes: Route<BackOfficeServices>[] = [...keyRoutes, ...domainRoutes, ...operationRoutes];
const services = createServices();

/** Answers a call of `/back-office/api`. It is loaded with the first one: the page needs nothing of it. */
export function answerInterface(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  return answerCall(event, routes, services);
}
