import { LIST_CAP, type SecurityHeaders } from '../../record/record.ts';
import { truncate } from '../../platform/text/text.ts';
import type { HtmlElement } from '../html/open-elements.ts';

/** Maximum number of distinct addresses of each kind; far above that of real pages. */
const MAX_ADDRESSES = 10_000;
/** In characters (code points). */
const MAX_ADDRESS = 2000;
/** `http:` as a URL parser reads it: leading white space is ignored, and tabs and line breaks inside. */
const HTTP = /^[\0-\x20]*h[\t\n\r]*t[\t\n\r]*t[\t\n\r]*p[\t\n\r]*:/i;

/** Collects what a page over https loads over http (W3C Mixed Content, Level 2). */
export class MixedContent {
  readonly #isHttps: boolean;
  readonly #blockable = new Set<string>();
  readonly #upgradeable = new Set<string>();

  /** @param pageUrl URL of the page */
  constructor(pageUrl: string) {
    this.#isHttps = new URL(pageUrl).protocol === 'https:';
  }

  /**
   * @param parent parent of the element
   * @param base base URL of its addresses
   */
  add(element: HtmlElement, parent: HtmlElement | null, base: string): void {
    if (!this.#isHttps) return;
    for (const { address, upgradeable } of subResourcesOf(element, parent)) this.#note(address, upgradeable, base);
  }

  /**
   * @param isUpgraded whether the policy of the page makes browsers request everything over https
   * @returns null for a page over http
   */
  report(isUpgraded: boolean): SecurityHeaders['mixed_content'] {
    if (!this.#isHttps) return null;
    const blockable = isUpgraded ? [] : [...this.#blockable];
    const upgradeable = isUpgraded ? [] : [...this.#upgradeable].filter((address) => !this.#blockable.has(address));
    const urls = [...blockable, ...upgradeable];
    return {
      blockable: blockable.length,
      upgradeable: upgradeable.length,
      urls: urls.slice(0, LIST_CAP).map((address) => truncate(address, MAX_ADDRESS)),
      urls_total: urls.length,
    };
  }

  #note(address: string, upgradeable: boolean, base: string): void {
    if (base.startsWith('https:') && !HTTP.test(address)) return;
    const url = URL.parse(address, base);
    if (url?.protocol !== 'http:' || isLoopback(url.hostname)) return;
    // Browsers do not upgrade an address whose host is a number (4.1).
    const addresses = upgradeable && !isIpAddress(url.hostname) ? this.#upgradeable : this.#blockable;
    if (addresses.size < MAX_ADDRESSES) addresses.add(address.trim());
  }
}

/** Trustworthy without https (W3C Secure Contexts, 3.1). */
function isLoopback(host: string): boolean {
  return /^(?:.*\.)?localhost$/.test(host) || host === '[::1]' || (host.startsWith('127.') && isIpAddress(host));
}

/** @param host as a URL parser serializes it: numbers in the usual form */
function isIpAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/** An address that a browser loads with the page. */
interface SubResource {
  /** As written. */
  address: string;
  /** Whether browsers load it over https instead: an image, audio or video that is not a candidate of an image set. */
  upgradeable: boolean;
}

/** Preloaded resources other than images; `as` with any other value loads nothing (HTML standard). */
const PRELOADED = new Set(['fetch', 'font', 'script', 'style', 'track']);
const FETCHED_LINKS = new Set(['stylesheet', 'modulepreload', 'prefetch', 'manifest']);
const JAVASCRIPT =
  /^\s*(?:module|(?:(?:application|text)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))\s*)?$/i;

/**
 * Returns what an element makes the browser load, sorted by W3C Mixed Content (Level 2), 3.1: images, audio and video
 * are upgradeable, everything else is not, including `srcset` and `<picture>`. Links, forms and what style sheets or
 * scripts load are not included.
 *
 * @param parent parent of the element
 */
function subResourcesOf(element: HtmlElement, parent: HtmlElement | null): SubResource[] {
  const { name, namespace, attributes } = element;
  if (namespace === 'svg') return svgResources(element);
  if (namespace !== 'html') return [];
  const load = (attribute: string, upgradeable: boolean): SubResource[] => {
    const address = attributes.get(attribute);
    return address ? [{ address, upgradeable }] : [];
  };
  if (name === 'img') {
    const isSet = attributes.has('srcset') || parent?.name === 'picture';
    return [...load('src', !isSet), ...imageSet(attributes.get('srcset'))];
  }
  if (name === 'source') {
    if (parent?.name === 'picture') return imageSet(attributes.get('srcset'));
    return parent?.name === 'audio' || parent?.name === 'video' ? load('src', true) : [];
  }
  if (name === 'script') return runs(element) ? load('src', false) : [];
  if (name === 'link') return linkResources(element);
  if (name === 'audio') return load('src', true);
  if (name === 'video') return [...load('src', true), ...load('poster', true)];
  if (name === 'object') return load('data', false);
  if (name === 'input') return attributes.get('type')?.toLowerCase() === 'image' ? load('src', true) : [];
  if (name === 'iframe' || name === 'frame' || name === 'embed' || name === 'track') return load('src', false);
  return load('background', true); // body and the parts of a table
}

function svgResources({ name, attributes }: HtmlElement): SubResource[] {
  if (name !== 'image' && name !== 'feimage' && name !== 'script') return [];
  const address = attributes.get('href') ?? attributes.get('xlink:href');
  return address ? [{ address, upgradeable: name !== 'script' }] : [];
}

function linkResources({ attributes }: HtmlElement): SubResource[] {
  const href = attributes.get('href');
  const relations = new Set((attributes.get('rel') ?? '').toLowerCase().split(/\s+/));
  const preloaded = relations.has('preload') ? attributes.get('as')?.toLowerCase() : undefined;
  const set = preloaded === 'image' ? attributes.get('imagesrcset') : undefined;
  if (set) return imageSet(set);
  if (!href) return [];
  const isFetched = [...relations].some((name) => FETCHED_LINKS.has(name)) || PRELOADED.has(preloaded ?? '');
  if (isFetched) return [{ address: href, upgradeable: false }];
  return relations.has('icon') || preloaded === 'image' ? [{ address: href, upgradeable: true }] : [];
}

/** Returns whether current browsers run a script of this type. */
function runs({ attributes }: HtmlElement): boolean {
  const type = attributes.get('type') ?? '';
  return JAVASCRIPT.test(type) && (!attributes.has('nomodule') || /module/i.test(type));
}

function imageSet(srcset: string | undefined): SubResource[] {
  return srcsetAddresses(srcset ?? '').map((address) => ({ address, upgradeable: false }));
}

const BETWEEN = /[\s,]*/y;
const ADDRESS = /\S*/y;

/**
 * Returns the addresses of a `srcset` (HTML standard, 4.8.4.2.2), in linear time. A comma inside the parentheses of a
 * descriptor ends its candidate here; no browser has such a descriptor.
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

/** @returns the position after the match of a pattern at a position */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}
