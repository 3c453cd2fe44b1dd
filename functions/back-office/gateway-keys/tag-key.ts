import { type APIGatewayClient, TagResourceCommand, UntagResourceCommand } from '@aws-sdk/client-api-gateway';
import type { Tags } from '../../shared/gateway/key-tags.ts';

/** Sets tags of a key, and removes others. */
export async function tagKey(
  client: APIGatewayClient,
  id: string,
  { set, removed }: { set: Tags; removed: string[] },
): Promise<void> {
  const region = await client.config.region();
  const resourceArn = `arn:${partitionOf(region)}:apigateway:${region}::/apikeys/${id}`;
  if (Object.keys(set).length > 0) await client.send(new TagResourceCommand({ resourceArn, tags: set }));
  if (removed.length > 0) await client.send(new UntagResourceCommand({ resourceArn, tagKeys: removed }));
}

/** https://docs.aws.amazon.com/whitepapers/latest/aws-fault-isolation-boundaries/partitions.html */
function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
