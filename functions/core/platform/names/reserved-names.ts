/** Top-level domains that are not on the public internet: RFC 6761, 6762, 7686, 8375, 9476 and ICANN's `internal`. */
const RESERVED = ['localhost', 'local', 'test', 'invalid', 'example', 'onion', 'alt', 'internal', 'arpa'];

/** Whether a name's top-level domain is not on the public internet. */
export function isReservedName(domain: string): boolean {
  return RESERVED.includes(domain.slice(domain.lastIndexOf('.') + 1));
}
