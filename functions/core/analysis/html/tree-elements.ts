import type { Attributes } from './attributes.ts';
import * as is from './elements.ts';
import { type ElementType, elementType } from './elements.ts';
import { type HtmlElement, type OpenElement, OpenElements } from './open-elements.ts';
import type { TextPiece } from './text-piece.ts';

/** Receives the document while it is built. `State` is its state of an open element. */
export interface TreeHandler<State> {
  open(element: HtmlElement, parent: State | null): State;
  text(text: TextPiece, parent: State): void;
  close(state: State): void;
  /** Handles another `<html>` tag: attributes that the root lacks are added to it. */
  addRootAttributes(attributes: Attributes): void;
}

/** Maximum depth of the tree, the same as in Blink. Deeper elements become children of the deepest one. */
const MAX_DEPTH = 512;
/** Maximum length of the attributes of all reopened links; far above that of real pages. */
const MAX_REOPENED = 10_000_000;
const A = elementType('a');
const FORM = elementType('form');
const TEMPLATE = elementType('template');

/**
 * Opens and closes the elements of a tree and reports them to its handler, except inside a template. From the list of
 * active formatting elements it keeps only links: those that misnesting has closed are reopened (HTML standard,
 * 13.2.4.3 The list of active formatting elements). `HtmlTree` decides which element is opened or closed.
 */
export class TreeElements<State> {
  readonly open = new OpenElements<State>();
  isFormOpen = false;
  readonly #handler: TreeHandler<State>;
  /** Links of the list of active formatting elements; `null` is a marker. */
  readonly #activeAnchors: (OpenElement<State> | null)[] = [];
  #templates = 0;
  #tooDeep = 0;
  #reopened = 0;

  constructor(handler: TreeHandler<State>) {
    this.#handler = handler;
  }

  get isInTemplate(): boolean {
    return this.#templates > 0;
  }

  push(
    type: ElementType,
    attributes: Attributes,
    namespace: HtmlElement['namespace'] = 'html',
    inHead = false,
  ): OpenElement<State> {
    const parent = this.open.top;
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
    if (this.open.depth >= MAX_DEPTH && (type.groups & is.RAW_TEXT) === 0) {
      this.#tooDeep++;
      this.#closed(element);
      return element;
    }
    this.open.push(element);
    if (element.marker) this.#activeAnchors.push(null);
    return element;
  }

  pop(): void {
    const element = this.open.pop();
    if (!element) return;
    if (element.marker) while (this.#activeAnchors.length > 0 && this.#activeAnchors.pop() !== null);
    this.#closed(element);
  }

  #closed(element: OpenElement<State>): void {
    element.open = false;
    if (this.#templates === 0) this.#handler.close(element.state);
    if (element.type === TEMPLATE && element.namespace === 'html') this.#templates--;
    if (element.type === FORM && this.#templates === 0) this.isFormOpen = false;
  }

  remove(element: OpenElement<State>): void {
    this.open.remove(element);
    this.#closed(element);
  }

  /** @param element is closed too */
  popUntil(element: OpenElement<State>): void {
    while (element.open) this.pop();
  }

  /** Closes the last element of a type, unless a block is open inside it. */
  closeOther(type: ElementType): void {
    const element = this.open.last(type);
    if (element && !this.open.isBelowSpecial(element)) this.popUntil(element);
  }

  /** @returns whether the end tag belongs to an element that was too deep to be opened */
  endTooDeep(): boolean {
    if (this.#tooDeep === 0) return false;
    this.#tooDeep--;
    return true;
  }

  /** Opens and closes an element that has no content. */
  insertVoid(
    type: ElementType,
    attributes: Attributes,
    namespace: HtmlElement['namespace'] = 'html',
    inHead = false,
  ): void {
    if (this.#templates > 0) return;
    const parent = this.open.top;
    const element = { type, name: type.name, namespace, attributes, inHead: inHead || parent?.inHead === true };
    this.#handler.close(this.#handler.open(element, parent?.state ?? null));
  }

  /** The adoption agency for links: each block that is open inside the link gets a copy of it, at most eight. */
  closeAnchor(): void {
    const anchor = this.#activeAnchors.at(-1);
    if (!anchor) return this.closeOther(A);
    if (!anchor.open) {
      this.#activeAnchors.pop();
      return;
    }
    if (this.open.top === anchor) {
      this.#activeAnchors.pop();
      return this.pop();
    }
    if (!this.open.isInScope(anchor)) return;
    this.#activeAnchors.pop();
    if (!this.open.isBelowSpecial(anchor)) return this.popUntil(anchor);
    for (const block of this.open.specialAbove(anchor, 8)) {
      if (this.#templates === 0) this.#handler.close(this.#handler.open(anchor, block.state));
    }
    this.remove(anchor);
  }

  mayReopenAnchor(): boolean {
    const anchor = this.#activeAnchors.at(-1);
    return anchor !== undefined && anchor !== null && !anchor.open;
  }

  /** Reopens a link that was closed by the end of its parent and not by its own (reconstruct). */
  reopenAnchor(): void {
    const anchor = this.#activeAnchors.at(-1);
    if (!anchor || anchor.open) return;
    this.#reopened += anchor.attributes.length;
    if (this.#reopened > MAX_REOPENED) return;
    this.#activeAnchors[this.#activeAnchors.length - 1] = this.push(A, anchor.attributes);
  }

  addAnchor(anchor: OpenElement<State>): void {
    this.#activeAnchors.push(anchor);
  }

  /** Ends a link when another one begins. */
  endActiveAnchor(): void {
    const active = this.#activeAnchors.at(-1);
    if (!active) return;
    this.closeAnchor();
    if (this.#activeAnchors.at(-1) === active) this.#activeAnchors.pop();
    if (active.open) this.remove(active);
  }
}

function isIntegrationPoint(type: ElementType, namespace: HtmlElement['namespace'], attributes: Attributes): boolean {
  if (namespace === 'svg') return (type.groups & is.SVG_INTEGRATION) !== 0;
  if (type.name === 'annotation-xml')
    return /^(?:text\/html|application\/xhtml\+xml)$/i.test(attributes.get('encoding') ?? '');
  return (type.groups & is.MATH_INTEGRATION) !== 0;
}
