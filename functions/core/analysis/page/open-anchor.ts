import type { Addresses } from './addresses.ts';
import type { Anchor } from './anchor.ts';
import { CollapsedText } from './collapsed-text.ts';
import type { HtmlElement } from './open-elements.ts';
import type { TextPiece } from './text-piece.ts';

const MAX_TEXT = 1000;

/** A link while it is parsed, and what the audits see of it once it is closed. */
export class OpenAnchor implements Anchor {
  readonly element: HtmlElement;
  /** The enclosing link when it was opened. */
  #outer: OpenAnchor | null;
  readonly #isRendered: boolean;
  readonly #lang: string | null;
  /** Visible text, and all text, where it or an enclosing link needs them; both include the text of links inside. */
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

  /**
   * @param isRendered whether it is visible
   * @param lang language of its context
   */
  constructor(element: HtmlElement, outer: OpenAnchor | null, isRendered: boolean, lang: string | null) {
    this.element = element;
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

  /** @param isSeen whether the text is visible; of a link that is not rendered, all text counts */
  write(text: TextPiece, isSeen: boolean): void {
    if (isSeen) this.#seen?.write(text);
    this.#all?.write(text);
  }

  breakLine(): void {
    this.#seen?.breakLine();
    this.#all?.breakLine();
  }

  /** An element inside has text in a language (Lighthouse: getLangOfInnerText). */
  noteLang(lang: string): void {
    if (this.#innerLang === null) this.#innerLang = lang;
    else if (this.#innerLang.split('-')[0] !== lang.split('-')[0]) this.#hasMixedLang = true;
  }

  /** @param inner a link inside, which is closed now */
  add(inner: OpenAnchor): void {
    if (inner.#seen) this.#seen?.add(inner.#seen);
    if (inner.#all) this.#all?.add(inner.#all);
    if (inner.#innerLang !== null) this.noteLang(inner.#innerLang);
    this.#hasMixedLang ||= inner.#hasMixedLang;
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
