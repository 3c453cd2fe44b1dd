import { Attributes } from './attributes.ts';
import * as is from './elements.ts';
import { type ElementType, elementType } from './elements.ts';
import type { TokenHandler } from './html-tokens.ts';
import type { HtmlElement, OpenElement, OpenElements } from './open-elements.ts';
import { pieceOf, type TextPiece } from './text-piece.ts';
import { TreeElements, type TreeHandler } from './tree-elements.ts';

type Mode = 'before-head' | 'in-head' | 'after-head' | 'in-body' | 'frameset';

const HTML = elementType('html');
const HEAD = elementType('head');
const BODY = elementType('body');
const NOSCRIPT = elementType('noscript');
const P = elementType('p');
const DD = elementType('dd');
const DT = elementType('dt');
const INPUT = elementType('input');
const A = elementType('a');
const IMG = elementType('img');
const BR = elementType('br');
const TEMPLATE = elementType('template');
const FORM = elementType('form');
const FRAME = elementType('frame');
const SELECT = elementType('select');
const TABLE = elementType('table');
const COLGROUP = elementType('colgroup');
const TBODY = elementType('tbody');
const TR = elementType('tr');

/**
 * Builds from tokens the tree of a browser without scripting, as far as the facts of a page depend on it (HTML
 * standard, 13.2.6 Tree construction): implied and closed elements, head and body, foreign content, templates, and
 * links that are reopened after misnesting. It keeps only the open elements, never the tree. Simplifications: no foster
 * parenting, and of the formatting elements only links are reopened.
 *
 * One difference is intended: in `<noscript>` of the head, content that is not allowed is dropped instead of ending the
 * head, since browsers that run scripts (and so Lighthouse and Googlebot) keep the whole head.
 */
export class HtmlTree<State> implements TokenHandler {
  readonly #handler: TreeHandler<State>;
  readonly #elements: TreeElements<State>;
  readonly #open: OpenElements<State>;
  #mode: Mode = 'before-head';
  #quirks = true;
  /** Whether there is a doctype before the first element. */
  hasDoctype = false;

  constructor(handler: TreeHandler<State>) {
    this.#handler = handler;
    this.#elements = new TreeElements(handler);
    this.#open = this.#elements.open;
  }

  /** Number of open elements that were visited in addition to the current node: a measure of the work. */
  get looked(): number {
    return this.#open.looked;
  }

  doctype(declaration: string): void {
    if (this.#open.depth > 0) return;
    this.hasDoctype = true;
    this.#quirks = !/^doctype\s+html\b(?!.*-\/\/(?:W3C\/\/DTD HTML (?:3|4\.0)))/is.test(declaration);
  }

  inForeignContent(): boolean {
    const { top } = this.#open;
    return top !== null && top.namespace !== 'html' && !top.integrationPoint;
  }

  rawTextElement(): ElementType | null {
    const { top } = this.#open;
    return top?.namespace === 'html' && (top.type.groups & is.RAW_TEXT) !== 0 ? top.type : null;
  }

  startTag(type: ElementType, attributes: Attributes, selfClosing: boolean): void {
    if (this.inForeignContent()) this.#startForeign(type, attributes, selfClosing);
    else this.#startHtml(type, attributes, selfClosing);
  }

  endTag(type: ElementType): void {
    if (this.#mode === 'frameset') return;
    if ((type.groups & is.RAW_TEXT) !== 0 && this.#open.top?.type === type) return this.#elements.pop();
    if (this.#elements.endTooDeep()) return;
    if (this.inForeignContent()) this.#endForeign(type);
    else this.#endHtml(type);
  }

  text(written: TextPiece): void {
    if (this.#mode === 'frameset') return;
    const rawText = this.rawTextElement() !== null;
    const text = written.source.mayHaveNul
      ? replaceNul(written, rawText || this.inForeignContent() ? '\uFFFD' : '')
      : written;
    if (text.isEmpty) return;
    if (!rawText && !this.#elements.isInTemplate && this.#mode !== 'in-body') {
      if (text.isBlank || this.#inHeadNoscript()) return;
      this.#enterBody();
    }
    if (!rawText && this.#elements.mayReopenAnchor() && !this.inForeignContent() && !this.#isBetweenCells(text)) {
      this.#elements.reopenAnchor();
    }
    const parent = this.#open.top;
    if (parent && !this.#elements.isInTemplate) this.#handler.text(text, parent.state);
  }

  /** Closes all open elements. */
  end(): void {
    if (this.#mode !== 'frameset') this.#enterBody();
    while (this.#open.depth > 0) this.#elements.pop();
  }

  // Head and body

  #inHeadNoscript(): boolean {
    return this.#mode === 'in-head' && this.#open.top?.name === 'noscript';
  }

  #ensureRoot(attributes: Attributes = Attributes.NONE): void {
    if (this.#open.depth === 0) this.#elements.push(HTML, attributes);
  }

  #leaveHead(): void {
    while (this.#open.depth > 1) this.#elements.pop();
    this.#mode = 'after-head';
  }

  /** Inserts the implied tags up to `<body>`, if it is not open yet. */
  #enterBody(attributes: Attributes = Attributes.NONE): void {
    if (this.#mode === 'in-body' || this.#mode === 'frameset') return;
    this.#ensureRoot();
    if (this.#mode === 'in-head') this.#leaveHead();
    this.#elements.push(BODY, attributes);
    this.#mode = 'in-body';
  }

  #startHtml(type: ElementType, attributes: Attributes, selfClosing: boolean): void {
    if (this.#elements.isInTemplate || this.#mode === 'in-body')
      return this.#startInBody(type, attributes, selfClosing);
    if (this.#mode === 'frameset') {
      if (type === FRAME) this.#elements.insertVoid(type, attributes);
      return;
    }
    if (type === HTML) {
      if (this.#open.depth === 0) this.#ensureRoot(attributes);
      else this.#handler.addRootAttributes(attributes);
      return;
    }
    const isMetadata = (type.groups & is.METADATA) !== 0;
    if (this.#mode === 'before-head') {
      this.#ensureRoot();
      this.#elements.push(HEAD, type === HEAD ? attributes : Attributes.NONE, 'html', true);
      this.#mode = 'in-head';
      if (type === HEAD) return;
    }
    if (this.#mode === 'in-head') {
      if (this.#inHeadNoscript() && (type.groups & is.HEAD_NOSCRIPT) === 0) return;
      if (isMetadata || type === NOSCRIPT) return this.#startMetadata(type, attributes);
      if (type === HEAD) return;
      this.#leaveHead();
    }
    if (type === HEAD) return;
    if (isMetadata) return this.#startMetadata(type, attributes);
    if (type.name === 'frameset') {
      this.#mode = 'frameset';
      return;
    }
    if (type === BODY) return this.#enterBody(attributes);
    this.#enterBody();
    this.#startInBody(type, attributes, selfClosing);
  }

  #startMetadata(type: ElementType, attributes: Attributes): void {
    if ((type.groups & is.VOID) !== 0) this.#elements.insertVoid(type, attributes, 'html', true);
    else this.#elements.push(type, attributes, 'html', true);
  }

  #endHtml(type: ElementType): void {
    if (this.#elements.isInTemplate || this.#mode === 'in-body') return this.#endInBody(type);
    if (this.#mode === 'in-head') {
      if (this.#inHeadNoscript()) {
        if (type === NOSCRIPT) this.#elements.pop();
        return;
      }
      if (type === HEAD) return this.#leaveHead();
    }
    if (type === HEAD && this.#mode === 'before-head') {
      this.#ensureRoot();
      this.#mode = 'after-head';
    }
    if (type !== BODY && type !== HTML && type !== BR) return;
    this.#enterBody();
    this.#endInBody(type);
  }

  // Body

  #startInBody(type: ElementType, attributes: Attributes, selfClosing: boolean): void {
    if (type === HTML) {
      if (!this.#elements.isInTemplate) this.#handler.addRootAttributes(attributes);
    } else if ((type.groups & is.IGNORED_IN_BODY) !== 0) {
      return;
    } else if ((type.groups & is.METADATA) !== 0) {
      if ((type.groups & is.VOID) !== 0) this.#elements.insertVoid(type, attributes);
      else this.#elements.push(type, attributes);
    } else if ((type.groups & is.IN_TABLE) !== 0) {
      this.#startTablePart(type, attributes);
    } else if (type.name === 'svg' || type.name === 'math') {
      this.#elements.reopenAnchor();
      this.#insertForeign(type, attributes, type.name, selfClosing);
    } else {
      this.#startOrdinary(type, attributes);
    }
  }

  #startOrdinary(type: ElementType, attributes: Attributes): void {
    if ((type.groups & is.CLOSES) !== 0) this.#closeImplied(type);
    if (type === SELECT || type === INPUT) {
      const select = this.#open.last(SELECT);
      if (this.#open.isInScope(select)) {
        this.#elements.popUntil(select);
        if (type === SELECT) return; // a select in a select acts as an end tag
      }
    }
    if (type === FORM && !this.#elements.isInTemplate) {
      if (this.#elements.isFormOpen) return;
      this.#elements.isFormOpen = true;
    }
    if ((type.groups & is.APART) === 0) this.#elements.reopenAnchor();
    if (type.name === 'image') this.#elements.insertVoid(IMG, attributes);
    else if ((type.groups & is.VOID) !== 0) this.#elements.insertVoid(type, attributes);
    else {
      const element = this.#elements.push(type, attributes);
      if (type === A && element.open) this.#elements.addAnchor(element);
    }
  }

  /** Elements that a start tag closes. */
  #closeImplied(type: ElementType): void {
    const { name, groups } = type;
    if (name === 'a') this.#elements.endActiveAnchor();
    else if (name === 'li') this.#closeItem(this.#open.last(type));
    else if (name === 'dd' || name === 'dt') this.#closeItem(later(this.#open.last(DD), this.#open.last(DT)));
    else if (name === 'button') this.#closeInScope(type);
    else if (name === 'option' || name === 'optgroup') {
      if (this.#open.top?.name === 'option') this.#elements.pop();
      if (name === 'optgroup' && this.#open.top?.name === 'optgroup') this.#elements.pop();
    } else if (name === 'table') this.#closeTableInTable();
    if ((groups & is.BLOCK) !== 0 && !(name === 'table' && this.#quirks)) this.#closeParagraph();
    if ((groups & is.HEADING) !== 0 && ((this.#open.top?.type.groups ?? 0) & is.HEADING) !== 0) this.#elements.pop();
  }

  #closeParagraph(): void {
    const paragraph = this.#open.last(P);
    if (this.#open.isInButtonScope(paragraph)) this.#elements.popUntil(paragraph);
  }

  #closeItem(item: OpenElement<State> | null): void {
    if (item && !this.#open.isBelowFirm(item)) this.#elements.popUntil(item);
  }

  #closeInScope(type: ElementType): void {
    const element = this.#open.last(type);
    if (this.#open.isInScope(element)) this.#elements.popUntil(element);
  }

  #endInBody(type: ElementType): void {
    const { name, groups } = type;
    if (type === BODY || type === HTML) return;
    if (type === BR) return this.#elements.insertVoid(BR, Attributes.NONE);
    if (type === A) return this.#elements.closeAnchor();
    if ((groups & is.FORMATTING) !== 0) return this.#closeFormatting(type);
    if (type === TEMPLATE) {
      const template = this.#open.last(TEMPLATE);
      if (template) this.#elements.popUntil(template);
    } else if (type === P) this.#closeParagraph();
    else if ((groups & is.HEADING) !== 0) {
      const heading = this.#open.lastHeading;
      if (this.#open.isInScope(heading)) this.#elements.popUntil(heading);
    } else if (type === FORM) this.#closeForm();
    else if ((groups & is.IN_TABLE) !== 0 || name === 'table') {
      const part = this.#open.last(type);
      if (this.#open.isInTableScope(part)) this.#elements.popUntil(part);
    } else if (name === 'li') {
      const item = this.#open.last(type);
      if (this.#open.isInListItemScope(item)) this.#elements.popUntil(item);
    } else if ((groups & is.SCOPED_END) !== 0) this.#closeInScope(type);
    else this.#elements.closeOther(type);
  }

  #closeForm(): void {
    const form = this.#open.last(FORM);
    if (this.#open.isInScope(form)) this.#elements.remove(form);
  }

  /** Closes an element; blocks that are open inside it stay open (adoption agency). */
  #closeFormatting(type: ElementType): void {
    const element = this.#open.last(type);
    if (!this.#open.isInScope(element)) return;
    if (this.#open.isBelowSpecial(element)) this.#elements.remove(element);
    else this.#elements.popUntil(element);
  }

  // Tables

  /** Handles white space between the cells of a table: it opens no element. */
  #isBetweenCells(text: TextPiece): boolean {
    return ((this.#open.top?.type.groups ?? 0) & is.TABLE_PART) !== 0 && text.isBlank;
  }

  #closeTableInTable(): void {
    const part = this.#open.lastTablePart;
    if (!part || (part.type.groups & is.TABLE_PART) === 0) return;
    const table = this.#open.last(TABLE);
    if (this.#open.isInTableScope(table)) this.#elements.popUntil(table);
  }

  #startTablePart(type: ElementType, attributes: Attributes): void {
    const level = is.TABLE_LEVEL.get(type.name) ?? 0;
    let part = this.#open.lastTablePart;
    while (part && part.type !== TABLE && part.type !== TEMPLATE) {
      const partLevel = is.TABLE_LEVEL.get(part.name) ?? 0;
      if (part.type === COLGROUP ? type.name === 'col' : part.name !== 'caption' && partLevel < level) break;
      this.#elements.popUntil(part);
      part = this.#open.lastTablePart;
    }
    if (!part) return;
    if (part.type !== TEMPLATE) {
      while (this.#open.top !== part) this.#elements.pop();
      if (part.type === TABLE && type.name === 'col') this.#elements.push(COLGROUP, Attributes.NONE);
      else if (part.type === TABLE && level > 1) this.#elements.push(TBODY, Attributes.NONE);
      if (part.type !== TR && level > 2) this.#elements.push(TR, Attributes.NONE);
    }
    if ((type.groups & is.VOID) !== 0) this.#elements.insertVoid(type, attributes);
    else this.#elements.push(type, attributes);
  }

  // SVG and MathML

  #startForeign(type: ElementType, attributes: Attributes, selfClosing: boolean): void {
    const breaksOut =
      (type.groups & is.FOREIGN_BREAKOUT) !== 0 ||
      (type.name === 'font' && (attributes.has('color') || attributes.has('face') || attributes.has('size')));
    if (breaksOut) {
      while (this.inForeignContent()) this.#elements.pop();
      return this.#startHtml(type, attributes, selfClosing);
    }
    this.#insertForeign(type, attributes, this.#open.top?.namespace ?? 'svg', selfClosing);
  }

  #insertForeign(
    type: ElementType,
    attributes: Attributes,
    namespace: HtmlElement['namespace'],
    selfClosing: boolean,
  ): void {
    if (selfClosing) this.#elements.insertVoid(type, attributes, namespace);
    else this.#elements.push(type, attributes, namespace);
  }

  #endForeign(type: ElementType): void {
    if (type === P || type === BR) {
      while (this.inForeignContent()) this.#elements.pop();
      return this.#endHtml(type);
    }
    const element = this.#open.lastForeign(type);
    if (element) this.#elements.popUntil(element);
    else this.#endHtml(type);
  }
}

function replaceNul(text: TextPiece, replacement: string): TextPiece {
  const written = text.toString();
  return written.includes('\0') ? pieceOf(written.replaceAll('\0', replacement)) : text;
}

/** @returns which of two open elements was opened later */
function later<State>(one: OpenElement<State> | null, other: OpenElement<State> | null): OpenElement<State> | null {
  return (one?.order ?? 0) > (other?.order ?? 0) ? one : other;
}
