import { APIGatewayClient, type APIGatewayClientConfig } from '@aws-sdk/client-api-gateway';
import { awsRequestLimits } from '../../shared/aws/request-limits.ts';

/** An account has ten control-plane calls a second, and of some just one or two: throttled ones are tried again. */
const MAX_ATTEMPTS = 8;

/** The client for API Gateway's control plane; it slows down by itself where it is throttled. */
export function createGatewayClient(config: APIGatewayClientConfig = {}): APIGatewayClient {
  return new APIGatewayClient({
    maxAttempts: MAX_ATTEMPTS,
    retryMode: 'adaptive',
    requestHandler: awsRequestLimits,
    ...config,
  });
}
