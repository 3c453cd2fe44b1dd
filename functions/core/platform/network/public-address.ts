import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** The only assigned global unicast range of IPv6 (RFC 4291, IANA's registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** The well-known prefix of NAT64 (RFC 6052): the last 32 bits are an IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an address is globally reachable unicast, by IANA's special-purpose registries (RFC 6890).
 *
 * IPv4-mapped and NAT64 addresses are checked by the IPv4 address that they contain; 6to4, Teredo, IPv4-compatible and
 * local NAT64 addresses (RFC 8215) are rejected, since they can be translated to another address.
 *
 * @param address an IP address in the system's notation; other text, and an address with a zone, is not public
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicIPv4(ipaddr.IPv4.parse(address));
  // ipaddr.js reads ::8.8.8.8 as ::ffff:8.8.8.8; URL converts all sixteen octets to hex, and supports no zones.
  const hex = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? '';
  if (isIP(address) !== 6 || !ipaddr.IPv6.isValid(hex)) return false;
  const parsed = ipaddr.IPv6.parse(hex);
  if (parsed.isIPv4MappedAddress()) return isPublicIPv4(parsed.toIPv4Address());
  if (parsed.match(NAT64)) return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast';
}
