import { Attributes } from './attributes.ts';
import * as is from './elements.ts';
import { type ElementType, elementType } from './elements.ts';
import type { TokenHandler } from './html-tokens.ts';
import { type HtmlElement, type OpenElement, OpenElements } from './open-elements.ts';
import { pieceOf, type TextPiece } from './text-piece.ts';

/** Receives the document while it is built. `State` is its state of an open element. */
export interface TreeHandler<State> {
  open(element: HtmlElement, parent: State | null): State;
  text(text: TextPiece, parent: State): void;
  close(state: State): void;
  /** A further `<html>` tag: attributes that the root lacks are added to it. */
  addRootAttributes(attributes: Attributes): void;
}

type Mode = 'before-head' | 'in-head' | 'after-head' | 'in-body' | 'frameset';

/** Depth of a tree; Blink's limit too. Deeper elements become children of the deepest one. */
const MAX_DEPTH = 512;
/** Length of the attributes of links that are opened again, in total; far above that of real pages. */
const MAX_REOPENED = 10_000_000;
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
 * Turns tokens into the tree that a browser without scripting builds, as far as the facts of a page depend on it
 * (HTML standard, 13.2.6 Tree construction): implied and closed elements, head and body, foreign content, templates,
 * and links that are opened again after misnesting. Holds only the open elements, never the tree. What it simplifies:
 * no foster parenting, and of the formatting elements only links are opened again.
 *
 * One difference is intended: in `<noscript>` of the head, content that is not allowed is dropped instead of ending the
 * head, since browsers that run scripts (and with them Lighthouse and Googlebot) keep such a head whole.
 */
export class HtmlTree<State> implements TokenHandler {
  readonly #handler: TreeHandler<State>;
  readonly #open = new OpenElements<State>();
  /** Links of the list of active formatting elements; `null` is a marker. */
  readonly #activeAnchors: (OpenElement<State> | null)[] = [];
  #mode: Mode = 'before-head';
  #templates = 0;
  #tooDeep = 0;
  #formOpen = false;
  #reopened = 0;
  #quirks = true;

  constructor(handler: TreeHandler<State>) {
    this.#handler = handler;
  }

  /** Number of open elements that were visited besides the current node: a measure of the work. */
  get looked(): number {
    return this.#open.looked;
  }

  doctype(declaration: string): void {
    if (this.#open.depth === 0)
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
    if ((type.groups & is.RAW_TEXT) !== 0 && this.#open.top?.type === type) return this.#pop();
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
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
    if (!rawText && this.#templates === 0 && this.#mode !== 'in-body') {
      if (text.isBlank || this.#inHeadNoscript()) return;
      this.#enterBody();
    }
    if (!rawText && this.#mayReopenAnchor() && !this.inForeignContent() && !this.#isBetweenCells(text)) {
      this.#reopenAnchor();
    }
    const parent = this.#open.top;
    if (parent && this.#templates === 0) this.#handler.text(text, parent.state);
  }

  /** Closes all open elements. */
  end(): void {
    if (this.#mode !== 'frameset') this.#enterBody();
    while (this.#open.depth > 0) this.#pop();
  }

  // The stack of open elements

  #push(
    type: ElementType,
    attributes: Attributes,
    namespace: HtmlElement['namespace'] = 'html',
    inHead = false,
  ): OpenElement<State> {
    const parent = this.#open.top;
    const isHtml = namespace === 'html';
    if (isHtml && type === TEMPLATE) this.#templates++;
    const element: OpenElement<State> = {
      type,
      name: type.name,
      namespace,
      attributes,
      inHead: inHead || (parent !== null && parent.inHead),
      state: undefined as State,
      open: true,
      integrationPoint: !isHtml && isIntegrationPoint(type, namespace, attributes),
      marker: isHtml && (type.groups & is.MARKER) !== 0,
      order: 0,
      below: null,
      above: null,
      namesake: null,
      scope: 0,
      special: 0,
      firm: 0,
      foreign: 0,
      heading: null,
      tablePart: null,
    };
    element.state = this.#templates > 0 ? (parent?.state as State) : this.#handler.open(element, parent?.state ?? null);
    if (this.#open.depth >= MAX_DEPTH && (type.groups & is.RAW_TEXT) === 0) {
      this.#tooDeep++;
      this.#closed(element);
      return element;
    }
    this.#open.push(element);
    if (element.marker) this.#activeAnchors.push(null);
    return element;
  }

  #pop(): void {
    const element = this.#open.pop();
    if (!element) return;
    if (element.marker) while (this.#activeAnchors.length > 0 && this.#activeAnchors.pop() !== null);
    this.#closed(element);
  }

  #closed(element: OpenElement<State>): void {
    element.open = false;
    if (this.#templates === 0) this.#handler.close(element.state);
    if (element.type === TEMPLATE && element.namespace === 'html') this.#templates--;
    if (element.type === FORM && this.#templates === 0) this.#formOpen = false;
  }

  #remove(element: OpenElement<State>): void {
    this.#open.remove(element);
    this.#closed(element);
  }

  /** @param element is closed too */
  #popUntil(element: OpenElement<State>): void {
    while (element.open) this.#pop();
  }

  /** Opens and closes an element that has no content. */
  #insertVoid(
    type: ElementType,
    attributes: Attributes,
    namespace: HtmlElement['namespace'] = 'html',
    inHead = false,
  ): void {
    if (this.#templates > 0) return;
    const parent = this.#open.top;
    const element = { type, name: type.name, namespace, attributes, inHead: inHead || parent?.inHead === true };
    this.#handler.close(this.#handler.open(element, parent?.state ?? null));
  }

  // Head and body

  #inHeadNoscript(): boolean {
    return this.#mode === 'in-head' && this.#open.top?.name === 'noscript';
  }

  #ensureRoot(attributes: Attributes = Attributes.NONE): void {
    if (this.#open.depth === 0) this.#push(HTML, attributes);
  }

  #leaveHead(): void {
    while (this.#open.depth > 1) this.#pop();
    this.#mode = 'after-head';
  }

  /** Implies the tags up to `<body>`, where it is not open yet. */
  #enterBody(attributes: Attributes = Attributes.NONE): void {
    if (this.#mode === 'in-body' || this.#mode === 'frameset') return;
    this.#ensureRoot();
    if (this.#mode === 'in-head') this.#leaveHead();
    this.#push(BODY, attributes);
    this.#mode = 'in-body';
  }

  #startHtml(type: ElementType, attributes: Attributes, selfClosing: boolean): void {
    if (this.#templates > 0 || this.#mode === 'in-body') return this.#startInBody(type, attributes, selfClosing);
    if (this.#mode === 'frameset') {
      if (type === FRAME) this.#insertVoid(type, attributes);
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
      this.#push(HEAD, type === HEAD ? attributes : Attributes.NONE, 'html', true);
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
    if ((type.groups & is.VOID) !== 0) this.#insertVoid(type, attributes, 'html', true);
    else this.#push(type, attributes, 'html', true);
  }

  #endHtml(type: ElementType): void {
    if (this.#templates > 0 || this.#mode === 'in-body') return this.#endInBody(type);
    if (this.#mode === 'in-head') {
      if (this.#inHeadNoscript()) {
        if (type === NOSCRIPT) this.#pop();
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
      if (this.#templates === 0) this.#handler.addRootAttributes(attributes);
    } else if ((type.groups & is.IGNORED_IN_BODY) !== 0) {
      return;
    } else if ((type.groups & is.METADATA) !== 0) {
      if ((type.groups & is.VOID) !== 0) this.#insertVoid(type, attributes);
      else this.#push(type, attributes);
    } else if ((type.groups & is.IN_TABLE) !== 0) {
      this.#startTablePart(type, attributes);
    } else if (type.name === 'svg' || type.name === 'math') {
      this.#reopenAnchor();
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
        this.#popUntil(select);
        if (type === SELECT) return; // a select inside a select is an end tag
      }
    }
    if (type === FORM && this.#templates === 0) {
      if (this.#formOpen) return;
      this.#formOpen = true;
    }
    if ((type.groups & is.APART) === 0) this.#reopenAnchor();
    if (type.name === 'image') this.#insertVoid(IMG, attributes);
    else if ((type.groups & is.VOID) !== 0) this.#insertVoid(type, attributes);
    else {
      const element = this.#push(type, attributes);
      if (type === A && element.open) this.#activeAnchors.push(element);
    }
  }

  /** Elements that a start tag closes. */
  #closeImplied(type: ElementType): void {
    const { name, groups } = type;
    if (name === 'a') {
      const active = this.#activeAnchors.at(-1);
      if (active) {
        this.#closeAnchor();
        if (this.#activeAnchors.at(-1) === active) this.#activeAnchors.pop();
        if (active.open) this.#remove(active);
      }
    } else if (name === 'li') this.#closeItem(this.#open.last(type));
    else if (name === 'dd' || name === 'dt') this.#closeItem(later(this.#open.last(DD), this.#open.last(DT)));
    else if (name === 'button') this.#closeInScope(type);
    else if (name === 'option' || name === 'optgroup') {
      if (this.#open.top?.name === 'option') this.#pop();
      if (name === 'optgroup' && this.#open.top?.name === 'optgroup') this.#pop();
    } else if (name === 'table') this.#closeTableInTable();
    if ((groups & is.BLOCK) !== 0 && !(name === 'table' && this.#quirks)) this.#closeParagraph();
    if ((groups & is.HEADING) !== 0 && ((this.#open.top?.type.groups ?? 0) & is.HEADING) !== 0) this.#pop();
  }

  #closeParagraph(): void {
    const paragraph = this.#open.last(P);
    if (this.#open.isInButtonScope(paragraph)) this.#popUntil(paragraph);
  }

  #closeItem(item: OpenElement<State> | null): void {
    if (item && !this.#open.isBelowFirm(item)) this.#popUntil(item);
  }

  #closeInScope(type: ElementType): void {
    const element = this.#open.last(type);
    if (this.#open.isInScope(element)) this.#popUntil(element);
  }

  #endInBody(type: ElementType): void {
    const { name, groups } = type;
    if (type === BODY || type === HTML) return;
    if (type === BR) return this.#insertVoid(BR, Attributes.NONE);
    if (type === A) return this.#closeAnchor();
    if ((groups & is.FORMATTING) !== 0) return this.#closeFormatting(type);
    if (type === TEMPLATE) {
      const template = this.#open.last(TEMPLATE);
      if (template) this.#popUntil(template);
    } else if (type === P) this.#closeParagraph();
    else if ((groups & is.HEADING) !== 0) {
      const heading = this.#open.lastHeading;
      if (this.#open.isInScope(heading)) this.#popUntil(heading);
    } else if (type === FORM) this.#closeForm();
    else if ((groups & is.IN_TABLE) !== 0 || name === 'table') {
      const part = this.#open.last(type);
      if (this.#open.isInTableScope(part)) this.#popUntil(part);
    } else if (name === 'li') {
      const item = this.#open.last(type);
      if (this.#open.isInListItemScope(item)) this.#popUntil(item);
    } else if ((groups & is.SCOPED_END) !== 0) this.#closeInScope(type);
    else this.#closeOther(type);
  }

  #closeOther(type: ElementType): void {
    const element = this.#open.last(type);
    if (element && !this.#open.isBelowSpecial(element)) this.#popUntil(element);
  }

  #closeForm(): void {
    const form = this.#open.last(FORM);
    if (this.#open.isInScope(form)) this.#remove(form);
  }

  // Formatting elements

  /** Where blocks are open inside the element, they stay open (adoption agency). */
  #closeFormatting(type: ElementType): void {
    const element = this.#open.last(type);
    if (!this.#open.isInScope(element)) return;
    if (this.#open.isBelowSpecial(element)) this.#remove(element);
    else this.#popUntil(element);
  }

  /** The adoption agency for links: each block that is open inside the link gets a copy of it, at most eight. */
  #closeAnchor(): void {
    const anchor = this.#activeAnchors.at(-1);
    if (!anchor) return this.#closeOther(A);
    if (!anchor.open) {
      this.#activeAnchors.pop();
      return;
    }
    if (this.#open.top === anchor) {
      this.#activeAnchors.pop();
      return this.#pop();
    }
    if (!this.#open.isInScope(anchor)) return;
    this.#activeAnchors.pop();
    if (!this.#open.isBelowSpecial(anchor)) return this.#popUntil(anchor);
    for (const block of this.#open.specialAbove(anchor, 8)) {
      if (this.#templates === 0) this.#handler.close(this.#handler.open(anchor, block.state));
    }
    this.#remove(anchor);
  }

  #mayReopenAnchor(): boolean {
    const anchor = this.#activeAnchors.at(-1);
    return anchor !== undefined && anchor !== null && !anchor.open;
  }

  /** A link that was closed by its parent's end and not by its own is opened again (reconstruct). */
  #reopenAnchor(): void {
    const anchor = this.#activeAnchors.at(-1);
    if (!anchor || anchor.open) return;
    this.#reopened += anchor.attributes.length;
    if (this.#reopened > MAX_REOPENED) return;
    this.#activeAnchors[this.#activeAnchors.length - 1] = this.#push(A, anchor.attributes);
  }

  // Tables

  /** White space between the cells of a table: it opens no element. */
  #isBetweenCells(text: TextPiece): boolean {
    return ((this.#open.top?.type.groups ?? 0) & is.TABLE_PART) !== 0 && text.isBlank;
  }

  #closeTableInTable(): void {
    const part = this.#open.lastTablePart;
    if (!part || (part.type.groups & is.TABLE_PART) === 0) return;
    const table = this.#open.last(TABLE);
    if (this.#open.isInTableScope(table)) this.#popUntil(table);
  }

  #startTablePart(type: ElementType, attributes: Attributes): void {
    const level = is.TABLE_LEVEL.get(type.name) ?? 0;
    let part = this.#open.lastTablePart;
    while (part && part.type !== TABLE && part.type !== TEMPLATE) {
      const partLevel = is.TABLE_LEVEL.get(part.name) ?? 0;
      if (part.type === COLGROUP ? type.name === 'col' : part.name !== 'caption' && partLevel < level) break;
      this.#popUntil(part);
      part = this.#open.lastTablePart;
    }
    if (!part) return;
    if (part.type !== TEMPLATE) {
      while (this.#open.top !== part) this.#pop();
      if (part.type === TABLE && type.name === 'col') this.#push(COLGROUP, Attributes.NONE);
      else if (part.type === TABLE && level > 1) this.#push(TBODY, Attributes.NONE);
      if (part.type !== TR && level > 2) this.#push(TR, Attributes.NONE);
    }
    if ((type.groups & is.VOID) !== 0) this.#insertVoid(type, attributes);
    else this.#push(type, attributes);
  }

  // SVG and MathML

  #startForeign(type: ElementType, attributes: Attributes, selfClosing: boolean): void {
    const breaksOut =
      (type.groups & is.FOREIGN_BREAKOUT) !== 0 ||
      (type.name === 'font' && (attributes.has('color') || attributes.has('face') || attributes.has('size')));
    if (breaksOut) {
      while (this.inForeignContent()) this.#pop();
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
    if (selfClosing) this.#insertVoid(type, attributes, namespace);
    else this.#push(type, attributes, namespace);
  }

  #endForeign(type: ElementType): void {
    if (type === P || type === BR) {
      while (this.inForeignContent()) this.#pop();
      return this.#endHtml(type);
    }
    const element = this.#open.lastForeign(type);
    if (element) this.#popUntil(element);
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

function isIntegrationPoint(type: ElementType, namespace: HtmlElement['namespace'], attributes: Attributes): boolean {
  if (namespace === 'svg') return (type.groups & is.SVG_INTEGRATION) !== 0;
  if (type.name === 'annotation-xml')
    return /^(?:text\/html|application\/xhtml\+xml)$/i.test(attributes.get('encoding') ?? '');
  return (type.groups & is.MATH_INTEGRATION) !== 0;
}
