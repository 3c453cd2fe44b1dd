import type { Addresses } from './addresses.ts';
import type { Anchor } from './anchor.ts';
import { CollapsedText } from './collapsed-text.ts';
import type { HtmlElement } from './html-tree.ts';
import type { TextPiece } from './text-piece.ts';

const MAX_TEXT = 1000;

/** A link while it is read; once it is closed, what the audits see of it. */
export class OpenAnchor implements Anchor {
  readonly element: HtmlElement;
  /** The link that it stands in. */
  readonly outer: OpenAnchor | null;
  readonly #isRendered: boolean;
  readonly #lang: string | null;
  readonly #text = new CollapsedText(MAX_TEXT);
  #innerLang: string | null = null;
  #hasMixedLang = false;
  #addresses: Addresses | null = null;
  /** Its address as written. */
  #written: string | undefined;
  rawHref = '';
  hasHref = false;
  httpHost: string | null = null;

  /**
   * @param isRendered a visitor sees it
   * @param lang language that it stands in
   */
  constructor(element: HtmlElement, outer: OpenAnchor | null, isRendered: boolean, lang: string | null) {
    this.element = element;
    this.outer = outer;
    this.#isRendered = isRendered;
    this.#lang = lang;
  }

  get isClosed(): boolean {
    return this.#addresses !== null;
  }

  /** @param addresses what its address is relative to */
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

  /** @param isShown a visitor sees the text; of a link that is not rendered, all text counts */
  write(text: TextPiece, isShown: boolean): void {
    if (!this.isClosed && (isShown || !this.#isRendered)) this.#text.write(text);
  }

  breakLine(): void {
    if (!this.isClosed) this.#text.breakLine();
  }

  /** An element inside has text in a language (Lighthouse: getLangOfInnerText). */
  noteLang(lang: string): void {
    if (this.isClosed) return;
    if (this.#innerLang === null) this.#innerLang = lang;
    else if (this.#innerLang.split('-')[0] !== lang.split('-')[0]) this.#hasMixedLang = true;
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
    return this.#text.toString();
  }

  get lang(): string | null {
    return this.#hasMixedLang ? null : (this.#innerLang ?? this.#lang);
  }

  get #isSvg(): boolean {
    return this.element.namespace === 'svg';
  }
}
