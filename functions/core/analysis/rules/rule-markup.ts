import { pageAddress } from '../../platform/names/page-address.ts';
import { truncate } from '../../platform/text/text.ts';
import type { Finding, FragmentTarget } from '../../record/crawled-page.ts';
import { type Anchor, linkMarkup } from '../page/anchor.ts';
import type { Attributes } from '../html/attributes.ts';
import type { HtmlElement } from '../html/open-elements.ts';
import { isForScripts, isTop } from './fragments.ts';
import type { ElementContext } from '../page/page-facts.ts';

/** Maximum number of ids of a page, and of their characters; far above those of real pages. */
const MAX_IDS = 20_000;
const MAX_ID_CHARACTERS = 500_000;
/** Maximum number of links of each kind. */
const MAX_LINKS = 1_000;
/** Maximum number of links with a fragment whose address is compared with that of the page. */
const MAX_COMPARED = 5_000;

/** Maximum number of links to fragments of other pages that are kept. */
const MAX_ELSEWHERE = 100;
/** In characters of their addresses. */
const MAX_FRAGMENT = 100;

const MAX_HEADINGS = 1_000;
/** In characters (code points). */
const MAX_TEXT = 100;

/** Collects what rules about a whole page need of its elements. */
export class RuleMarkup {
  /** Number of elements in the body, with the body. */
  elements = 0;
  /** Number of scripts that browsers run. */
  scripts = 0;
  /** The element into which a framework renders the page, if there is one. */
  root: HtmlElement | null = null;
  /** Headings that are not hidden, in the order of the page. */
  readonly headings: { level: number; element: HtmlElement; text: string }[] = [];
  /** Links to fragments of the page, by `href` as written. */
  readonly fragments = new Map<string, FragmentLink>();
  /** Links to fragments of other pages of the site, by `href` as written. */
  readonly elsewhere = new Map<string, FragmentTarget>();
  /** HTML links without a text or a text alternative, by their attributes. */
  readonly unnamed = new Map<Attributes, Anchor>();
  /** Attributes of the last link with a name. */
  #named: Attributes | null = null;
  readonly #url: string;
  readonly #hosts: ReadonlySet<string>;
  readonly #ids = new Set<string>();
  #idCharacters = 0;
  #compared = 0;

  /**
   * @param url of the page, in normal form
   * @param hosts hosts of the site
   */
  constructor(url: string, hosts: ReadonlySet<string>) {
    this.#url = url;
    this.#hosts = hosts;
  }

  element(element: HtmlElement, { inBody }: ElementContext): void {
    const { name, namespace, attributes } = element;
    if (inBody) this.elements++;
    const id = attributes.get('id');
    this.#addId(id);
    if (namespace !== 'html') return;
    if (name === 'a') this.#addId(attributes.get('name'));
    else if (name === 'script') this.scripts += Number(isRun(attributes.get('type')));
    else if (inBody && !this.root && isRoot(element, id)) this.root = element;
  }

  heading(element: HtmlElement, text: string, { seen }: ElementContext): void {
    if (!seen || element.attributes.has('role') || this.headings.length >= MAX_HEADINGS) return;
    this.headings.push({ level: Number(element.name.charAt(1)), element, text: truncate(text.trim(), MAX_TEXT) });
  }

  anchor(anchor: Anchor): void {
    this.#checkName(anchor);
    this.#addFragment(anchor);
  }

  /** A link that misnesting splits has several elements with the same attributes: one with a name is enough. */
  #checkName(anchor: Anchor): void {
    const { attributes, namespace } = anchor.element;
    if (anchor.isNamed) {
      this.#named = attributes;
      if (this.unnamed.size > 0) this.unnamed.delete(attributes);
    } else if (namespace === 'html' && attributes !== this.#named && this.unnamed.size < MAX_LINKS) {
      this.unnamed.set(attributes, anchor);
    }
  }

  #addFragment(anchor: Anchor): void {
    const { rawHref } = anchor;
    if (!rawHref.includes('#') || this.fragments.has(rawHref) || this.fragments.size >= MAX_LINKS) return;
    if (this.#compared++ >= MAX_COMPARED) return;
    const href = anchor.href();
    const address = pageAddress(href);
    if ('problem' in address) return;
    const fragment = href.slice(href.indexOf('#') + 1);
    if (address.url !== this.#url) return this.#addElsewhere(anchor, address.url, fragment);
    this.fragments.set(rawHref, { fragment, element: anchor.element, finding: { element: linkMarkup(anchor) } });
  }

  #addElsewhere(anchor: Anchor, url: string, fragment: string): void {
    const { rawHref, httpHost, element } = anchor;
    if (this.elsewhere.size >= MAX_ELSEWHERE || this.elsewhere.has(rawHref)) return;
    if (httpHost === null || !this.#hosts.has(httpHost.replace(/\.$/, ''))) return;
    if (fragment.length > MAX_FRAGMENT || isTop(fragment) || isForScripts(fragment, element)) return;
    this.elsewhere.set(rawHref, { url, fragment, element: linkMarkup(anchor) });
  }

  /** @returns the ids of the page and the names of its anchors; `null`: there are too many */
  get ids(): ReadonlySet<string> | null {
    return this.#ids.size < MAX_IDS && this.#idCharacters < MAX_ID_CHARACTERS ? this.#ids : null;
  }

  #addId(id: string | undefined): void {
    if (id === undefined || !this.ids) return;
    this.#ids.add(id);
    this.#idCharacters += id.length;
  }
}

/** A link to a fragment of its page. */
interface FragmentLink {
  /** Percent-encoded as in the resolved address. */
  fragment: string;
  element: HtmlElement;
  finding: Finding;
}

/** Ids of the elements into which React, Vue, Angular, Svelte, Next, Nuxt, Gatsby, Quasar and Ember render. */
const ROOT_IDS = new Set(['root', 'app', '__next', '__nuxt', '___gatsby', 'svelte', 'q-app', 'app-root', 'react-root']);

/** @returns whether a framework renders the page into an element */
function isRoot({ name, attributes }: HtmlElement, id: string | undefined): boolean {
  return (id !== undefined && ROOT_IDS.has(id)) || name === 'app-root' || attributes.has('ng-version');
}

/** @returns whether a script of this type is run, not a block of data (HTML standard, "prepare the script element") */
export function isRun(type = ''): boolean {
  return /^\s*(?:$|module|(?:text|application)\/(?:javascript|ecmascript))/i.test(type);
}
