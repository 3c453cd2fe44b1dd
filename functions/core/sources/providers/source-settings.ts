import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { isReservedName } from '../../platform/names/reserved-names.ts';
import { type SourceKeys, sourceKeys } from './keys.ts';
import type { BaseUrl } from './provider-client.ts';
import type { ProviderSettings } from '../settings.ts';
import { awsRequestLimits } from '../../platform/aws-request-limits.ts';
import { logWarning } from '../../platform/log-warning.ts';

/** The operator's settings of sources. */
export interface SourceSettings {
  disabled: ReadonlySet<string>;
  /** Base URLs of requests that do not concern a domain. */
  baseUrl: BaseUrl;
  /** Base URLs of requests for a domain. */
  baseUrlFor: (domain: string) => BaseUrl;
  /** The keys that are used for a domain, of those that the operator has set. */
  keysFor: (domain: string, keys: SourceKeys) => SourceKeys;
}

/**
 * Creates the settings of sources. Public providers have no data of reserved names (RFC 6761); if there is a sandbox of
 * providers, such names are looked up there.
 */
export function createSourceSettings(settings: ProviderSettings): SourceSettings {
  const { DISABLED_SOURCES, SANDBOX_PROVIDERS_URL, SANDBOX_PROVIDERS_KEY } = settings;
  const inSandbox = (domain: string) => SANDBOX_PROVIDERS_URL !== '' && isReservedName(domain);
  return {
    disabled: DISABLED_SOURCES,
    baseUrl: ({ setting, baseUrl }) => settings[setting] || baseUrl,
    baseUrlFor:
      (domain) =>
      ({ setting, baseUrl }) =>
        settings[setting] || (inSandbox(domain) ? SANDBOX_PROVIDERS_URL : baseUrl),
    keysFor: (domain, keys) => {
      const sandboxKeys = sourceKeys.map((key) => [key, SANDBOX_PROVIDERS_KEY] as const);
      return inSandbox(domain) ? { ...Object.fromEntries(sandboxKeys), ...keys } : keys;
    },
  };
}

/** Maximum time until a new or rotated key is used, without a redeployment. */
const MAX_AGE_MS = 300_000;
/** Few attempts, since all sources wait for the keys, including those without keys. */
const MAX_ATTEMPTS = 2;

/**
 * Reads the keys of sources from SSM SecureString parameters, and caches them for five minutes.
 *
 * @param prefix for example `/search-metrics/sources/`
 * @param now milliseconds since the epoch
 * @returns a function that reads the keys. It never throws: keys that cannot be read and were never read are `null`
 */
export function createKeyReader(
  prefix: string,
  now: () => number,
  client = new SSMClient({ maxAttempts: MAX_ATTEMPTS, requestHandler: awsRequestLimits }),
): () => Promise<SourceKeys> {
  let known: { keys: SourceKeys; readAt: number } | null = null;
  return async () => {
    if (known && now() - known.readAt < MAX_AGE_MS) return known.keys;
    try {
      known = { keys: await readKeys(prefix, client), readAt: now() };
      return known.keys;
    } catch (error) {
      logWarning('keys of sources not read')(error);
      return Object.fromEntries(sourceKeys.map((key) => [key, known?.keys[key] ?? null]));
    }
  };
}

async function readKeys(prefix: string, client: SSMClient): Promise<SourceKeys> {
  const Names = sourceKeys.map((key) => prefix + key);
  const { Parameters = [] } = await client.send(new GetParametersCommand({ Names, WithDecryption: true }));
  return Object.fromEntries(Parameters.map(({ Name, Value }) => [Name!.slice(prefix.length), Value]));
}
