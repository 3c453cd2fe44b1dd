import type { DynamoDB } from './dynamodb.ts';
import { createLightDynamoDB } from './light-client.ts';
import type { ItemClientSettings } from '../settings/settings.ts';

/** DynamoDB for a function whose cached answers do without the SDK: it is loaded with the first call that needs it. */
export function openDynamoDB(settings: ItemClientSettings): DynamoDB {
  return createLightDynamoDB(settings, async () => (await import('./sdk-client.ts')).createSdkDynamoDB());
}
