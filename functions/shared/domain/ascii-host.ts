/**
 * The host of a host name or URL in lower-case ASCII (IDNA as in the WHATWG URL standard), without the trailing dot.
 * It does not check whether the name is a valid domain, and is fast enough for cache hits.
 *
 * @returns `null` if the string is not a host
 */
export function asciiHost(text: string): string | null {
  const withoutScheme = text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const address = `http://${withoutScheme}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : null;
}

/** Longest domain name (RFC 1035, 2.3.4). */
export const MAX_DOMAIN_OCTETS = 253;

/** The host that records are stored under: without the prefix `www.`. */
export function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

/**
 * The name under which records of a host name or URL are stored, if it is a domain and no name directly below a public
 * suffix: neither is checked, which `domainName` does. Fast enough for cache hits.
 *
 * @returns `null` if no record can be stored under it
 */
export function uncheckedName(text: string): string | null {
  const name = withoutWww(asciiHost(text) ?? '');
  return name.length > 0 && name.length <= MAX_DOMAIN_OCTETS ? name : null;
}
