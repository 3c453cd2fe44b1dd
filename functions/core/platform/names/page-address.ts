import { message, type Message } from '../http/message.ts';
import { type AuthorityProblem, MAX_DOMAIN_OCTETS, OTHER_PORT, USER_INFORMATION, withoutWww } from './ascii-host.ts';

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

/** Why a text is not the address of a page; the text follows the parameter's name. */
export type AddressProblem =
  | Message
  | AuthorityProblem
  | 'has control characters'
  | 'has an invalid character (a lone surrogate)'
  | 'must be an absolute URL that begins with http:// or https://'
  | 'has a backslash before its path'
  | 'has no host'
  | 'has a host that is not a valid host name';

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
export function pageAddress(text: string): PageAddress | { problem: AddressProblem } {
  const tooLong = { problem: message`is longer than ${{ max: LONGEST_ADDRESS }} characters` };
  if (text.length > LONGEST_TEXT) return tooLong;
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
  if (rest.length > LONGEST_TEXT) return tooLong;
  const normal = `${url.protocol}//${host}${normalizeEncoding(rest)}`;
  return normal.length > LONGEST_ADDRESS ? tooLong : { url: normal, domain: withoutWww(host) };
}

const LONG_HOST = message`has a host that is longer than ${{ max: MAX_DOMAIN_OCTETS }} octets`;
const NO_HOST_NAME = 'has a host that is not a valid host name';

/** Finds what the URL standard's parser would remove or correct without an error. */
function problemOf(written: string): AddressProblem | null {
  if (CONTROL.test(written)) return 'has control characters';
  if (!written.isWellFormed()) return 'has an invalid character (a lone surrogate)';
  const [beginning, authority = ''] = BEGINNING.exec(written) ?? [];
  if (beginning === undefined) return 'must be an absolute URL that begins with http:// or https://';
  if (beginning.includes('\\')) return 'has a backslash before its path';
  if (authority.includes('@')) return USER_INFORMATION;
  if (authority === '' || authority.startsWith(':')) return 'has no host';
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
