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
