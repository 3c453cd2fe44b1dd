/**
 * The host of a host name or URL in lower-case ASCII (IDNA as in the WHATWG URL standard), without the trailing dot.
 * It judges nothing, and costs nothing on the path of a cached answer.
 *
 * @returns `null` where the text is no host at all
 */
export function asciiHost(text: string): string | null {
  const withoutScheme = text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const address = `http://${withoutScheme}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : null;
}

/** Longest domain name (RFC 1035, 2.3.4). */
export const MAX_DOMAIN_OCTETS = 253;

/** The host that records are kept under: `www.` in front is dropped. */
export function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
