import { isReservedName } from '../domain/domain-name.ts';
import { disabledSources } from './disabled-sources.ts';
import { type SourceKeys, sourceKeys } from './keys.ts';
import type { BaseUrl } from './provider-client.ts';

/** What the operator chose of the sources. */
export interface SourceSettings {
  disabled: ReadonlySet<string>;
  dailyBudgetUsd: number;
  /** Where anybody is asked about anything else than a domain. */
  baseUrl: BaseUrl;
  /** Where a source is asked about a domain. */
  baseUrlFor: (domain: string) => BaseUrl;
  /** The keys that are used for a domain, of those that the operator has set. */
  keysFor: (domain: string, keys: SourceKeys) => SourceKeys;
}

/**
 * Reads the settings. The public providers know nothing of reserved names (RFC 6761): where a sandbox plays them, those
 * names are looked up there.
 */
export function readSourceSettings(environment: NodeJS.ProcessEnv): SourceSettings {
  const { DAILY_BUDGET_USD, SANDBOX_PROVIDERS_URL, SANDBOX_PROVIDERS_KEY = '' } = environment;
  const inSandbox = (domain: string) => Boolean(SANDBOX_PROVIDERS_URL) && isReservedName(domain);
  return {
    disabled: disabledSources(environment),
    dailyBudgetUsd: Number(DAILY_BUDGET_USD || 1),
    baseUrl: ({ setting, baseUrl }) => environment[setting] || baseUrl,
    baseUrlFor:
      (domain) =>
      ({ setting, baseUrl }) =>
        environment[setting] || (inSandbox(domain) ? SANDBOX_PROVIDERS_URL! : baseUrl),
    keysFor: (domain, keys) => {
      const sandboxKeys = sourceKeys.map((key) => [key, SANDBOX_PROVIDERS_KEY] as const);
      return inSandbox(domain) ? { ...Object.fromEntries(sandboxKeys), ...keys } : keys;
    },
  };
}
