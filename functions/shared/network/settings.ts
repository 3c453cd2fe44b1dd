import { commaSeparated, fromHost, optionalText } from '../settings/settings.ts';

/** Which hosts are reached although their names are reserved, as `parseHostOverrides` reads it. */
export const overrideSettings = { RESOLVE_OVERRIDES: fromHost(optionalText) };

/** What reaching hosts that strangers name takes. */
export const networkSettings = { ...overrideSettings, RESOLVE_DNS_SERVERS: fromHost(commaSeparated) };
