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
 * @param ids may contain duplicates
 * @returns FNV-1a of 32 bits each, ascending, in base64; `null`: there are too many
 */
export function idHashes(ids: readonly string[]): string | null {
  const distinct = new Set<string>();
  for (const id of ids) if (distinct.add(id).size > MAX_HASHED) return null;
  const hashes = Uint32Array.from(distinct, hashOf).sort();
  const bytes = Buffer.alloc(hashes.length * HASH_BYTES);
  hashes.forEach((hash, index) => bytes.writeUInt32BE(hash, index * HASH_BYTES));
  return bytes.toString('base64');
}

/**
 * Returns whether an id may be among the hashes of {@link idHashes}. Their text is searched as it is, since a large site
 * has millions of links to parts of other pages, and decoding all hashes of a page takes as long as a hundred searches.
 */
export function mayHaveId(hashes: string, id: string): boolean {
  const sought = hashOf(id);
  const count = Math.floor((hashes.length * DIGIT_BITS) / 8 / HASH_BYTES);
  // They ascend: each step searches half of the rest.
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (hashAt(hashes, middle) < sought) low = middle + 1;
    else high = middle;
  }
  return low < count && hashAt(hashes, low) === sought;
}

/** Bits of a digit of base64. */
const DIGIT_BITS = 6;
const VALUES = new Uint8Array(128);
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  VALUES[digit.charCodeAt(0)] = value;
}

/** @returns the hash at an index, decoded from base64: six digits contain all its bits, and at most four before them */
function hashAt(hashes: string, index: number): number {
  const begin = index * HASH_BYTES * 8;
  const first = Math.floor(begin / DIGIT_BITS);
  const before = begin % DIGIT_BITS;
  const [high, low] = [threeDigits(hashes, first), threeDigits(hashes, first + 3)];
  return ((high << (14 + before)) | (low >>> (4 - before))) >>> 0;
}

function threeDigits(text: string, at: number): number {
  const [one, two, three] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (VALUES[one]! << 12) | (VALUES[two]! << 6) | VALUES[three]!;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
