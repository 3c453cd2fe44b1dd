import { withoutWww } from './ascii-host.ts';

/** Longest address of a page, in characters, as it is stored. */
export const LONGEST_ADDRESS = 2_048;

/** An address of a page in its normal form. */
export interface PageAddress {
  /** Absolute: scheme, host, path and query. */
  url: string;
  /** Its host in lower-case ASCII, without `www.` and trailing dot; whether it is a domain is not checked. */
  domain: string;
}

/** Why a text is no address of a page; the words go on behind the parameter's name. */
export type AddressProblem =
  | 'is no absolute address that begins with http:// or https://'
  | 'has control characters'
  | 'has a user name or password; give the address without them'
  | 'has a port that is not its scheme’s own'
  | `is longer than ${number} characters`;

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const SCHEME = /^https?:[/\\]{2}/i;

/**
 * Brings an address into the form under which its page is stored, so that all spellings of it are one: the URL standard's
 * parser (scheme and host in lower case, IDNA, own ports, dot segments), then the percent-encoding of RFC 3986 (6.2.2).
 * Nothing is decoded that has a meaning of its own, and a query is left as it is otherwise: its order may matter. It
 * loads nothing, and is fast enough for cached answers.
 *
 * @returns a problem in words where the text is no such address
 */
export function pageAddress(text: string): PageAddress | { problem: AddressProblem } {
  const written = text.trim();
  if (CONTROL.test(written)) return { problem: 'has control characters' };
  const url = SCHEME.test(written) ? URL.parse(written) : null;
  if (!url) return { problem: 'is no absolute address that begins with http:// or https://' };
  if (url.username !== '' || url.password !== '') {
    return { problem: 'has a user name or password; give the address without them' };
  }
  if (url.port !== '') return { problem: 'has a port that is not its scheme’s own' };
  const host = url.hostname.replace(/\.$/, '');
  const [, rest = ''] = /^[^#]*?\/\/[^/]*([^#]*)/.exec(url.href) ?? [];
  const normal = `${url.protocol}//${host}${normalEncoding(rest)}`;
  if (normal.length > LONGEST_ADDRESS) return { problem: `is longer than ${LONGEST_ADDRESS} characters` };
  return { url: normal, domain: withoutWww(host) };
}

/** Characters that an address may not have as they are (RFC 3986, 2), although the URL standard leaves them in places. */
const NOT_ALLOWED = /["<>\\^`{|}]/g;

/** Unreserved characters are decoded, all other codes are written in upper case, and what needs a code gets one. */
function normalEncoding(path: string): string {
  const coded = path.replace(/%[0-9a-fA-F]{2}/g, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
  return coded.replace(NOT_ALLOWED, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
