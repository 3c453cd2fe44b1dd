import type { APIGatewayRequestAuthorizerEvent, APIGatewayAuthorizerResult } from 'aws-lambda';

/**
 * Reads the API key from the header `X-SEO-API-Key`, or else from the query parameter `api_key`, or else from
 * `Authorization: Bearer <key>`, for API Gateway to check against its usage plans; an empty value counts as not given. It
 * does not check the key itself. A request without a key is denied, for which the gateway responds with 401
 * `missing_api_key`.
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

/** The scheme is compared without case (RFC 9110, 11.1; RFC 6750, 2.1). */
function bearerToken(authorization = ''): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1];
}
