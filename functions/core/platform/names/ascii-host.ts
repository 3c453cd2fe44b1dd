import type { Problem } from '../http/rules.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** The user information, host and port of an address without its scheme (RFC 3986, 3.2). */
const AUTHORITY = /^[/\\]*([^/?#\\]*)/;

/**
 * Returns the host of a host name or URL in lower-case ASCII (IDNA as in the WHATWG URL standard), without the trailing
 * dot. It does not check whether the name is a valid domain, and is fast enough for cache hits.
 *
 * @returns `null` if the text is not a host; the problem if it denotes only a part of the host
 */
export function hostOrProblem(text: string): string | { problem: Problem } | null {
  const written = text.trim();
  const scheme = SCHEME.exec(written)?.[0] ?? '';
  const rest = written.slice(scheme.length);
  if (AUTHORITY.exec(rest)![1]!.includes('@')) return { problem: USER_INFORMATION };
  const isSecure = scheme.toLowerCase() === 'https://';
  const url = URL.parse(`${isSecure ? 'https' : 'http'}://${rest}`);
  if (!url) return null;
  const isOwnPort = url.port === '' || (scheme === '' && url.port === '443');
  return isOwnPort ? url.hostname.replace(/\.$/, '') : { problem: OTHER_PORT };
}

export const USER_INFORMATION: Problem = { rule: 'user_information' };
export const OTHER_PORT: Problem = { rule: 'other_port' };

/** Returns the host as {@link hostOrProblem} does, and `null` for any problem. */
export function asciiHost(text: string): string | null {
  const host = hostOrProblem(text);
  return typeof host === 'string' ? host : null;
}

/** Maximum length of a domain name (RFC 1035, 2.3.4). */
export const MAX_DOMAIN_OCTETS = 253;

/** Returns the host that records are stored under: without the prefix `www.`. */
export function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

/**
 * Returns the name under which records of a host name or URL are stored, if it is a domain and not a name directly
 * below a public suffix. It checks neither (`domainName` does), and is fast enough for cache hits.
 *
 * @returns `null` if no record can be stored under it
 */
export function uncheckedName(text: string): string | null {
  const name = withoutWww(asciiHost(text) ?? '');
  return name.length > 0 && name.length <= MAX_DOMAIN_OCTETS ? name : null;
}

/** The text before the authority of an address: white space and quotes, a scheme, slashes. */
const PREFIX = /^[\s"'“”„]*(?:[a-z][a-z0-9+.-]*:(?=[/\\]{2}))?[/\\]*/i;

/** Returns a host name or URL without its user name and password, so that it may be part of a response. */
export function withoutUserInformation(text: string): string {
  const begin = PREFIX.exec(text)![0].length;
  const [authority] = text.slice(begin).split(/[/?#\\]/, 1);
  const end = authority!.lastIndexOf('@') + 1;
  return text.slice(0, begin) + text.slice(begin + end);
}
