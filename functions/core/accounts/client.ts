import { APIGatewayClient, type APIGatewayClientConfig } from '@aws-sdk/client-api-gateway';
import { awsRequestLimits } from '../platform/aws/request-limits.ts';

/** An account has ten control-plane calls per second, for some operations one or two: throttled calls are retried. */
const MAX_ATTEMPTS = 8;

/** The client for API Gateway's control plane; it slows down when it is throttled. */
export function createGatewayClient(config: APIGatewayClientConfig = {}): APIGatewayClient {
  return new APIGatewayClient({
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'adaptive',
    requestHandler: awsRequestLimits,
    ...config,
  });
}
