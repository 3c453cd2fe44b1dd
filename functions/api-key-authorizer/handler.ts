import type { APIGatewayRequestAuthorizerEvent, APIGatewayAuthorizerResult } from 'aws-lambda';

/**
 * Reads the API key from the header `X-SEO-API-Key`, or else from the query parameter `api_key`, or else from
 * `Authorization: Bearer <key>`; an empty value counts as not given. API Gateway then validates the key against its usage
 * plans. A request without a key is denied, to which the gateway responds with 401 `missing_api_key`.
 */
export const handler = (event: APIGatewayRequestAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
  const headers = event.headers ?? {};
  const key =
    headerValue(headers, 'x-seo-api-key') ||
    event.queryStringParameters?.api_key ||
    bearerToken(headerValue(headers, 'authorization'));
  return Promise.resolve({
    principalId: key ? 'key-holder' : 'anonymous',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: key ? 'Allow' : 'Deny', Resource: event.methodArn }],
    },
    ...(key && { usageIdentifierKey: key }),
  });
};

function headerValue(headers: Record<string, string | undefined>, name: string): string | undefined {
  const found = Object.keys(headers).find((header) => header.toLowerCase() === name);
  return found && headers[found];
}

/** The scheme is case-insensitive (RFC 9110, 11.1; RFC 6750, 2.1). */
function bearerToken(authorization = ''): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
}
