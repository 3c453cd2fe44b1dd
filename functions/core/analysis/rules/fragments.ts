import type { HtmlElement } from '../page/open-elements.ts';

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

/**
 * Returns the hashes of the ids of a page, so that links of other pages can be checked. Two ids with the same hash can hide
 * a missing one, and never make one missing.
 *
 * @returns FNV-1a of 32 bits each, in base64
 */
export function idHashes(ids: ReadonlySet<string>): string {
  const hashes = Buffer.alloc(ids.size * HASH_BYTES);
  let at = 0;
  for (const id of ids) at = hashes.writeUInt32BE(hashOf(id), at);
  return hashes.toString('base64');
}

/** @returns a function that returns whether an id may be among the hashes of {@link idHashes} */
export function idLookup(hashes: string): (id: string) => boolean {
  const bytes = Buffer.from(hashes, 'base64');
  const known = new Set<number>();
  for (let at = 0; at < bytes.length; at += HASH_BYTES) known.add(bytes.readUInt32BE(at));
  return (id) => known.has(hashOf(id));
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
