import type { APIGatewayProxyEvent } from 'aws-lambda';

/**
 * API Gateway's id of the key that a request was made with.
 *
 * @throws where the route needs no key: a defect of the deployment
 */
export function keyIdOf({ requestContext }: APIGatewayProxyEvent): string {
  const keyId = requestContext.identity.apiKeyId;
  if (!keyId) throw new Error('The route of this function does not require an API key');
  return keyId;
}

/** The principal of requests that the back office makes; the gateway's are named by the authorizer of keys. */
export const BACK_OFFICE = 'back-office';

/**
 * Whether the back office invokes the function for who has signed in there: nothing is counted then, and crawls belong to
 * nobody. Only IAM lets anything but the gateway invoke a function, and nothing that a caller sends is in this place.
 */
export function isOfBackOffice({ requestContext }: APIGatewayProxyEvent): boolean {
  return requestContext.authorizer?.principalId === BACK_OFFICE && !requestContext.identity.apiKeyId;
}
