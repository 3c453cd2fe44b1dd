import { isReservedName } from '../../platform/names/domain-name.ts';
import { type SourceKeys, sourceKeys } from './keys.ts';
import type { BaseUrl } from './provider-client.ts';
import type { ProviderSettings } from '../../platform/settings/settings.ts';

/** What the operator chose of the sources. */
export interface SourceSettings {
  disabled: ReadonlySet<string>;
  /** Where anybody is asked about anything else than a domain. */
  baseUrl: BaseUrl;
  /** Where a source is asked about a domain. */
  baseUrlFor: (domain: string) => BaseUrl;
  /** The keys that are used for a domain, of those that the operator has set. */
  keysFor: (domain: string, keys: SourceKeys) => SourceKeys;
}

/**
 * Sorts the settings. The public providers know nothing of reserved names (RFC 6761): where a sandbox plays them, those
 * names are looked up there.
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
