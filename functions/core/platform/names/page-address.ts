import type { Problem } from '../http/rules.ts';
import { MAX_DOMAIN_OCTETS, OTHER_PORT, USER_INFORMATION, withoutWww } from './ascii-host.ts';

/** Maximum length of a stored page address in characters. */
export const LONGEST_ADDRESS = 2_048;

/** Maximum length of the text of an address: the longest address with each of its characters percent-encoded. */
export const LONGEST_TEXT = 3 * LONGEST_ADDRESS;

/** The address of a page in its normal form. */
export interface PageAddress {
  /** Absolute: scheme, host, path and query, in ASCII. */
  url: string;
  /** Its host in lower-case ASCII, without `www.` and trailing dot; whether it is a domain is not checked. */
  domain: string;
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** The scheme and the authority (RFC 3986, 3.1 and 3.2). */
const BEGINNING = /^https?:[/\\]{2}([^/?#]*)/i;
const PORT = /(?:^[^:[]*|\]):([^:\]]*)$/;
/** Maximum length of the host before it is parsed: the parser's time is quadratic in the length of a Unicode host. */
const MAX_HOST_TEXT_LENGTH = 4 * MAX_DOMAIN_OCTETS;
const EMPTY_LABEL = /^(?:\.|$)|\.\.|\.$/;

/**
 * Converts an address to the normal form under which its page is stored: the URL standard's parser (scheme and host in
 * lower case, IDNA, default ports, dot segments), no fragment, no dot after the host, then the percent-encoding of RFC
 * 3986 (6.2.2). Differences that a server may distinguish are kept: `www.`, `//`, a trailing slash, an empty query
 * (`?`), the order of a query, `+` and `%20`, reserved characters and their percent-encoding. Percent-encoded control
 * characters (`%00`, `%0D%0A`) are kept as well. White space around the text is removed.
 *
 * It loads no modules and takes linear time, because cached answers use it.
 *
 * @returns the problem if the text is not such an address
 */
export function pageAddress(text: string): PageAddress | { problem: Problem } {
  if (text.length > LONGEST_TEXT) return { problem: TOO_LONG };
  const written = text.trim();
  const problem = problemOf(written);
  if (problem) return { problem };

  const url = URL.parse(written);
  if (!url) return { problem: hasInvalidPort(written) ? OTHER_PORT : NO_HOST_NAME };
  if (url.port !== '') return { problem: OTHER_PORT };
  const host = url.hostname.replace(/\.$/, '');
  if (host.length > MAX_DOMAIN_OCTETS) return { problem: LONG_HOST };
  if (EMPTY_LABEL.test(host)) return { problem: NO_HOST_NAME };

  url.hash = '';
  const rest = url.href.slice(url.origin.length);
  if (rest.length > LONGEST_TEXT) return { problem: TOO_LONG };
  const normal = `${url.protocol}//${host}${normalizeEncoding(rest)}`;
  return normal.length > LONGEST_ADDRESS ? { problem: TOO_LONG } : { url: normal, domain: withoutWww(host) };
}

const TOO_LONG: Problem = { rule: 'too_many_characters', values: { max: LONGEST_ADDRESS } };
const LONG_HOST: Problem = { rule: 'host_too_many_octets', values: { max: MAX_DOMAIN_OCTETS } };
const NO_HOST_NAME: Problem = { rule: 'host_invalid' };

/** Finds what the URL standard's parser would remove or correct without an error. */
function problemOf(written: string): Problem | null {
  if (CONTROL.test(written)) return { rule: 'control_characters' };
  if (!written.isWellFormed()) return { rule: 'lone_surrogate' };
  const [beginning, authority = ''] = BEGINNING.exec(written) ?? [];
  if (beginning === undefined) return { rule: 'absolute_url' };
  if (beginning.includes('\\')) return { rule: 'backslash' };
  if (authority.includes('@')) return USER_INFORMATION;
  if (authority === '' || authority.startsWith(':')) return { rule: 'no_host' };
  if (authority.length > MAX_HOST_TEXT_LENGTH) return LONG_HOST;
  return null;
}

/** Whether a text that is not a URL has an invalid port. */
function hasInvalidPort(written: string): boolean {
  const [, authority = ''] = BEGINNING.exec(written) ?? [];
  const [, port = ''] = PORT.exec(authority) ?? [];
  return !/^\d*$/.test(port) || Number(port) > 65_535;
}

/**
 * Percent-encoded characters, and characters that have to be encoded (RFC 3986, 2) but that the URL standard partly
 * leaves.
 */
const CODE_OR_NOT_ALLOWED = /%[0-9a-f]{2}|["<>\\^`{|}%]/gi;
const UNRESERVED = /[\w.~-]/;

/**
 * Decodes unreserved characters, converts all other codes to upper case, and encodes characters that have to be
 * encoded.
 */
function normalizeEncoding(path: string): string {
  return path.replace(CODE_OR_NOT_ALLOWED, (found) => {
    if (found.length === 1) return `%${found.charCodeAt(0).toString(16).toUpperCase()}`;
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return UNRESERVED.test(character) ? character : found.toUpperCase();
  });
}
