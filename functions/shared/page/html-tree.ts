import type { Attributes, TokenHandler } from './html-tokens.ts';
import * as sets from './element-sets.ts';

export interface HtmlElement {
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
  text(data: string, parent: State): void;
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
const NONE: Attributes = new Map();

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
  /** How often a name is on the stack: most questions about scope are answered by 0. */
  readonly #openCount = new Map<string, number>();
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

  startTag(name: string, attributes: Attributes, selfClosing: boolean): void {
    if (this.inForeignContent()) this.#startForeign(name, attributes, selfClosing);
    else this.#startHtml(name, attributes, selfClosing);
  }

  endTag(name: string): void {
    if (this.#mode === 'frameset') return;
    if (sets.RAW_TEXT.has(name) && this.#top()?.name === name) return this.#pop();
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    if (this.inForeignContent()) this.#endForeign(name);
    else this.#endHtml(name);
  }

  text(data: string): void {
    const top = this.#top();
    const rawText = top !== undefined && sets.RAW_TEXT.has(top.name);
    const text = !data.includes('\0') ? data : rawText ? data.replaceAll('\0', '\uFFFD') : data.replaceAll('\0', '');
    if (text === '' || this.#mode === 'frameset') return;
    const blank = /^[ \t\n\f\r]*$/.test(text);
    if (!rawText && this.#templates === 0 && this.#mode !== 'in-body') {
      if (blank || this.#inHeadNoscript()) return;
      this.#enterBody();
    }
    const inTable = blank && sets.TABLE_PARTS.has(this.#top()?.name ?? '');
    if (!rawText && !inTable && !this.inForeignContent()) this.#reopenAnchor();
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
    name: string,
    attributes: Attributes,
    namespace: HtmlElement['namespace'] = 'html',
    inHead = false,
  ): OpenElement<State> {
    const parent = this.#top();
    if (name === 'template' && namespace === 'html') this.#templates++;
    const element: OpenElement<State> = {
      name,
      namespace,
      attributes,
      inHead: inHead || (parent?.inHead ?? false),
      state: undefined as State,
      open: true,
      integrationPoint: isIntegrationPoint(name, namespace, attributes),
      marker: namespace === 'html' && sets.MARKERS.has(name),
    };
    element.state = this.#templates > 0 ? (parent?.state as State) : this.#handler.open(element, parent?.state ?? null);
    if (this.#stack.length >= MAX_DEPTH && !sets.RAW_TEXT.has(name)) {
      this.#tooDeep++;
      this.#closed(element);
      return element;
    }
    this.#stack.push(element);
    this.#openCount.set(name, (this.#openCount.get(name) ?? 0) + 1);
    if (element.marker) this.#activeAnchors.push(null);
    return element;
  }

  #pop(): void {
    const element = this.#stack.pop();
    if (!element) return;
    this.#openCount.set(element.name, (this.#openCount.get(element.name) ?? 1) - 1);
    if (element.marker) while (this.#activeAnchors.length > 0 && this.#activeAnchors.pop() !== null);
    this.#closed(element);
  }

  #closed(element: OpenElement<State>): void {
    element.open = false;
    if (this.#templates === 0) this.#handler.close(element.state);
    if (element.name === 'template' && element.namespace === 'html') this.#templates--;
    if (element.name === 'form' && this.#templates === 0) this.#formOpen = false;
  }

  #remove(element: OpenElement<State>): void {
    const index = this.#stack.lastIndexOf(element);
    if (index < 0) return;
    this.#stack.splice(index, 1);
    this.#openCount.set(element.name, (this.#openCount.get(element.name) ?? 1) - 1);
    this.#closed(element);
  }

  #popUntil(name: string | ReadonlySet<string>): void {
    for (let top = this.#top(); top; top = this.#top()) {
      this.#pop();
      if (top.namespace === 'html' && (typeof name === 'string' ? top.name === name : name.has(top.name))) return;
    }
  }

  #insertVoid(name: string, attributes: Attributes, inHead = false): void {
    const depth = this.#tooDeep;
    const element = this.#push(name, attributes, 'html', inHead);
    if (element.open) this.#pop();
    this.#tooDeep = depth;
  }

  #inScope(name: string, boundaries: ReadonlySet<string> = sets.SCOPE): boolean {
    if (!this.#openCount.get(name)) return false;
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const element = this.#stack[index];
      if (!element) return false;
      if (element.namespace !== 'html') {
        if (element.integrationPoint && boundaries !== sets.TABLE_SCOPE) return false;
        continue;
      }
      if (element.name === name) return true;
      if (boundaries.has(element.name)) return false;
    }
    return false;
  }

  // Head and body

  #inHeadNoscript(): boolean {
    return this.#mode === 'in-head' && this.#top()?.name === 'noscript';
  }

  #ensureRoot(attributes: Attributes = NONE): void {
    if (this.#stack.length === 0) this.#push('html', attributes);
  }

  #leaveHead(): void {
    while (this.#stack.length > 1) this.#pop();
    this.#mode = 'after-head';
  }

  /** Implies the tags up to `<body>`, where it is not open yet. */
  #enterBody(attributes: Attributes = NONE): void {
    if (this.#mode === 'in-body' || this.#mode === 'frameset') return;
    this.#ensureRoot();
    if (this.#mode === 'in-head') this.#leaveHead();
    this.#push('body', attributes);
    this.#mode = 'in-body';
  }

  #startHtml(name: string, attributes: Attributes, selfClosing: boolean): void {
    if (this.#templates > 0 || this.#mode === 'in-body') return this.#startInBody(name, attributes, selfClosing);
    if (this.#mode === 'frameset') return;
    if (name === 'html') {
      if (this.#stack.length === 0) this.#ensureRoot(attributes);
      else this.#handler.addRootAttributes(attributes);
      return;
    }
    if (this.#mode === 'before-head') {
      this.#ensureRoot();
      this.#push('head', name === 'head' ? attributes : NONE, 'html', true);
      this.#mode = 'in-head';
      if (name === 'head') return;
    }
    if (this.#mode === 'in-head') {
      if (this.#inHeadNoscript() && !sets.HEAD_NOSCRIPT.has(name)) return;
      if (sets.METADATA.has(name) || name === 'noscript') return this.#startMetadata(name, attributes);
      if (name === 'head') return;
      this.#leaveHead();
    }
    if (name === 'head') return;
    if (sets.METADATA.has(name)) return this.#startMetadata(name, attributes);
    if (name === 'frameset') {
      this.#mode = 'frameset';
      return;
    }
    if (name === 'body') return this.#enterBody(attributes);
    this.#enterBody();
    this.#startInBody(name, attributes, selfClosing);
  }

  #startMetadata(name: string, attributes: Attributes): void {
    if (sets.VOID.has(name)) this.#insertVoid(name, attributes, true);
    else this.#push(name, attributes, 'html', true);
  }

  #endHtml(name: string): void {
    if (this.#templates > 0 || this.#mode === 'in-body') return this.#endInBody(name);
    if (this.#mode === 'in-head') {
      if (name === 'noscript' && this.#inHeadNoscript()) return this.#pop();
      if (name === 'head' && !this.#inHeadNoscript()) return this.#leaveHead();
      if (this.#inHeadNoscript()) return;
    }
    if (name === 'head' && this.#mode === 'before-head') {
      this.#ensureRoot();
      this.#mode = 'after-head';
    }
    if (name !== 'body' && name !== 'html' && name !== 'br') return;
    this.#enterBody();
    this.#endInBody(name);
  }

  // Body

  #startInBody(name: string, attributes: Attributes, selfClosing: boolean): void {
    if (name === 'html') {
      if (this.#templates === 0) this.#handler.addRootAttributes(attributes);
    } else if (sets.IGNORED_IN_BODY.has(name)) {
      return;
    } else if (sets.METADATA.has(name)) {
      if (sets.VOID.has(name)) this.#insertVoid(name, attributes);
      else this.#push(name, attributes);
    } else if (sets.TABLE_LEVEL.has(name)) {
      this.#startTablePart(name, attributes);
    } else if (name === 'svg' || name === 'math') {
      this.#reopenAnchor();
      this.#push(name, attributes, name);
      if (selfClosing) this.#endForeign(name);
    } else {
      this.#closeImplied(name);
      if (name === 'form' && this.#templates === 0) {
        if (this.#formOpen) return;
        this.#formOpen = true;
      }
      if (!sets.BLOCKS.has(name)) this.#reopenAnchor();
      if (sets.VOID.has(name) || name === 'image') this.#insertVoid(name === 'image' ? 'img' : name, attributes);
      else {
        const element = this.#push(name, attributes);
        if (name === 'a' && element.open) this.#activeAnchors.push(element);
      }
    }
  }

  /** What a start tag closes. */
  #closeImplied(name: string): void {
    if (name === 'a') {
      const active = this.#activeAnchors.at(-1);
      if (active) {
        this.#closeAnchor();
        if (this.#activeAnchors.at(-1) === active) this.#activeAnchors.pop();
        this.#remove(active);
      }
    } else if (name === 'li') this.#closeItem(sets.LI);
    else if (name === 'dd' || name === 'dt') this.#closeItem(sets.DD_DT);
    else if (name === 'button' && this.#inScope('button')) this.#popUntil('button');
    else if (name === 'option' || name === 'optgroup') {
      if (this.#top()?.name === 'option') this.#pop();
      if (name === 'optgroup' && this.#top()?.name === 'optgroup') this.#pop();
    } else if (name === 'table') this.#closeTableInTable();
    if (sets.BLOCKS.has(name) && !(name === 'table' && this.#quirks)) this.#closeParagraph();
    if (sets.HEADINGS.has(name) && sets.HEADINGS.has(this.#top()?.name ?? '')) this.#pop();
  }

  #closeParagraph(): void {
    if (this.#inScope('p', sets.BUTTON_SCOPE)) this.#popUntil('p');
  }

  #closeItem(names: ReadonlySet<string>): void {
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const element = this.#stack[index];
      if (!element) return;
      if (element.namespace === 'html' && names.has(element.name)) return this.#popUntil(names);
      if (isSpecial(element) && !sets.LOOSE.has(element.name)) return;
    }
  }

  #endInBody(name: string): void {
    if (name === 'body' || name === 'html') return;
    if (name === 'br') return this.#insertVoid('br', NONE);
    if (name === 'a') return this.#closeAnchor();
    if (sets.FORMATTING.has(name)) return this.#closeFormatting(name);
    if (name === 'template') {
      if (this.#openCount.get('template')) this.#popUntil('template');
    } else if (name === 'p') this.#closeParagraph();
    else if (sets.HEADINGS.has(name)) {
      if ([...sets.HEADINGS].some((heading) => this.#inScope(heading))) this.#popUntil(sets.HEADINGS);
    } else if (name === 'form') this.#closeForm();
    else if (sets.TABLE_LEVEL.has(name) || name === 'table') {
      if (this.#inScope(name, sets.TABLE_SCOPE)) this.#popUntil(name);
    } else if (sets.SCOPED_END.has(name)) {
      if (this.#inScope(name, name === 'li' ? sets.LIST_SCOPE : sets.SCOPE)) this.#popUntil(name);
    } else this.#closeOther(name);
  }

  #closeOther(name: string): void {
    if (!this.#openCount.get(name)) return;
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const element = this.#stack[index];
      if (!element) return;
      if (element.namespace === 'html' && element.name === name) return this.#popUntil(name);
      if (isSpecial(element)) return;
    }
  }

  #closeForm(): void {
    if (!this.#inScope('form')) return;
    const form = this.#stack.findLast((element) => element.name === 'form');
    if (form) this.#remove(form);
  }

  // Formatting elements

  /** Where blocks are open inside the element, they stay open (adoption agency). */
  #closeFormatting(name: string): void {
    if (!this.#inScope(name)) return;
    const index = this.#stack.findLastIndex((element) => element.name === name && element.namespace === 'html');
    const element = this.#stack[index];
    if (!element) return;
    if (this.#stack.slice(index + 1).some(isSpecial)) this.#remove(element);
    else this.#popUntil(name);
  }

  /** The adoption agency for links: each block that is open inside the link gets a copy of it, at most eight. */
  #closeAnchor(): void {
    const anchor = this.#activeAnchors.at(-1);
    if (!anchor) return this.#closeOther('a');
    if (!anchor.open) {
      this.#activeAnchors.pop();
      return;
    }
    if (!this.#inScope('a')) return;
    const blocks = this.#stack.slice(this.#stack.lastIndexOf(anchor) + 1).filter(isSpecial);
    this.#activeAnchors.pop();
    if (blocks.length === 0) return this.#popUntil('a');
    for (const block of blocks.slice(0, 8)) {
      if (this.#templates === 0) this.#handler.close(this.#handler.open(anchor, block.state));
    }
    this.#remove(anchor);
  }

  /** A link that was closed by its parent's end and not by its own is opened again (reconstruct). */
  #reopenAnchor(): void {
    const anchor = this.#activeAnchors.at(-1);
    if (!anchor || anchor.open) return;
    this.#activeAnchors[this.#activeAnchors.length - 1] = this.#push('a', anchor.attributes);
  }

  // Tables

  #nearestTablePart(): string | null {
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const element = this.#stack[index];
      if (element?.namespace !== 'html') continue;
      if (element.name === 'table' || element.name === 'template' || sets.TABLE_LEVEL.has(element.name))
        return element.name;
    }
    return null;
  }

  #closeTableInTable(): void {
    const part = this.#nearestTablePart();
    if (part !== null && sets.TABLE_PARTS.has(part)) this.#popUntil('table');
  }

  #startTablePart(name: string, attributes: Attributes): void {
    const level = sets.TABLE_LEVEL.get(name) ?? 0;
    let part = this.#nearestTablePart();
    while (part !== null && part !== 'table' && part !== 'template') {
      const partLevel = sets.TABLE_LEVEL.get(part) ?? 0;
      if (part === 'colgroup' ? name === 'col' : part !== 'caption' && partLevel < level) break;
      this.#popUntil(part);
      part = this.#nearestTablePart();
    }
    if (part === null) return;
    if (part !== 'template') {
      while (this.#top() && this.#top()?.name !== part) this.#pop();
      if (part === 'table' && name === 'col') this.#push('colgroup', NONE);
      else if (part === 'table' && level > 1) this.#push('tbody', NONE);
      if (part !== 'tr' && level > 2) this.#push('tr', NONE);
    }
    if (name === 'col') this.#insertVoid(name, attributes);
    else this.#push(name, attributes);
  }

  // SVG and MathML

  #startForeign(name: string, attributes: Attributes, selfClosing: boolean): void {
    const breaksOut =
      sets.FOREIGN_BREAKOUT.has(name) ||
      (name === 'font' && (attributes.has('color') || attributes.has('face') || attributes.has('size')));
    if (breaksOut) {
      while (this.inForeignContent()) this.#pop();
      return this.#startHtml(name, attributes, selfClosing);
    }
    const depth = this.#tooDeep;
    const element = this.#push(name, attributes, this.#top()?.namespace ?? 'svg');
    if (!selfClosing) return;
    if (element.open) this.#pop();
    this.#tooDeep = depth;
  }

  #endForeign(name: string): void {
    if (name === 'p' || name === 'br') {
      while (this.inForeignContent()) this.#pop();
      return this.#endHtml(name);
    }
    for (let index = this.#stack.length - 1; index > 0; index--) {
      const element = this.#stack[index];
      if (!element) return;
      if (element.namespace === 'html') return this.#endHtml(name);
      if (element.name === name) {
        while (this.#stack.length > index) this.#pop();
        return;
      }
    }
  }
}

function isSpecial(element: HtmlElement & { integrationPoint: boolean }): boolean {
  return element.namespace === 'html' ? sets.SPECIAL.has(element.name) : element.integrationPoint;
}

function isIntegrationPoint(name: string, namespace: HtmlElement['namespace'], attributes: Attributes): boolean {
  if (namespace === 'svg') return sets.SVG_INTEGRATION.has(name);
  if (namespace === 'html') return false;
  if (name === 'annotation-xml')
    return /^(?:text\/html|application\/xhtml\+xml)$/i.test(attributes.get('encoding') ?? '');
  return sets.MATH_INTEGRATION.has(name);
}
