import type { HtmlElement } from '../html/open-elements.ts';

/** @returns whether a fragment, percent-encoded as in an address, leads to one of the ids of its page */
export function isFound(fragment: string, has: (id: string) => boolean): boolean {
  return isTop(fragment) || has(fragment) || has(decoded(fragment));
}

/** @returns whether a fragment leads to the top of its page (HTML standard, "Scrolling to a fragment") */
export function isTop(fragment: string): boolean {
  return fragment === '' || fragment.toLowerCase() === 'top';
}

export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Attributes of controls, beside event handlers. */
const CONTROL = /^(?:on|role$|aria-(?:controls|expanded|haspopup)$|data-(?:bs-)?(?:toggle|target|dismiss|slide)$)/;

/** Whether a fragment is a route, a state or a text fragment, or the link is a control. */
export function isForScripts(fragment: string, { attributes }: HtmlElement): boolean {
  return /^!|[/=&]|:~:/.test(fragment) || attributes.names().some((name) => CONTROL.test(name));
}

/** Size of the hash of an id, in bytes. */
const HASH_BYTES = 4;
/** Pages with more ids are not checked: a crawl has the hashes of all its pages in memory. */
const MAX_HASHED = 1_000;

/**
 * Returns the hashes of the ids of a page, so that links of other pages can be checked. Two ids with the same hash can hide
 * a missing one, and never make one missing.
 *
 * @returns FNV-1a of 32 bits each, ascending, in base64; `null`: there are too many
 */
export function idHashes(ids: ReadonlySet<string>): string | null {
  if (ids.size > MAX_HASHED) return null;
  const hashes = Uint32Array.from(ids, hashOf).sort();
  const bytes = Buffer.alloc(hashes.length * HASH_BYTES);
  hashes.forEach((hash, index) => bytes.writeUInt32BE(hash, index * HASH_BYTES));
  return bytes.toString('base64');
}

/** @returns a function that returns whether an id may be among the hashes of {@link idHashes} */
export function idLookup(hashes: string): (id: string) => boolean {
  const bytes = Buffer.from(hashes, 'base64');
  return (id) => isAmong(bytes, hashOf(id));
}

/** Searches ascending hashes, each half the rest. */
function isAmong(hashes: Buffer, sought: number): boolean {
  let [low, high] = [0, hashes.length / HASH_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (hashes.readUInt32BE(middle * HASH_BYTES) < sought) low = middle + 1;
    else high = middle;
  }
  return low * HASH_BYTES < hashes.length && hashes.readUInt32BE(low * HASH_BYTES) === sought;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
