import { Attributes } from './attributes.ts';
import * as is from './elements.ts';
import { type ElementType, elementType } from './elements.ts';
import type { TokenHandler } from './html-tokens.ts';
import { pieceOf, type TextPiece } from './text-piece.ts';

export interface HtmlElement {
  type: ElementType;
  /** Local name, lower case. */
  name: string;
  namespace: 'html' | 'svg' | 'math';
  attributes: Attributes;
  /** It is a descendant of `<head>`. */
  inHead: boolean;
}

/** What sees the document as it is built. `State` is what it remembers of an open element. */
export interface TreeHandler<State> {
  open(element: HtmlElement, parent: State | null): State;
  text(text: TextPiece, parent: State): void;
  close(state: State): void;
  /** A further `<html>` tag: attributes that the root lacks are added to it. */
  addRootAttributes(attributes: Attributes): void;
}

interface OpenElement<State> extends HtmlElement {
  state: State;
  open: boolean;
  /** Its children are HTML although it is SVG or MathML. */
  integrationPoint: boolean;
  /** Anchors that were open outside are not opened again inside. */
  marker: boolean;
}

type Mode = 'before-head' | 'in-head' | 'after-head' | 'in-body' | 'frameset';

/** Depth of a tree; Blink's limit too. What is nested deeper hangs on the deepest element. */
const MAX_DEPTH = 512;
const HTML = elementType('html');
const HEAD = elementType('head');
const BODY = elementType('body');
const NOSCRIPT = elementType('noscript');
const P = elementType('p');
const A = elementType('a');
const IMG = elementType('img');
const BR = elementType('br');
const TEMPLATE = elementType('template');
const FORM = elementType('form');
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
 * One difference is meant: in `<noscript>` of the head, what may not stand there is dropped instead of ending the
 * head, since browsers that run scripts (and with them Lighthouse and Googlebot) keep such a head whole.
 */
export class HtmlTree<State> implements TokenHandler {
  readonly #handler: TreeHandler<State>;
  readonly #stack: OpenElement<State>[] = [];
  /** How often an element that has a group is on the stack: most questions about scope are answered by 0. */
  readonly #openCount = new Uint16Array(is.GROUPED);
  /** Links of the list of active formatting elements; `null` is a marker. */
  readonly #activeAnchors: (OpenElement<State> | null)[] = [];
  #mode: Mode = 'before-head';
  #templates = 0;
  #tooDeep = 0;
  #formOpen = false;
  #quirks = true;

  constructor(handler: TreeHandler<State>) {
    this.#handler = handler;
  }

  doctype(declaration: string): void {
    if (this.#stack.length === 0)
      this.#quirks = !/^doctype\s+html\b(?!.*-\/\/(?:W3C\/\/DTD HTML (?:3|4\.0)))/is.test(declaration);
  }

  inForeignContent(): boolean {
    const top = this.#top();
    return top !== undefined && top.namespace !== 'html' && !top.integrationPoint;
  }

  rawTextElement(): ElementType | null {
    const top = this.#top();
    return top?.namespace === 'html' && (top.type.groups & is.RAW_TEXT) !== 0 ? top.type : null;
  }

  startTag(type: ElementType, attributes: Attributes, selfClosing: boolean): void {
    if (this.inForeignContent()) this.#startForeign(type, attributes, selfClosing);
    else this.#startHtml(type, attributes, selfClosing);
  }

  endTag(type: ElementType): void {
    if (this.#mode === 'frameset') return;
    if ((type.groups & is.RAW_TEXT) !== 0 && this.#top()?.type === type) return this.#pop();
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
    const parent = this.#top();
    if (parent && this.#templates === 0) this.#handler.text(text, parent.state);
  }

  /** Closes what is still open. */
  end(): void {
    if (this.#mode !== 'frameset') this.#enterBody();
    while (this.#stack.length > 0) this.#pop();
  }

  // The stack of open elements

  #top(): OpenElement<State> | undefined {
    return this.#stack[this.#stack.length - 1];
  }

  #push(
    type: ElementType,
    attributes: Attributes,
    namespace: HtmlElement['namespace'] = 'html',
    inHead = false,
  ): OpenElement<State> {
    const parent = this.#top();
    const isHtml = namespace === 'html';
    if (isHtml && type === TEMPLATE) this.#templates++;
    const element: OpenElement<State> = {
      type,
      name: type.name,
      namespace,
      attributes,
      inHead: inHead || (parent !== undefined && parent.inHead),
      state: undefined as State,
      open: true,
      integrationPoint: !isHtml && isIntegrationPoint(type, namespace, attributes),
      marker: isHtml && (type.groups & is.MARKER) !== 0,
    };
    element.state = this.#templates > 0 ? (parent?.state as State) : this.#handler.open(element, parent?.state ?? null);
    if (this.#stack.length >= MAX_DEPTH && (type.groups & is.RAW_TEXT) === 0) {
      this.#tooDeep++;
      this.#closed(element);
      return element;
    }
    this.#stack.push(element);
    if (type.index >= 0) this.#openCount[type.index]!++;
    if (element.marker) this.#activeAnchors.push(null);
    return element;
  }

  #pop(): void {
    const element = this.#stack.pop();
    if (!element) return;
    if (element.type.index >= 0) this.#openCount[element.type.index]!--;
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
    const index = this.#stack.lastIndexOf(element);
    if (index < 0) return;
    this.#stack.splice(index, 1);
    if (element.type.index >= 0) this.#openCount[element.type.index]!--;
    this.#closed(element);
  }

  #popUntil(type: ElementType): void {
    for (let top = this.#top(); top; top = this.#top()) {
      this.#pop();
      if (top.namespace === 'html' && top.name === type.name) return;
    }
  }

  #popUntilOneOf(group: number): void {
    for (let top = this.#top(); top; top = this.#top()) {
      this.#pop();
      if (top.namespace === 'html' && (top.type.groups & group) !== 0) return;
    }
  }

  #insertVoid(type: ElementType, attributes: Attributes, inHead = false): void {
    const depth = this.#tooDeep;
    const element = this.#push(type, attributes, 'html', inHead);
    if (element.open) this.#pop();
    this.#tooDeep = depth;
  }

  #mayBeOpen(type: ElementType): boolean {
    return type.index < 0 || this.#openCount[type.index] !== 0;
  }

  #inScope(type: ElementType, boundaries = is.SCOPE): boolean {
    if (!this.#mayBeOpen(type)) return false;
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const element = this.#stack[index]!;
      if (element.namespace === 'html' && element.name === type.name) return true;
      if (endsScope(element, boundaries)) return false;
    }
    return false;
  }

  #isHeadingInScope(): boolean {
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const element = this.#stack[index]!;
      if (element.namespace === 'html' && (element.type.groups & is.HEADING) !== 0) return true;
      if (endsScope(element, is.SCOPE)) return false;
    }
    return false;
  }

  // Head and body

  #inHeadNoscript(): boolean {
    return this.#mode === 'in-head' && this.#top()?.name === 'noscript';
  }

  #ensureRoot(attributes: Attributes = Attributes.NONE): void {
    if (this.#stack.length === 0) this.#push(HTML, attributes);
  }

  #leaveHead(): void {
    while (this.#stack.length > 1) this.#pop();
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
    if (this.#mode === 'frameset') return;
    if (type === HTML) {
      if (this.#stack.length === 0) this.#ensureRoot(attributes);
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
    if ((type.groups & is.VOID) !== 0) this.#insertVoid(type, attributes, true);
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
      this.#push(type, attributes, type.name);
      if (selfClosing) this.#endForeign(type);
    } else {
      this.#startOrdinary(type, attributes);
    }
  }

  #startOrdinary(type: ElementType, attributes: Attributes): void {
    if ((type.groups & is.CLOSES) !== 0) this.#closeImplied(type);
    if ((type === SELECT || type.name === 'input') && this.#inScope(SELECT)) {
      this.#popUntil(SELECT);
      if (type === SELECT) return; // a select inside a select is an end tag
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

  /** What a start tag closes. */
  #closeImplied(type: ElementType): void {
    const { name, groups } = type;
    if (name === 'a') {
      const active = this.#activeAnchors.at(-1);
      if (active) {
        this.#closeAnchor();
        if (this.#activeAnchors.at(-1) === active) this.#activeAnchors.pop();
        this.#remove(active);
      }
    } else if (name === 'li') this.#closeItem(is.LI);
    else if (name === 'dd' || name === 'dt') this.#closeItem(is.DD_DT);
    else if (name === 'button' && this.#inScope(type)) this.#popUntil(type);
    else if (name === 'option' || name === 'optgroup') {
      if (this.#top()?.name === 'option') this.#pop();
      if (name === 'optgroup' && this.#top()?.name === 'optgroup') this.#pop();
    } else if (name === 'table') this.#closeTableInTable();
    if ((groups & is.BLOCK) !== 0 && !(name === 'table' && this.#quirks)) this.#closeParagraph();
    if ((groups & is.HEADING) !== 0 && ((this.#top()?.type.groups ?? 0) & is.HEADING) !== 0) this.#pop();
  }

  #closeParagraph(): void {
    if (this.#inScope(P, is.BUTTON_SCOPE)) this.#popUntil(P);
  }

  #closeItem(group: number): void {
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const element = this.#stack[index]!;
      if (element.namespace === 'html' && (element.type.groups & group) !== 0) return this.#popUntilOneOf(group);
      if (isSpecial(element) && (element.type.groups & is.LOOSE) === 0) return;
    }
  }

  #endInBody(type: ElementType): void {
    const { name, groups } = type;
    if (type === BODY || type === HTML) return;
    if (type === BR) return this.#insertVoid(BR, Attributes.NONE);
    if (type === A) return this.#closeAnchor();
    if ((groups & is.FORMATTING) !== 0) return this.#closeFormatting(type);
    if (type === TEMPLATE) {
      if (this.#mayBeOpen(TEMPLATE)) this.#popUntil(TEMPLATE);
    } else if (type === P) this.#closeParagraph();
    else if ((groups & is.HEADING) !== 0) {
      if (this.#isHeadingInScope()) this.#popUntilOneOf(is.HEADING);
    } else if (type === FORM) this.#closeForm();
    else if ((groups & is.IN_TABLE) !== 0 || name === 'table') {
      if (this.#inScope(type, is.TABLE_SCOPE)) this.#popUntil(type);
    } else if ((groups & is.SCOPED_END) !== 0) {
      if (this.#inScope(type, name === 'li' ? is.LIST_SCOPE : is.SCOPE)) this.#popUntil(type);
    } else this.#closeOther(type);
  }

  #closeOther(type: ElementType): void {
    if (!this.#mayBeOpen(type)) return;
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const element = this.#stack[index]!;
      if (element.namespace === 'html' && element.name === type.name) return this.#popUntil(type);
      if (isSpecial(element)) return;
    }
  }

  #closeForm(): void {
    if (!this.#inScope(FORM)) return;
    const form = this.#stack.findLast((element) => element.type === FORM);
    if (form) this.#remove(form);
  }

  // Formatting elements

  /** Where blocks are open inside the element, they stay open (adoption agency). */
  #closeFormatting(type: ElementType): void {
    if (!this.#inScope(type)) return;
    let isSplit = false;
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const element = this.#stack[index]!;
      if (element.type === type && element.namespace === 'html') {
        return isSplit ? this.#remove(element) : this.#popUntil(type);
      }
      isSplit ||= isSpecial(element);
    }
  }

  /** The adoption agency for links: each block that is open inside the link gets a copy of it, at most eight. */
  #closeAnchor(): void {
    const anchor = this.#activeAnchors.at(-1);
    if (!anchor) return this.#closeOther(A);
    if (!anchor.open) {
      this.#activeAnchors.pop();
      return;
    }
    if (this.#top() === anchor) {
      this.#activeAnchors.pop();
      return this.#pop();
    }
    if (!this.#inScope(A)) return;
    const blocks = this.#stack.slice(this.#stack.lastIndexOf(anchor) + 1).filter(isSpecial);
    this.#activeAnchors.pop();
    if (blocks.length === 0) return this.#popUntil(A);
    for (const block of blocks.slice(0, 8)) {
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
    this.#activeAnchors[this.#activeAnchors.length - 1] = this.#push(A, anchor.attributes);
  }

  // Tables

  /** White space between the cells of a table: it opens nothing. */
  #isBetweenCells(text: TextPiece): boolean {
    return ((this.#top()?.type.groups ?? 0) & is.TABLE_PART) !== 0 && text.isBlank;
  }

  #nearestTablePart(): ElementType | null {
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const { namespace, type } = this.#stack[index]!;
      if (namespace !== 'html') continue;
      if (type === TABLE || type === TEMPLATE || (type.groups & is.IN_TABLE) !== 0) return type;
    }
    return null;
  }

  #closeTableInTable(): void {
    const part = this.#mayBeOpen(TABLE) ? this.#nearestTablePart() : null;
    if (part !== null && (part.groups & is.TABLE_PART) !== 0) this.#popUntil(TABLE);
  }

  #startTablePart(type: ElementType, attributes: Attributes): void {
    const level = is.TABLE_LEVEL.get(type.name) ?? 0;
    let part = this.#nearestTablePart();
    while (part !== null && part !== TABLE && part !== TEMPLATE) {
      const partLevel = is.TABLE_LEVEL.get(part.name) ?? 0;
      if (part === COLGROUP ? type.name === 'col' : part.name !== 'caption' && partLevel < level) break;
      this.#popUntil(part);
      part = this.#nearestTablePart();
    }
    if (part === null) return;
    if (part !== TEMPLATE) {
      while (this.#top() && this.#top()?.type !== part) this.#pop();
      if (part === TABLE && type.name === 'col') this.#push(COLGROUP, Attributes.NONE);
      else if (part === TABLE && level > 1) this.#push(TBODY, Attributes.NONE);
      if (part !== TR && level > 2) this.#push(TR, Attributes.NONE);
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
    const depth = this.#tooDeep;
    const element = this.#push(type, attributes, this.#top()?.namespace ?? 'svg');
    if (!selfClosing) return;
    if (element.open) this.#pop();
    this.#tooDeep = depth;
  }

  #endForeign(type: ElementType): void {
    if (type === P || type === BR) {
      while (this.inForeignContent()) this.#pop();
      return this.#endHtml(type);
    }
    for (let index = this.#stack.length - 1; index > 0; index--) {
      const element = this.#stack[index]!;
      if (element.namespace === 'html') return this.#endHtml(type);
      if (element.name === type.name) {
        while (this.#stack.length > index) this.#pop();
        return;
      }
    }
  }
}

function replaceNul(text: TextPiece, replacement: string): TextPiece {
  const written = text.toString();
  return written.includes('\0') ? pieceOf(written.replaceAll('\0', replacement)) : text;
}

function endsScope(element: HtmlElement & { integrationPoint: boolean }, boundaries: number): boolean {
  if (element.namespace === 'html') return (element.type.groups & boundaries) !== 0;
  return element.integrationPoint && boundaries !== is.TABLE_SCOPE;
}

function isSpecial(element: HtmlElement & { integrationPoint: boolean }): boolean {
  return element.namespace === 'html' ? (element.type.groups & is.SPECIAL) !== 0 : element.integrationPoint;
}

function isIntegrationPoint(type: ElementType, namespace: HtmlElement['namespace'], attributes: Attributes): boolean {
  if (namespace === 'svg') return (type.groups & is.SVG_INTEGRATION) !== 0;
  if (type.name === 'annotation-xml')
    return /^(?:text\/html|application\/xhtml\+xml)$/i.test(attributes.get('encoding') ?? '');
  return (type.groups & is.MATH_INTEGRATION) !== 0;
}
