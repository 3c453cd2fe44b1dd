import type { AddressParts, Parameter } from './address-parts.ts';

/** Names that servers and shops give to the id of a session and to nothing else. */
const NAMES_OF_SERVERS =
  /^(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|oscsid|zenid|xtcsid|cftoken|bv_sessionid|sap-sessionid)$/;
/** Names that a session shares with other things (a talk of a conference, a search): there the value decides. */
const SHARED_NAMES = /^(?:s|sid|sess|sessid|session|session_?id|session-id)$/;
/** Of a segment: `;jsessionid=…`, as Java writes it. */
const IN_SEGMENT = /;(?:jsessionid|phpsessid|sap-sessionid)=/i;
/** `/(S(24 characters))/`, as ASP.NET writes it. */
const WHOLE_SEGMENT = /^\([ASF]\(\w{20,}\)/i;

const HEX = /^[\da-f]{16,}$/i;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** What generators make: long, without a separator. */
const TOKEN = /^[\da-z]{20,}$/i;

/**
 * Whether an address carries the id of a session: whoever comes without a cookie is given another one with each answer,
 * so that each page has any number of addresses.
 *
 * @source https://developers.google.com/search/docs/crawling-indexing/url-structure
 */
export function hasSessionId({ segments, parameters }: AddressParts): boolean {
  return (
    segments.some((segment) => IN_SEGMENT.test(segment) || WHOLE_SEGMENT.test(segment)) || parameters.some(isSession)
  );
}

function isSession({ name, value }: Parameter): boolean {
  if (NAMES_OF_SERVERS.test(name)) return value !== '';
  return SHARED_NAMES.test(name) && isRandom(value);
}

/** A word may be of the letters of hexadecimal digits, and an id of many digits: random text has both. */
function isRandom(value: string): boolean {
  if (!HEX.test(value) && !UUID.test(value) && !TOKEN.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value);
}
