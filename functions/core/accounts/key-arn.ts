import type { APIGatewayClient } from '@aws-sdk/client-api-gateway';

/** The ARN of an API key, by which its tags are read and changed. It has no account number. */
export async function keyArn(client: APIGatewayClient, keyId: string): Promise<string> {
  const region = await client.config.region();
  return `arn:${partitionOf(region)}:apigateway:${region}::/apikeys/${keyId}`;
}

/** https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html */
function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
