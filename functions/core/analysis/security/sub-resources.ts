import type { HtmlElement } from '../page/open-elements.ts';
import { srcsetAddresses } from './srcset.ts';

/** An address that a browser asks for with the page. */
export interface SubResource {
  /** As written. */
  address: string;
  /** Browsers ask for it over https instead: an image, audio or video that is no candidate of an image set. */
  upgradeable: boolean;
}

/** Of what a page preloads, that which is no image; `as` with any other value loads nothing (HTML standard). */
const PRELOADED = new Set(['fetch', 'font', 'script', 'style', 'track']);
const FETCHED_LINKS = new Set(['stylesheet', 'modulepreload', 'prefetch', 'manifest']);
const JAVASCRIPT =
  /^\s*(?:module|(?:(?:application|text)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))\s*)?$/i;

/**
 * Tells what an element has the browser ask for, sorted by W3C Mixed Content (Level 2), 3.1: images, audio and video
 * are upgradeable, everything else is not, and neither are `srcset` and `<picture>`. Links, forms and what style sheets
 * or scripts ask for are none of it.
 *
 * @param parent the element that it stands in
 */
export function subResourcesOf(element: HtmlElement, parent: HtmlElement | null): SubResource[] {
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

/** Whether a browser of today runs a script of this type. */
function runs({ attributes }: HtmlElement): boolean {
  const type = attributes.get('type') ?? '';
  return JAVASCRIPT.test(type) && (!attributes.has('nomodule') || /module/i.test(type));
}

function imageSet(srcset: string | undefined): SubResource[] {
  return srcsetAddresses(srcset ?? '').map((address) => ({ address, upgradeable: false }));
}
