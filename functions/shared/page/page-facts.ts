import { LIST_CAP, type Page } from '../record/record.ts';
import type { Anchor, Image } from './anchor.ts';
import { CappedList } from './capped-list.ts';
import { MAX_DOCUMENT_LINKS, type DocumentLink } from './document-links.ts';
import { HEADINGS, INLINE } from './element-sets.ts';
import type { Attributes } from './html-tokens.ts';
import type { HtmlElement, TreeHandler } from './html-tree.ts';
import { type PageTexts, VisibleText } from './page-texts.ts';
import { MAX_JSON_LD, StructuredData } from './structured-data.ts';
import { collapse, truncate } from './text.ts';
import { WordCounter } from './word-counter.ts';

/** Who is shown links and images as they pass. */
export interface ElementObserver {
  anchor(anchor: Anchor): void;
  image(image: Image): void;
}

/** What is remembered of an open element: itself, and what it hands down to what is inside. */
interface Open {
  element: HtmlElement;
  parent: Open | null;
  /** `lang` of the closest element that has one. */
  lang: string | null;
  displayed: boolean;
  visible: boolean;
  /** Taken from screen readers too. */
  hidden: boolean;
  closedDetails: boolean;
  inBody: boolean;
  anchor: OpenAnchor | null;
  heading: TextBuffer | null;
  /** Where raw text goes. */
  text: TextBuffer | null;
  hasText: boolean;
  /** A visitor sees its text. */
  seen: boolean;
  /** Position of the visible text where it began. */
  start: number;
}

interface OpenAnchor {
  element: HtmlElement;
  outer: OpenAnchor | null;
  rendered: boolean;
  closed: boolean;
  lang: string | null;
  innerLang: string | null;
  mixedLang: boolean;
  text: TextBuffer;
}

interface TextBuffer {
  text: string;
  limit: number;
}

const MAX_TITLE = 100_000;
const MAX_HEADING = 1000;
const MAX_LINK_TEXT = 1000;
const NAMED_METAS = new Set([
  'description',
  'keywords',
  'robots',
  'googlebot',
  'bingbot',
  'duckduckbot',
  'archive.org_bot',
]);
/** Their text is not read by visitors. */
const SILENT = new Set(['script', 'style', 'title', 'iframe', 'noembed', 'noframes', 'textarea']);

/** Gathers, in one pass, what record and audits need of a page. */
export class PageFacts implements TreeHandler<Open> {
  /** `lang` of the root. */
  lang: string | null = null;
  viewport: string | null = null;
  /** Contents of the first meta of each name in the head that search engines or the audits look at. */
  readonly metas = new Map<string, string>();
  readonly links: DocumentLink[] = [];
  readonly h1 = new CappedList<string>();
  readonly headings: Page['headings'] = { h1: 0, h2: 0, h3: 0, h4: 0, h5: 0, h6: 0 };
  readonly images: Page['images'] = { total: 0, missing_alt: 0 };
  readonly openGraph = new Map<string, string>();
  readonly twitter = new Map<string, string>();
  readonly structuredData = new StructuredData();
  readonly #words = new WordCounter();
  readonly #visible = new VisibleText();
  readonly #pageUrl: string;
  readonly #observer: ElementObserver;
  #baseUrl: string;
  #hasBase = false;
  #title: TextBuffer | null = null;

  /**
   * @param pageUrl address of the page
   * @param observer is shown every link (once it is closed) and every image
   */
  constructor(pageUrl: string, observer: ElementObserver) {
    this.#pageUrl = pageUrl;
    this.#baseUrl = pageUrl;
    this.#observer = observer;
  }

  /** `document.title`; null without a title element. */
  get title(): string | null {
    return this.#title && collapse(this.#title.text);
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
    const open = inherit(element, parent);
    const { name, attributes } = element;
    if (!INLINE.has(name)) this.#breakLine(open);
    else if (name === 'a' && open.seen) this.#visible.break();
    open.start = this.#visible.position;
    const itemtype = attributes.get('itemtype');
    if (itemtype !== undefined) this.structuredData.addMicrodata(itemtype);
    if (name === 'a' && element.namespace !== 'math') this.#openAnchor(open);
    if (element.namespace !== 'html') return open;
    if (name === 'html') this.lang ??= attributes.get('lang') ?? null;
    else if (name === 'title' && !this.#title) open.text = this.#title = { text: '', limit: MAX_TITLE };
    else if (name === 'base') this.#setBase(attributes);
    else if (name === 'meta') this.#addMeta(element);
    else if (name === 'link' && element.inHead) this.#addLink(attributes);
    else if (name === 'img') this.#addImage(open);
    else if (HEADINGS.has(name)) this.#openHeading(open);
    else if (name === 'script' && /^\s*application\/ld\+json\s*(?:;|$)/i.test(attributes.get('type') ?? '')) {
      open.text = { text: '', limit: MAX_JSON_LD + 1 };
    }
    return open;
  }

  text(data: string, parent: Open): void {
    if (parent.anchor) markText(parent);
    if (parent.text) append(parent.text, data);
    for (let anchor = parent.anchor; anchor; anchor = anchor.outer) {
      const shown = !SILENT.has(parent.element.name) && parent.displayed && parent.visible;
      if (!anchor.closed && (shown || !anchor.rendered)) appendCollapsed(anchor.text, data);
    }
    if (SILENT.has(parent.element.name)) return;
    if (parent.heading) appendCollapsed(parent.heading, data);
    if (!parent.inBody) return;
    this.#words.write(data);
    if (parent.seen) this.#visible.write(data);
  }

  close(open: Open): void {
    const { element } = open;
    if (!INLINE.has(element.name)) this.#breakLine(open);
    else if (element.name === 'a' && open.seen) this.#visible.break();
    if (open.anchor?.element === element && !open.anchor.closed) this.#closeAnchor(open.anchor);
    if (element.name === 'a' && element.attributes.has('href')) this.#visible.endAnchor(open.start);
    if (element.namespace !== 'html') return;
    if (element.name === 'script' && open.text) {
      this.structuredData.addJsonLd(open.text.text.length > MAX_JSON_LD ? null : open.text.text);
    } else if (HEADINGS.has(element.name)) {
      if (element.name === 'h1' && open.heading) this.h1.add(truncate(collapse(open.heading.text), 500));
      this.#visible.endHeading(Number(element.name.charAt(1)), open.start);
    }
  }

  #breakLine(open: Open): void {
    if (open.inBody) this.#words.break();
    if (open.seen) this.#visible.break();
    for (let anchor = open.anchor; anchor; anchor = anchor.outer) {
      if (!anchor.closed && open.displayed) appendCollapsed(anchor.text, '\n', true);
    }
    if (open.heading) appendCollapsed(open.heading, ' ');
  }

  #setBase(attributes: Attributes): void {
    const href = attributes.get('href');
    if (href === undefined || this.#hasBase) return;
    this.#hasBase = true;
    const base = URL.parse(href, this.#pageUrl);
    if (base && base.protocol !== 'data:' && base.protocol !== 'javascript:') this.#baseUrl = base.href;
  }

  #addMeta({ attributes, inHead }: HtmlElement): void {
    const content = attributes.get('content') ?? '';
    const name = (attributes.get('name') ?? '').toLowerCase();
    if (name === 'viewport') this.viewport ??= truncate(content, 1000);
    if (inHead && NAMED_METAS.has(name) && !this.metas.has(name)) this.metas.set(name, content);
    const property = (attributes.get('property') ?? name).trim().toLowerCase();
    if (property.startsWith('og:')) addSocial(this.openGraph, property.slice(3), content);
    const card = name.startsWith('twitter:') ? name : property;
    if (card.startsWith('twitter:')) addSocial(this.twitter, card.slice(8), content);
  }

  #addLink(attributes: Attributes): void {
    const rel = (attributes.get('rel') ?? '').toLowerCase();
    if ((rel !== 'canonical' && rel !== 'alternate') || this.links.length >= MAX_DOCUMENT_LINKS) return;
    const hrefRaw = attributes.get('href') ?? '';
    const href = attributes.has('href') ? (URL.parse(hrefRaw, this.#baseUrl)?.href ?? hrefRaw) : '';
    this.links.push({ rel, hrefRaw, href, hreflang: attributes.get('hreflang') ?? '', source: 'head' });
  }

  #addImage(open: Open): void {
    this.images.total++;
    if (!open.element.attributes.has('alt')) this.images.missing_alt++;
    this.#observer.image({ element: open.element, hidden: open.hidden || !open.displayed || !open.visible });
  }

  #openHeading(open: Open): void {
    const name = open.element.name as keyof Page['headings'];
    this.headings[name]++;
    if (name === 'h1') open.heading = { text: '', limit: MAX_HEADING };
  }

  #openAnchor(open: Open): void {
    open.anchor = {
      element: open.element,
      outer: open.anchor,
      rendered: open.displayed && open.visible,
      closed: false,
      lang: open.lang,
      innerLang: null,
      mixedLang: false,
      text: { text: '', limit: MAX_LINK_TEXT },
    };
  }

  #closeAnchor(anchor: OpenAnchor): void {
    anchor.closed = true;
    const { element } = anchor;
    const svg = element.namespace === 'svg';
    const plain = element.attributes.get('href');
    const written = plain ?? (svg ? element.attributes.get('xlink:href') : undefined);
    const base = svg ? this.#pageUrl : this.#baseUrl;
    const url = written === undefined && !svg ? null : URL.parse(written ?? '', base);
    this.#observer.anchor({
      element,
      hasHref: written !== undefined,
      rawHref: plain ?? '',
      href: url?.href ?? (svg ? '' : (written ?? '')),
      httpHost: url && /^https?:$/.test(url.protocol) ? url.hostname : null,
      rel: svg ? '' : (element.attributes.get('rel') ?? ''),
      name: svg ? '' : (element.attributes.get('name') ?? ''),
      text: anchor.text.text,
      lang: anchor.mixedLang ? null : (anchor.innerLang ?? anchor.lang),
    });
  }
}

function inherit(element: HtmlElement, parent: Open | null): Open {
  const { name, attributes } = element;
  const style = attributes.get('style') ?? '';
  const visibility = lastMatch(style, /(?:^|;)\s*visibility\s*:\s*([a-z]+)/gi);
  const undisplayed =
    attributes.has('hidden') ||
    lastMatch(style, /(?:^|;)\s*display\s*:\s*([a-z]+)/gi) === 'none' ||
    ((parent?.closedDetails ?? false) && name !== 'summary');
  const silenced =
    attributes.get('aria-hidden')?.trim().toLowerCase() === 'true' || attributes.has('inert') || name === 'noscript';
  const displayed = (parent?.displayed ?? true) && !undisplayed;
  const visible =
    visibility === null || visibility === 'inherit' ? (parent?.visible ?? true) : visibility === 'visible';
  const hidden = (parent?.hidden ?? false) || silenced;
  const inBody = (parent?.inBody ?? false) || (name === 'body' && element.namespace === 'html');
  return {
    element,
    parent,
    lang: attributes.get('lang') ?? parent?.lang ?? null,
    displayed,
    visible,
    hidden,
    closedDetails: name === 'details' && element.namespace === 'html' && !attributes.has('open'),
    inBody,
    anchor: parent?.anchor ?? null,
    heading: parent?.heading ?? null,
    text: null,
    hasText: false,
    seen: inBody && displayed && visible && !hidden,
    start: 0,
  };
}

function lastMatch(style: string, pattern: RegExp): string | null {
  if (style === '') return null;
  let last: string | null = null;
  for (const match of style.slice(0, 10_000).matchAll(pattern)) last = match[1]?.toLowerCase() ?? null;
  return last;
}

/** Notes for the open links which languages the elements inside have text in (Lighthouse: getLangOfInnerText). */
function markText(parent: Open): void {
  for (let open: Open | null = parent; open?.anchor && !open.hasText; open = open.parent) {
    open.hasText = true;
    for (let anchor: OpenAnchor | null = open.anchor; anchor; anchor = anchor.outer) {
      if (anchor.element === open.element || anchor.closed || !open.lang) continue;
      if (anchor.innerLang === null) anchor.innerLang = open.lang;
      else if (anchor.innerLang.split('-')[0] !== open.lang.split('-')[0]) anchor.mixedLang = true;
    }
  }
}

function append(buffer: TextBuffer, data: string): void {
  const room = buffer.limit - buffer.text.length;
  if (room > 0) buffer.text += data.length > room ? data.slice(0, room) : data;
}

/** Appends with runs of white space as one space, and none beside a line break. */
function appendCollapsed(buffer: TextBuffer, data: string, line = false): void {
  const last = buffer.text.at(-1);
  if (line) {
    if (last === ' ') buffer.text = buffer.text.slice(0, -1);
    if (buffer.text !== '' && !buffer.text.endsWith('\n')) append(buffer, '\n');
    return;
  }
  const collapsed = data.slice(0, 100_000).replace(/[ \t\n\f\r]+/g, ' ');
  append(
    buffer,
    collapsed.startsWith(' ') && (last === undefined || last === ' ' || last === '\n') ? collapsed.slice(1) : collapsed,
  );
}

function addSocial(properties: Map<string, string>, name: string, content: string): void {
  if (!/^[a-z][\w:.-]{0,99}$/.test(name) || properties.has(name) || properties.size >= LIST_CAP) return;
  properties.set(name, truncate(content, 2000));
}
