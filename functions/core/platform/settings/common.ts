import { commaSeparated, fromHost, fromOperator, optionalText, text, webUrl } from './kinds.ts';
import type { SettingsOf } from './settings.ts';

/** Settings of every endpoint. */
export const endpointSettings = {
  /** CloudWatch namespace of the metrics of requests. */
  METRICS_NAMESPACE: text,
};
export type EndpointSettings = SettingsOf<typeof endpointSettings>;

/** Settings of calling DynamoDB without the SDK. */
export const itemClientSettings = {
  /** Region, set by Lambda. */
  AWS_REGION: fromHost(text),
  /** Endpoint of DynamoDB in the local runner. */
  AWS_ENDPOINT_URL_DYNAMODB: fromHost(optionalText),
};
export type ItemClientSettings = SettingsOf<typeof itemClientSettings>;

/** Settings of encrypting and decrypting the credentials of crawls. */
export const encryptionSettings = {
  AWS_REGION: itemClientSettings.AWS_REGION,
  /** Endpoint of KMS in the local runner. */
  AWS_ENDPOINT_URL_KMS: fromHost(optionalText),
  /** Key by which the credentials of crawls are encrypted. */
  CREDENTIALS_KEY_ARN: text,
};
export type EncryptionSettings = SettingsOf<typeof encryptionSettings>;

/** Settings of every endpoint that reads DynamoDB without the SDK. */
export const readingSettings = { ...endpointSettings, ...itemClientSettings };

export const stackSettings = {
  /** Tag by which API keys are recognized, and prefix of the names of keys and plans. */
  STACK_NAME: text,
};

export const versionSettings = {
  /** Version of the service, as `/health` returns it. */
  SERVICE_VERSION: text,
};

export const coordinationSettings = {
  /** Table of leases, rate limits, allowances and spending. */
  COORDINATION_TABLE: text,
};

export const overrideSettings = {
  /** Addresses of hosts that are reachable although their names are reserved, as in `LOCAL_RESOLVE`. */
  RESOLVE_OVERRIDES: fromHost(optionalText),
};

/** Settings of looking up and connecting to hosts. */
export const networkSettings = {
  ...overrideSettings,
  /** DNS servers in place of the system's. */
  RESOLVE_DNS_SERVERS: fromHost(commaSeparated),
};

export const contactSettings = {
  /** URL of a page about the crawler, part of its user agent; by default the deployment's own `/docs`. */
  CRAWLER_CONTACT_URL: fromOperator(webUrl),
};
