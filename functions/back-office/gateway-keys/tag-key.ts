import { type APIGatewayClient, TagResourceCommand, UntagResourceCommand } from '@aws-sdk/client-api-gateway';
import { keyArn, type Tags } from '../../core/accounts/key-tags.ts';

/** Sets tags of a key, and removes others. */
export async function tagKey(
  client: APIGatewayClient,
  id: string,
  { set, removed }: { set: Tags; removed: string[] },
): Promise<void> {
  const resourceArn = await keyArn(client, id);
  if (Object.keys(set).length > 0) await client.send(new TagResourceCommand({ resourceArn, tags: set }));
  if (removed.length > 0) await client.send(new UntagResourceCommand({ resourceArn, tagKeys: removed }));
}
