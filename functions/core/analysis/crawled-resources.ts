import { LONGEST_TEXT, pageAddress } from '../platform/names/page-address.ts';
import type { CrawledResource } from '../record/crawled-page.ts';
import { isRun } from './rules/rule-markup.ts';
import { markup } from './page/anchor.ts';
import type { HtmlElement } from './html/open-elements.ts';
import { srcsetAddresses } from './security/mixed-content.ts';

/** Maximum number of resources of a page that are kept, and of their characters. */
export const MAX_RESOURCES = 500;
const MAX_CHARACTERS = 100_000;

/**
 * Collects the images (`<img>`, with the first address of `srcset` if there is no `src`), scripts and stylesheets of a
 * page that have an http or https address, each address once.
 */
export class CrawledResources {
  /** Whether the page has resources that are not kept. */
  isCut = false;
  readonly #found = new Map<string, CrawledResource>();
  #characters = 0;

  /** @param base base URL of the addresses of the element */
  element(element: HtmlElement, base: string): void {
    const resource = resourceOf(element);
    if (!resource || this.isCut || resource.address.length > LONGEST_TEXT) return;
    const address = pageAddress(URL.parse(resource.address, base)?.href ?? '');
    if ('problem' in address || this.#found.has(address.url)) return;
    const tag = markup(element);
    this.#characters += address.url.length + tag.length;
    this.isCut = this.#found.size >= MAX_RESOURCES || this.#characters > MAX_CHARACTERS;
    if (!this.isCut) this.#found.set(address.url, { kind: resource.kind, to: address.url, tag });
  }

  /** @returns the resources in the order of the page */
  get all(): CrawledResource[] {
    return [...this.#found.values()];
  }
}

function resourceOf({ name, namespace, attributes }: HtmlElement) {
  if (namespace !== 'html') return null;
  const at = (kind: CrawledResource['kind'], address: string | undefined) => {
    return address === undefined || address.trim() === '' ? null : { kind, address };
  };
  if (name === 'img') return at('image', attributes.get('src') ?? srcsetAddresses(attributes.get('srcset') ?? '')[0]);
  if (name === 'script') return isRun(attributes.get('type')) ? at('script', attributes.get('src')) : null;
  if (name !== 'link') return null;
  const isStylesheet = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/).includes('stylesheet');
  return isStylesheet ? at('stylesheet', attributes.get('href')) : null;
}
