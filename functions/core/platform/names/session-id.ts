import type { AddressParts, Parameter } from './address-parts.ts';

/** Parameter names that servers and shops use only for session ids. */
const NAMES_OF_SERVERS =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|oscsid|zenid|xtcsid|cftoken|bv_sessionid|sap-sessionid)$/;
/** Parameter names with other uses too (a conference session, a search); the value decides. */
const SHARED_NAMES = /^(?:s|sid|sess|sessid|session|session_?id|session-id)$/;
/** In a segment: `;jsessionid=…`, the format of Java. */
const IN_SEGMENT = /;(?:jsessionid|phpsessid|sap-sessionid)=/i;
/** `/(S(24 characters))/`, the format of ASP.NET. */
const WHOLE_SEGMENT = /^\([ASF]\(\w{20,}\)/i;

const HEX = /^[\da-f]{16,}$/i;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Generated tokens: long, without a separator. */
const TOKEN = /^[\da-z]{20,}$/i;

/**
 * Returns the parameter or the segment of an address that is a session id: a client without cookies gets another id
 * with each response, so that each page has any number of addresses.
 *
 * @source https://developers.google.com/search/docs/crawling-indexing/url-structure
 */
export function sessionIdOf({ segments, parameters }: AddressParts): string | null {
  const segment = segments.find((each) => IN_SEGMENT.test(each) || WHOLE_SEGMENT.test(each));
  return segment ?? parameters.find(isSession)?.name ?? null;
}

function isSession({ name, value }: Parameter): boolean {
  if (NAMES_OF_SERVERS.test(name)) return value !== '';
  return SHARED_NAMES.test(name) && isRandom(value);
}

/** Whether a value has letters and digits: a word may consist of hexadecimal letters, and an id of digits alone. */
function isRandom(value: string): boolean {
  if (!HEX.test(value) && !UUID.test(value) && !TOKEN.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value);
}
