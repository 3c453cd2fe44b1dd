import { LONGEST_ADDRESS } from '../../platform/names/page-address.ts';
import { LIST_CAP, type Page } from '../../record/record.ts';
import { Addresses, CollapsedText, OpenAnchor } from './open-anchor.ts';
import type { Anchor, Image } from './anchor.ts';
import { AttributeNames, type Attributes } from '../html/attributes.ts';
import { type DocumentLink, MAX_DOCUMENT_LINKS } from './document-links.ts';
import { elementType, HEADING, INLINE, LOADS, SILENT } from '../html/elements.ts';
import type { TreeHandler } from '../html/tree-elements.ts';
import type { HtmlElement } from '../html/open-elements.ts';
import { type PageTexts, VisibleText } from './page-texts.ts';
import { MAX_JSON_LD, StructuredData } from './structured-data.ts';
import { collapse, truncate } from '../../platform/text/text.ts';
import type { TextPiece } from '../html/text-piece.ts';
import { WordCounter } from './word-counter.ts';

/** Receives elements when the parser reaches them. */
export interface ElementObserver {
  anchor(anchor: Anchor): void;
  image(image: Image): void;
  /**
   * Receives an element that can load something with the page; not inside `<noscript>`.
   *
   * @param base base URL of its addresses
   */
  loader(element: HtmlElement, parent: HtmlElement | null, base: string): void;
  /**
   * Receives every element that is not inside `<noscript>`.
   *
   * @param base base URL of its addresses
   */
  element?(element: HtmlElement, context: ElementContext, base: string): void;
  /** Receives every HTML heading with its text when it is closed. */
  heading?(element: HtmlElement, text: string, context: ElementContext): void;
}

/** Context of an element that observers use. */
export interface ElementContext {
  inBody: boolean;
  /** Its text is visible. */
  seen: boolean;
}

/** A meta element for crawlers. */
export interface RobotsMeta {
  /** `robots` for all crawlers, else `googlebot`. */
  name: string;
  content: string;
}

/** A licence with the type of RSL. */
export interface PageLicence {
  source: 'link' | 'script';
  /** Resolved; `null` for a script. */
  href: string | null;
  /** Text of the script, cut off after 20,000 characters. */
  content?: string;
}

/** Context of an element that its descendants inherit; most elements do not change it. */
interface Context {
  /** `lang` of the nearest element that has one. */
  lang: string | null;
  displayed: boolean;
  visible: boolean;
  /** Hidden from screen readers too. */
  hidden: boolean;
  /** Only the summary of its children is displayed. */
  closedDetails: boolean;
  inBody: boolean;
  /** Its text is visible. */
  seen: boolean;
  /** Browsers that run scripts ignore it. */
  inNoscript: boolean;
}

/** State of an open element. */
interface Open {
  element: HtmlElement;
  parent: Open | null;
  context: Context;
  anchor: OpenAnchor | null;
  heading: OpenHeading | null;
  /** Receives the raw text. */
  text: TextBuffer | null;
  hasText: boolean;
  /** Position in the visible text where it starts. */
  start: number;
}

/** An open heading; one may be inside another. */
interface OpenHeading {
  text: CollapsedText;
  outer: OpenHeading | null;
  /** Index among the h1 elements; infinite for others. */
  index: number;
}

interface TextBuffer {
  text: string;
  limit: number;
}

const MAX_TITLE = 100_000;
const MAX_HEADING = 1000;
/** Maximum size; the headers of a page cannot be longer. */
const MAX_POLICY = 100_000;
const MAX_POLICIES = 20;
const NAMED_METAS = new Set([
  'description',
  'keywords',
  'robots',
  'googlebot',
  'bingbot',
  'duckduckbot',
  'archive.org_bot',
  'tdm-reservation',
  'tdm-policy',
]);
/** Maximum number of titles and descriptions that are kept, and of their characters. */
const MAX_REPEATED = 20;
const MAX_REPEATED_TEXT = 300;
/** Type of RSL licences (RSL 1.0). */
const RSL_TYPE = /^\s*application\/rsl\+xml\s*(?:;|$)/i;
const MAX_LICENCES = 20;
/** In characters of a licence in the page. */
const MAX_LICENCE = 20_000;
const ROBOTS_METAS = new Set(['robots', 'googlebot']);
const MAX_ROBOTS_METAS = 20;
const MAX_ROBOTS_META = 1000;
const OUTERMOST: Context = {
  lang: null,
  displayed: true,
  visible: true,
  hidden: false,
  closedDetails: false,
  inBody: false,
  seen: false,
  inNoscript: false,
};
/** Attributes that change the context of descendants. */
const HANDED_DOWN = new AttributeNames('style', 'lang', 'hidden', 'aria-hidden', 'inert');
/** Attributes with a text alternative, or a reference to one. */
const NAMES = ['alt', 'aria-label', 'aria-labelledby', 'title'];
const NAMING = new AttributeNames(...NAMES);
const BODY = elementType('body');
const DETAILS = elementType('details');
const NOSCRIPT = elementType('noscript');

/** Collects, in one pass, the facts of a page that the record and the audits need. */
export class PageFacts implements TreeHandler<Open> {
  /** `lang` of the root. */
  lang: string | null = null;
  /** Number of ancestors that were visited: a measure of the work. */
  looked = 0;
  viewport: string | null = null;
  /** Content of the first meta of each name in the head, for the names that search engines or the audits read. */
  readonly metas = new Map<string, string>();
  /** All metas in the head for all crawlers and for Google, which applies each of them. */
  readonly robotsMetas: RobotsMeta[] = [];
  /** Licences with the type of RSL: links of the head, and scripts that contain one. */
  readonly licences: PageLicence[] = [];
  readonly links: DocumentLink[] = [];
  /** Whether the page has a doctype before its first element. */
  hasDoctype = false;
  /** Content of the descriptions in the head, at most 20. */
  readonly descriptions: string[] = [];
  readonly h1 = new CappedList<string>();
  readonly headings: Page['headings'] = { h1: 0, h2: 0, h3: 0, h4: 0, h5: 0, h6: 0 };
  imagesTotal = 0;
  readonly openGraph = new Map<string, string>();
  readonly twitter = new Map<string, string>();
  /** Content of each Content-Security-Policy in the head. */
  readonly policies: string[] = [];
  /** Content of the last non-empty meta `referrer`. */
  referrer: string | null = null;
  readonly structuredData = new StructuredData();
  readonly #words = new WordCounter();
  readonly #visible = new VisibleText();
  readonly #pageUrl: string;
  readonly #observer: ElementObserver;
  readonly #pageAddresses: Addresses;
  #addresses: Addresses;
  #hasBase = false;
  #title: TextBuffer | null = null;
  readonly #headTitles: TextBuffer[] = [];

  /**
   * @param pageUrl URL of the page
   * @param observer receives every link (once it is closed) and every image
   */
  constructor(pageUrl: string, observer: ElementObserver) {
    this.#pageUrl = pageUrl;
    this.#pageAddresses = this.#addresses = new Addresses(pageUrl);
    this.#observer = observer;
  }

  /** `document.title`; null without a title element. */
  get title(): string | null {
    return this.#title && collapse(this.#title.text);
  }

  /** Texts of the titles in the head, at most 20. */
  get headTitles(): string[] {
    return this.#headTitles.map(({ text }) => truncate(collapse(text), MAX_REPEATED_TEXT));
  }

  get words(): number {
    return this.#words.total;
  }

  get texts(): PageTexts {
    return {
      url: this.#pageUrl,
      lang: this.lang,
      title: truncate(this.title ?? '', 1000),
      description: truncate(this.metas.get('description') ?? '', 2000),
      keywords: truncate(this.metas.get('keywords') ?? '', 2000),
      ...this.#visible.texts,
    };
  }

  addRootAttributes(attributes: Attributes): void {
    this.lang ??= attributes.get('lang') ?? null;
  }

  open(element: HtmlElement, parent: Open | null): Open {
    const open: Open = {
      element,
      parent,
      context: contextOf(element, parent?.context ?? OUTERMOST),
      anchor: parent === null ? null : this.#anchorAround(parent),
      heading: parent === null ? null : parent.heading,
      text: null,
      hasText: false,
      start: 0,
    };
    this.#boundary(open);
    open.start = this.#visible.position;
    const { attributes, namespace } = element;
    const itemtype = attributes.get('itemtype');
    if (itemtype !== undefined) this.structuredData.addMicrodata(itemtype);
    if (element.name === 'a' && namespace !== 'math') this.#openAnchor(open);
    if (namespace === 'html') this.#openHtml(open);
    if (open.anchor !== null && !open.anchor.isNamed && isNaming(element)) {
      const anchor = this.#anchorAround(open);
      if (anchor) anchor.isNamed = true;
    }
    if (!open.context.inNoscript) this.#observer.element?.(element, open.context, this.#addresses.base);
    if ((element.type.groups & LOADS) !== 0 && !open.context.inNoscript) {
      this.#observer.loader(element, parent?.element ?? null, this.#addresses.base);
    }
    return open;
  }

  #openHtml(open: Open): void {
    const { name, type, attributes, inHead } = open.element;
    if (name === 'html') this.lang ??= attributes.get('lang') ?? null;
    else if (name === 'title') this.#openTitle(open);
    else if (name === 'base') this.#setBase(attributes);
    else if (name === 'meta') this.#addMeta(open);
    else if (name === 'link' && inHead) this.#addLink(attributes);
    else if (name === 'img') this.#addImage(open);
    else if ((type.groups & HEADING) !== 0) this.#openHeading(open);
    else if (name === 'script' && /^\s*application\/ld\+json\s*(?:;|$)/i.test(attributes.get('type') ?? '')) {
      open.text = { text: '', limit: MAX_JSON_LD + 1 };
    } else if (name === 'script' && RSL_TYPE.test(attributes.get('type') ?? '')) {
      open.text = { text: '', limit: MAX_LICENCE };
    }
  }

  #openTitle(open: Open): void {
    const isFirst = this.#title === null;
    const isKept = open.element.inHead && this.#headTitles.length < MAX_REPEATED;
    if (!isFirst && !isKept) return;
    open.text = { text: '', limit: isFirst ? MAX_TITLE : MAX_REPEATED_TEXT };
    this.#title ??= open.text;
    if (isKept) this.#headTitles.push(open.text);
  }

  text(text: TextPiece, parent: Open): void {
    const { context } = parent;
    const silent = (parent.element.type.groups & SILENT) !== 0;
    const anchor = this.#anchorAround(parent);
    if (anchor) {
      this.#markText(parent);
      anchor.write(text, !silent && context.displayed && context.visible);
    }
    if (parent.text) append(parent.text, text.toString());
    if (silent) return;
    parent.heading?.text.write(text);
    if (!context.inBody) return;
    this.#words.write(text);
    if (context.seen) this.#visible.write(text);
  }

  close(open: Open): void {
    const { element } = open;
    this.#boundary(open);
    if (open.anchor?.element === element && !open.anchor.isClosed) this.#closeAnchor(open.anchor);
    if (element.name === 'a' && element.attributes.has('href')) this.#visible.endAnchor(open.start);
    if (element.namespace !== 'html') return;
    if (open.text && element.name === 'script' && RSL_TYPE.test(element.attributes.get('type') ?? '')) {
      if (this.licences.length < MAX_LICENCES) {
        this.licences.push({ source: 'script', href: null, content: open.text.text });
      }
    } else if (open.text && element.name === 'script') {
      this.structuredData.addJsonLd(open.text.text.length > MAX_JSON_LD ? null : open.text.text);
    } else if ((element.type.groups & HEADING) !== 0) {
      if (open.heading) {
        this.#closeHeading(open.heading);
        this.#observer.heading?.(element, open.heading.text.toString(), open.context);
      }
      this.#visible.endHeading(Number(element.name.charAt(1)), open.start);
    } else if (element.name === 'nav' || element.name === 'footer') {
      this.#visible.endRepeated(open.start);
    }
  }

  /** Adds a line break if the start or end of an element is one. */
  #boundary(open: Open): void {
    const { element, context, heading } = open;
    if ((element.type.groups & INLINE) !== 0) {
      if (element.name === 'a' && context.seen) this.#visible.break();
      return;
    }
    if (context.inBody) this.#words.break();
    if (context.seen) this.#visible.break();
    if (context.displayed) this.#anchorAround(open)?.breakLine();
    heading?.text.space();
  }

  #setBase(attributes: Attributes): void {
    const href = attributes.get('href');
    if (href === undefined || this.#hasBase) return;
    this.#hasBase = true;
    const base = URL.parse(href, this.#pageUrl);
    // Resolving an address of the page takes time in proportion to the length of the base.
    if (base && base.href.length <= LONGEST_ADDRESS && base.protocol !== 'data:' && base.protocol !== 'javascript:') {
      this.#addresses = new Addresses(base.href);
    }
  }

  #addMeta({ element: { attributes, inHead }, context }: Open): void {
    const content = attributes.get('content') ?? '';
    const name = (attributes.get('name') ?? '').toLowerCase();
    if (name === 'viewport') this.viewport ??= truncate(content, 1000);
    if (name.trim() === 'referrer' && content !== '') this.referrer = truncate(content, 1000);
    if (inHead && !context.inNoscript && this.policies.length < MAX_POLICIES && isPolicy(attributes)) {
      if (content !== '') this.policies.push(truncate(content, MAX_POLICY));
    }
    if (inHead && NAMED_METAS.has(name) && !this.metas.has(name)) this.metas.set(name, content);
    if (inHead && name === 'description' && this.descriptions.length < MAX_REPEATED) {
      this.descriptions.push(truncate(content, MAX_REPEATED_TEXT));
    }
    if (inHead && ROBOTS_METAS.has(name) && this.robotsMetas.length < MAX_ROBOTS_METAS) {
      this.robotsMetas.push({ name, content: truncate(content, MAX_ROBOTS_META) });
    }
    const property = (attributes.get('property') ?? name).trim().toLowerCase();
    if (property.startsWith('og:')) addSocial(this.openGraph, property.slice(3), content);
    const card = name.startsWith('twitter:') ? name : property;
    if (card.startsWith('twitter:')) addSocial(this.twitter, card.slice(8), content);
  }

  #addLicence(attributes: Attributes): void {
    const href = attributes.get('href') ?? '';
    if (this.licences.length >= MAX_LICENCES || href.length > LONGEST_ADDRESS) return;
    this.licences.push({ source: 'link', href: this.#addresses.resolve(href) ?? href });
  }

  #addLink(attributes: Attributes): void {
    const rel = (attributes.get('rel') ?? '').toLowerCase();
    if (rel.split(/\s+/).includes('license') && RSL_TYPE.test(attributes.get('type') ?? ''))
      this.#addLicence(attributes);
    if ((rel !== 'canonical' && rel !== 'alternate') || this.links.length >= MAX_DOCUMENT_LINKS) return;
    const hrefRaw = attributes.get('href') ?? '';
    const href = attributes.has('href') ? (this.#addresses.resolve(hrefRaw) ?? hrefRaw) : '';
    this.links.push({ rel, hrefRaw, href, hreflang: attributes.get('hreflang') ?? '', source: 'head' });
  }

  #addImage(open: Open): void {
    this.imagesTotal++;
    const { hidden, displayed, visible } = open.context;
    this.#observer.image({
      element: open.element,
      base: this.#addresses.base,
      hidden: hidden || !displayed || !visible,
    });
  }

  #openHeading(open: Open): void {
    const name = open.element.name as keyof Page['headings'];
    this.headings[name]++;
    const index = name === 'h1' ? this.h1.total : Infinity;
    open.heading = { text: new CollapsedText(MAX_HEADING), outer: open.heading, index };
    if (name === 'h1') this.h1.add('');
  }

  #closeHeading({ text, outer, index }: OpenHeading): void {
    outer?.text.add(text);
    if (index < this.h1.items.length) this.h1.items[index] = truncate(collapse(text.toString()), 500);
  }

  #openAnchor(open: Open): void {
    const { displayed, visible, hidden, lang } = open.context;
    open.anchor = new OpenAnchor(open.element, open.anchor, displayed && visible, hidden, lang);
  }

  #closeAnchor(anchor: OpenAnchor): void {
    anchor.close(anchor.element.namespace === 'svg' ? this.#pageAddresses : this.#addresses);
    this.#innermostOpen(anchor)?.add(anchor);
    this.#observer.anchor(anchor);
  }

  /** Returns the innermost open link: it receives the text, and passes it to the enclosing links when it is closed. */
  #anchorAround(open: Open): OpenAnchor | null {
    if (open.anchor?.isClosed) open.anchor = this.#innermostOpen(open.anchor);
    return open.anchor;
  }

  #innermostOpen(from: OpenAnchor | null): OpenAnchor | null {
    let anchor = from;
    for (; anchor?.isClosed; anchor = anchor.outer) this.looked++;
    return anchor;
  }

  /** Records the languages of the text inside for the open links. */
  #markText(parent: Open): void {
    for (let open: Open | null = parent; open?.anchor && !open.hasText; open = open.parent) {
      this.looked++;
      open.hasText = true;
      const { lang } = open.context;
      if (!lang) continue;
      const around = this.#anchorAround(open);
      const anchor = around?.element === open.element ? this.#innermostOpen(around.outer) : around;
      anchor?.noteLang(lang);
    }
  }
}

/** Returns whether an element gives a link around it a name; that of a custom element may be in its shadow tree. */
function isNaming({ name, namespace, attributes }: HtmlElement): boolean {
  if (namespace === 'html' && name.includes('-')) return true;
  return attributes.hasOneOf(NAMING) && NAMES.some((each) => (attributes.get(each) ?? '').trim() !== '');
}

function isPolicy(attributes: Attributes): boolean {
  return attributes.get('http-equiv')?.trim().toLowerCase() === 'content-security-policy';
}

function contextOf(element: HtmlElement, outer: Context): Context {
  const { type, attributes } = element;
  const isHtml = element.namespace === 'html';
  const changes =
    outer.closedDetails ||
    (isHtml && (type === BODY || type === DETAILS)) ||
    type === NOSCRIPT ||
    attributes.hasOneOf(HANDED_DOWN);
  if (!changes) return outer;
  const style = attributes.get('style') ?? '';
  const visibility = lastMatch(style, /(?:^|;)\s*visibility\s*:\s*([a-z]+)/gi);
  const undisplayed =
    attributes.has('hidden') ||
    lastMatch(style, /(?:^|;)\s*display\s*:\s*([a-z]+)/gi) === 'none' ||
    (outer.closedDetails && type.name !== 'summary');
  const silenced =
    attributes.get('aria-hidden')?.trim().toLowerCase() === 'true' || attributes.has('inert') || type === NOSCRIPT;
  const displayed = outer.displayed && !undisplayed;
  const visible = visibility === null || visibility === 'inherit' ? outer.visible : visibility === 'visible';
  const hidden = outer.hidden || silenced;
  const inBody = outer.inBody || (isHtml && type === BODY);
  return {
    lang: attributes.get('lang') ?? outer.lang,
    displayed,
    visible,
    hidden,
    closedDetails: isHtml && type === DETAILS && !attributes.has('open'),
    inBody,
    seen: inBody && displayed && visible && !hidden,
    inNoscript: outer.inNoscript || type === NOSCRIPT,
  };
}

function lastMatch(style: string, pattern: RegExp): string | null {
  if (style === '') return null;
  let last: string | null = null;
  for (const match of style.slice(0, 10_000).matchAll(pattern)) last = match[1]?.toLowerCase() ?? null;
  return last;
}

function append(buffer: TextBuffer, data: string): void {
  const room = buffer.limit - buffer.text.length;
  if (room > 0) buffer.text += data.length > room ? data.slice(0, room) : data;
}

function addSocial(properties: Map<string, string>, name: string, content: string): void {
  if (!/^[a-z][\w:.-]{0,99}$/.test(name) || properties.has(name) || properties.size >= LIST_CAP) return;
  properties.set(name, truncate(content, 2000));
}

/** A list that keeps its first items and counts them all. */
class CappedList<Item> {
  readonly items: Item[] = [];
  total = 0;

  add(item: Item): void {
    this.total++;
    if (this.items.length < LIST_CAP) this.items.push(item);
  }
}
