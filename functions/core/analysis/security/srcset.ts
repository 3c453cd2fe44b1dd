const BETWEEN = /[\s,]*/y;
const ADDRESS = /\S*/y;

/**
 * The addresses of a `srcset` (HTML standard, 4.8.4.2.2); in linear time. A comma inside the parentheses of a
 * descriptor, which no browser has a descriptor for, ends its candidate here.
 */
export function srcsetAddresses(srcset: string): string[] {
  const addresses: string[] = [];
  for (let at = skip(BETWEEN, srcset, 0); at < srcset.length; at = skip(BETWEEN, srcset, at)) {
    const end = skip(ADDRESS, srcset, at);
    let last = end;
    while (srcset[last - 1] === ',') last--;
    addresses.push(srcset.slice(at, last));
    const comma = last < end ? end : srcset.indexOf(',', end);
    at = comma === -1 ? srcset.length : comma;
  }
  return addresses;
}

/** @returns the position behind what the pattern matches at a position */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}
