import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * Returns API Gateway's id of the request's API key.
 *
 * @throws if the route does not require a key, which is a defect of the deployment
 */
export function keyIdOf({ requestContext }: APIGatewayProxyEvent): string {
  const keyId = requestContext.identity.apiKeyId;
  if (!keyId) throw new Error('The route of this function does not require an API key');
  return keyId;
}

/** Principal of requests of the back office. The authorizer sets the principal of requests through the gateway. */
export const BACK_OFFICE = 'back-office';

/**
 * Whether the back office invoked the function for a signed-in user. Such requests are not counted, and their owner
 * is the operator. Callers cannot set the principal, and only IAM permits invocations outside of the gateway.
 */
export function isOfBackOffice({ requestContext }: APIGatewayProxyEvent): boolean {
  return requestContext.authorizer?.principalId === BACK_OFFICE && !requestContext.identity.apiKeyId;
}
