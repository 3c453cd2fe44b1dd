import { isIP } from 'node:net';

/** Target of the connections to an overridden host. */
export interface HostOverride {
  address: string;
  port: number;
}

/** Hosts with an address and port that the operator has configured, without DNS. */
export type HostOverrides = ReturnType<typeof parseHostOverrides>;

/** Thrown if an entry is not `host=address:port`. */
export class InvalidHostOverride extends Error {
  readonly code = 'invalid_host_override';

  constructor(entry: string) {
    super(`"${entry}" is not a host override; expected host=address:port`);
  }
}

const ENTRY = /^(?<host>(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)=(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:]+)):(?<port>\d{1,5})$/;

/**
 * Parses `host=address:port`, comma-separated, similar to curl's `--resolve`. `*.` before a host matches every name
 * below it; IPv6 addresses are in brackets. An exact host has precedence over a wildcard, a longer wildcard over a
 * shorter one, and the first of two equal entries over the second.
 *
 * @param text the setting; empty for none
 * @throws {InvalidHostOverride} with the first malformed entry
 */
export function parseHostOverrides(text: string) {
  const overrides = new Map<string, HostOverride>();
  for (const entry of text.trim() === '' ? [] : text.split(',')) {
    const [host, override] = parseEntry(entry.trim());
    if (!overrides.has(host)) overrides.set(host, override);
  }
  const find = (host: string) => findOverride(overrides, host.toLowerCase().replace(/\.$/, ''));
  return {
    /** @returns the address and port of this host; `null` if it is not overridden */
    find,
    /** Whether a host is overridden: it is accepted although its name may be reserved. */
    has: (host: string) => find(host) !== null,
  };
}

function parseEntry(entry: string): [host: string, override: HostOverride] {
  const { host, v4, v6, port: digits } = ENTRY.exec(entry.toLowerCase())?.groups ?? {};
  const port = Number(digits);
  const isAddress = v6 ? isIP(v6) === 6 : isIP(v4 ?? '') === 4;
  if (!host || isIP(host) || !isAddress || !(port >= 1 && port <= 65_535)) throw new InvalidHostOverride(entry);
  return [host, { address: (v6 ?? v4)!, port }];
}

function findOverride(overrides: Map<string, HostOverride>, host: string): HostOverride | null {
  const labels = host.split('.');
  const wildcards = labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`);
  const match = [host, ...wildcards].find((name) => overrides.has(name));
  return match === undefined ? null : overrides.get(match)!;
}
