import { fromHost, optionalText, type Settings, text } from '../../settings/settings.ts';

/** What calling DynamoDB without the SDK needs; Lambda sets the region. */
export const itemClientSettings = { AWS_REGION: fromHost(text), AWS_ENDPOINT_URL_DYNAMODB: fromHost(optionalText) };

export type ItemClientSettings = Settings<typeof itemClientSettings>;
