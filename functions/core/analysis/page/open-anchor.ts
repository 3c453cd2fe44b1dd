import type { Anchor } from './anchor.ts';
import type { HtmlElement } from '../html/open-elements.ts';
import type { TextPiece } from '../html/text-piece.ts';

const MAX_TEXT = 1000;

/** A link while it is parsed, with the members that audits use once it is closed. */
export class OpenAnchor implements Anchor {
  readonly element: HtmlElement;
  /** The enclosing link when it was opened. */
  #outer: OpenAnchor | null;
  readonly #isRendered: boolean;
  readonly #lang: string | null;
  /** Visible text, and all text, if it or an enclosing link needs them; both include the text of links inside. */
  readonly #seen: CollapsedText | null;
  readonly #all: CollapsedText | null;
  #innerLang: string | null = null;
  #hasMixedLang = false;
  #addresses: Addresses | null = null;
  /** `href` as written. */
  #written: string | undefined;
  rawHref = '';
  hasHref = false;
  httpHost: string | null = null;
  isNamed = false;
  readonly hidden: boolean;

  /**
   * @param isRendered whether it is visible
   * @param isHidden whether screen readers ignore it
   * @param lang language of its context
   */
  constructor(
    element: HtmlElement,
    outer: OpenAnchor | null,
    isRendered: boolean,
    isHidden: boolean,
    lang: string | null,
  ) {
    this.element = element;
    this.hidden = isHidden || !isRendered;
    this.#outer = outer;
    this.#isRendered = isRendered;
    this.#lang = lang;
    this.#seen = isRendered || (outer !== null && outer.#seen) ? new CollapsedText(MAX_TEXT) : null;
    this.#all = !isRendered || (outer !== null && outer.#all) ? new CollapsedText(MAX_TEXT) : null;
  }

  /** The nearest enclosing link that is still open. */
  get outer(): OpenAnchor | null {
    if (this.#outer?.isClosed) this.#outer = this.#outer.#outer;
    return this.#outer;
  }

  get isClosed(): boolean {
    return this.#addresses !== null;
  }

  /** @param addresses resolves its `href` */
  close(addresses: Addresses): void {
    const { attributes } = this.element;
    const href = attributes.get('href');
    const written = href ?? (this.#isSvg ? attributes.get('xlink:href') : undefined);
    this.#addresses = addresses;
    this.#written = written;
    this.rawHref = href ?? '';
    this.hasHref = written !== undefined;
    this.httpHost = written === undefined ? null : addresses.httpHost(written);
  }

  /** @param isSeen whether the text is visible; for a link that is not rendered, all text counts */
  write(text: TextPiece, isSeen: boolean): void {
    this.isNamed ||= !text.isBlank;
    if (isSeen) this.#seen?.write(text);
    this.#all?.write(text);
  }

  breakLine(): void {
    this.#seen?.breakLine();
    this.#all?.breakLine();
  }

  /** Records that an element inside has text in a language (Lighthouse: getLangOfInnerText). */
  noteLang(lang: string): void {
    if (this.#innerLang === null) this.#innerLang = lang;
    else if (this.#innerLang.split('-')[0] !== lang.split('-')[0]) this.#hasMixedLang = true;
  }

  /** @param inner a link inside, which has just been closed */
  add(inner: OpenAnchor): void {
    if (inner.#seen) this.#seen?.add(inner.#seen);
    if (inner.#all) this.#all?.add(inner.#all);
    if (inner.#innerLang !== null) this.noteLang(inner.#innerLang);
    this.#hasMixedLang ||= inner.#hasMixedLang;
    this.isNamed ||= inner.isNamed;
  }

  href(): string {
    if (this.#written === undefined) return '';
    return this.#addresses?.resolve(this.#written) ?? (this.#isSvg ? '' : this.#written);
  }

  get rel(): string {
    return this.#isSvg ? '' : (this.element.attributes.get('rel') ?? '');
  }

  get name(): string {
    return this.#isSvg ? '' : (this.element.attributes.get('name') ?? '');
  }

  get text(): string {
    return (this.#isRendered ? this.#seen : this.#all)?.toString() ?? '';
  }

  get lang(): string | null {
    return this.#hasMixedLang ? null : (this.#innerLang ?? this.#lang);
  }

  get #isSvg(): boolean {
    return this.element.namespace === 'svg';
  }
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;

/** Collects text up to a length; runs of ASCII white space become one space, which is removed at line breaks. */
export class CollapsedText {
  readonly #limit: number;
  #text = '';
  /** What preceded the first text: a space, a line break, or 0 for neither. */
  #leading = 0;
  /** The last UTF-16 unit; reading it from the text would make the engine flatten the string each time. */
  #last = LINE_FEED;

  constructor(limit: number) {
    this.#limit = limit;
  }

  toString(): string {
    return this.#text;
  }

  write(text: TextPiece): void {
    if (this.#text.length >= this.#limit) return;
    const collapsed = text.collapse();
    if (collapsed.charCodeAt(0) === SPACE) {
      this.space();
      this.#append(collapsed.slice(1));
    } else this.#append(collapsed);
  }

  /** Adds a text that was collected separately, with the same result as adding its parts. */
  add(inner: CollapsedText): void {
    if (inner.#leading === LINE_FEED) this.breakLine();
    else if (inner.#leading === SPACE) this.space();
    if (this.#text.length < this.#limit) this.#append(inner.#text);
  }

  space(): void {
    if (this.#text === '') this.#leading ||= SPACE;
    else if (this.#last !== SPACE && this.#last !== LINE_FEED) this.#append(' ');
  }

  breakLine(): void {
    if (this.#text === '') this.#leading = LINE_FEED;
    else {
      if (this.#last === SPACE) this.#text = this.#text.slice(0, -1);
      if (this.#last !== LINE_FEED) this.#append('\n');
    }
  }

  #append(text: string): void {
    if (text === '') return;
    const room = this.#limit - this.#text.length;
    this.#text += text.length > room ? text.slice(0, room) : text;
    this.#last = text.charCodeAt(text.length - 1);
  }
}

const MAX_HOSTS = 10_000;

/** An address without host: empty, a query, a fragment, or a path without anything that a URL parser would change. */
const WITHIN_SITE = /^(?:$|[?#]|\/(?![/\\\s])|[\w.%-]+(?:[/?#]|$))/;
const PLAIN_HOST = /^https?:\/\/[a-z0-9.-]+(?=[/?#]|$)/;

/** Determines the hosts of addresses; parses a whole address only if its beginning does not suffice. */
export class Addresses {
  /** The base of relative addresses. */
  readonly base: string;
  readonly #baseHost: string | null;
  /** By scheme and host as written; null if they are not a valid address. */
  readonly #hosts = new Map<string, string | null>();

  /** @param base the base of relative addresses */
  constructor(base: string) {
    this.base = base;
    this.#baseHost = hostOf(URL.parse(base));
  }

  /** @returns the whole address; null if it is invalid */
  resolve(address: string): string | null {
    return URL.parse(address, this.base)?.href ?? null;
  }

  /** @returns null if it is not a valid http or https address */
  httpHost(address: string): string | null {
    if (this.#baseHost !== null && WITHIN_SITE.test(address)) return this.#baseHost;
    const origin = PLAIN_HOST.exec(address)?.[0];
    if (origin === undefined) return hostOf(URL.parse(address, this.base));
    let host = this.#hosts.get(origin);
    if (host === undefined) {
      host = hostOf(URL.parse(origin));
      if (this.#hosts.size < MAX_HOSTS) this.#hosts.set(origin, host);
    }
    return host;
  }
}

function hostOf(url: URL | null): string | null {
  return url && /^https?:$/.test(url.protocol) ? url.hostname : null;
}
