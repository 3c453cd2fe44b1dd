import { message, type Message } from '../http/message.ts';
import { type AuthorityProblem, MAX_DOMAIN_OCTETS, OTHER_PORT, USER_INFORMATION, withoutWww } from './ascii-host.ts';

/** Longest address of a page, in characters, as it is stored. */
export const LONGEST_ADDRESS = 2_048;

/** Longest text that is looked at: an address of the longest kind with a code (`%41`) for each of its characters. */
export const LONGEST_TEXT = 3 * LONGEST_ADDRESS;

/** An address of a page in its normal form. */
export interface PageAddress {
  /** Absolute: scheme, host, path and query, in ASCII. */
  url: string;
  /** Its host in lower-case ASCII, without `www.` and trailing dot; whether it is a domain is not checked. */
  domain: string;
}

/** Why a text is no address of a page; the words continue after the parameter's name. */
export type AddressProblem =
  | Message
  | AuthorityProblem
  | 'has control characters'
  | 'has half a character (a lone surrogate)'
  | 'is no absolute address that begins with http:// or https://'
  | 'has a backslash before its path'
  | 'has no host'
  | 'has a host that is no host name';

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
/** The scheme and what stands before path, query and fragment (RFC 3986, 3.2). */
const BEGINNING = /^https?:[/\\]{2}([^/?#]*)/i;
const PORT = /(?:^[^:[]*|\]):([^:\]]*)$/;
/** Longest host as it is written; the parser's time grows with the square of a host in Unicode. */
const LONGEST_WRITTEN_HOST = 4 * MAX_DOMAIN_OCTETS;
const EMPTY_LABEL = /^(?:\.|$)|\.\.|\.$/;

/**
 * Brings an address into the form under which its page is stored, so that all spellings of it are one: the URL
 * standard's parser (scheme and host in lower case, IDNA, own ports, dot segments), no fragment, no dot behind the host,
 * then the percent-encoding of RFC 3986 (6.2.2). What a server could tell apart stays apart: `www.`, `//`, a slash at
 * the end, an empty query (`?`), the order of a query, `+` and `%20`, reserved characters and their codes. Codes of
 * control characters (`%00`, `%0D%0A`) are such text too: they are sent as codes. White space around the text is no part
 * of it.
 *
 * It loads nothing and takes time in proportion to the text: cached answers use it.
 *
 * @returns a problem in words where the text is no such address
 */
export function pageAddress(text: string): PageAddress | { problem: AddressProblem } {
  const tooLong = { problem: message`is longer than ${{ max: LONGEST_ADDRESS }} characters` };
  if (text.length > LONGEST_TEXT) return tooLong;
  const written = text.trim();
  const problem = problemOf(written);
  if (problem) return { problem };

  const url = URL.parse(written);
  if (!url) return { problem: hasWrongPort(written) ? OTHER_PORT : NO_HOST_NAME };
  if (url.port !== '') return { problem: OTHER_PORT };
  const host = url.hostname.replace(/\.$/, '');
  if (host.length > MAX_DOMAIN_OCTETS) return { problem: LONG_HOST };
  if (EMPTY_LABEL.test(host)) return { problem: NO_HOST_NAME };

  url.hash = '';
  const rest = url.href.slice(url.origin.length);
  if (rest.length > LONGEST_TEXT) return tooLong;
  const normal = `${url.protocol}//${host}${normalEncoding(rest)}`;
  return normal.length > LONGEST_ADDRESS ? tooLong : { url: normal, domain: withoutWww(host) };
}

const LONG_HOST = message`has a host that is longer than ${{ max: MAX_DOMAIN_OCTETS }} octets`;
const NO_HOST_NAME = 'has a host that is no host name';

/** What the URL standard's parser would drop or mend in silence. */
function problemOf(written: string): AddressProblem | null {
  if (CONTROL.test(written)) return 'has control characters';
  if (!written.isWellFormed()) return 'has half a character (a lone surrogate)';
  const [beginning, authority = ''] = BEGINNING.exec(written) ?? [];
  if (beginning === undefined) return 'is no absolute address that begins with http:// or https://';
  if (beginning.includes('\\')) return 'has a backslash before its path';
  if (authority.includes('@')) return USER_INFORMATION;
  if (authority === '' || authority.startsWith(':')) return 'has no host';
  if (authority.length > LONGEST_WRITTEN_HOST) return LONG_HOST;
  return null;
}

/** Whether a text that is no URL has a port that is no port. */
function hasWrongPort(written: string): boolean {
  const [, authority = ''] = BEGINNING.exec(written) ?? [];
  const [, port = ''] = PORT.exec(authority) ?? [];
  return !/^\d*$/.test(port) || Number(port) > 65_535;
}

/** Codes, and characters that need one (RFC 3986, 2) but that the URL standard leaves in places. */
const CODE_OR_NOT_ALLOWED = /%[0-9a-f]{2}|["<>\\^`{|}%]/gi;
const UNRESERVED = /[\w.~-]/;

/** Unreserved characters are decoded, all other codes are written in upper case, and what needs a code gets one. */
function normalEncoding(path: string): string {
  return path.replace(CODE_OR_NOT_ALLOWED, (found) => {
    if (found.length === 1) return `%${found.charCodeAt(0).toString(16).toUpperCase()}`;
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return UNRESERVED.test(character) ? character : found.toUpperCase();
  });
}
