import type { Attributes } from './attributes.ts';
import { type ElementType, elementType, GROUPED, HEADING, IN_TABLE, LOOSE, SCOPE, SPECIAL } from './elements.ts';

export interface HtmlElement {
  type: ElementType;
  /** Local name, lower case. */
  name: string;
  namespace: 'html' | 'svg' | 'math';
  attributes: Attributes;
  /** Whether it is a descendant of `<head>`. */
  inHead: boolean;
}

/** An open element. Elements that were opened later have a greater order. */
export interface OpenElement<State> extends HtmlElement {
  state: State;
  open: boolean;
  /** Its children are HTML although it is SVG or MathML. */
  integrationPoint: boolean;
  /** Anchors that were open outside are not reopened inside. */
  marker: boolean;
  order: number;
  below: OpenElement<State> | null;
  above: OpenElement<State> | null;
  /** The next lower element with the same name, among HTML elements or among those of SVG and MathML. */
  namesake: OpenElement<State> | null;
  // Each of the nearest one at or below it, since none of these is removed from between others; 0 if there is none:
  /** Order of a boundary of scope. */
  scope: number;
  /** Order of a special element other than a form. */
  special: number;
  /** The same, without address, div and p. */
  firm: number;
  /** Order of the lowest element of SVG or MathML with only such elements above it. */
  foreign: number;
  heading: OpenElement<State> | null;
  /** A table, a part of one, or a template. */
  tablePart: OpenElement<State> | null;
}

const FORM = elementType('form');
const BUTTON = elementType('button');
const OL = elementType('ol');
const UL = elementType('ul');
const TABLE = elementType('table');
const TEMPLATE = elementType('template');

/**
 * The stack of open elements (HTML standard, 13.2.4.2), which determines in constant time what is open and in scope:
 * visiting the stack for each tag would take hundreds of steps on deeply nested pages. Each element has references to
 * the nearest boundaries below it, and the elements of one name are a stack of their own.
 */
export class OpenElements<State> {
  top: OpenElement<State> | null = null;
  depth = 0;
  /** Number of elements below the top that were visited: a measure of the work. */
  looked = 0;
  #order = 0;
  /** Open HTML elements by the index of their type, or by name if it has none: the last of each. */
  readonly #indexed = new Array<OpenElement<State> | null>(GROUPED).fill(null);
  readonly #named = new Map<string, OpenElement<State>>();
  /** Open elements of SVG and MathML by name: the last of each. */
  readonly #foreign = new Map<string, OpenElement<State>>();

  push(element: OpenElement<State>): void {
    const below = this.top;
    const { type, integrationPoint } = element;
    const { groups } = type;
    const order = (element.order = ++this.#order);
    const isHtml = element.namespace === 'html';
    const isSpecial = isHtml ? (groups & SPECIAL) !== 0 && type !== FORM : integrationPoint;
    const isScope = isHtml ? (groups & SCOPE) !== 0 : integrationPoint;
    const isTablePart = isHtml && ((groups & IN_TABLE) !== 0 || type === TABLE || type === TEMPLATE);
    element.namesake = this.#setLast(element, element);
    element.scope = isScope ? order : (below?.scope ?? 0);
    element.special = isSpecial ? order : (below?.special ?? 0);
    element.firm = isSpecial && (groups & LOOSE) === 0 ? order : (below?.firm ?? 0);
    element.foreign = isHtml ? 0 : below?.foreign || order;
    element.heading = isHtml && (groups & HEADING) !== 0 ? element : (below?.heading ?? null);
    element.tablePart = isTablePart ? element : (below?.tablePart ?? null);
    element.below = below;
    if (below) below.above = element;
    this.top = element;
    this.depth++;
  }

  pop(): OpenElement<State> | null {
    const element = this.top;
    if (!element) return null;
    this.looked++;
    this.top = element.below;
    if (this.top) this.top.above = null;
    this.#unlink(element);
    return element;
  }

  /** @param element the last one of its name: a form, a link or another formatting element */
  remove(element: OpenElement<State>): void {
    const { below, above } = element;
    if (!above) return void this.pop();
    above.below = below;
    if (below) below.above = above;
    this.#unlink(element);
    // The SVG parts below and above are adjacent again.
    if (!below?.foreign) return;
    for (let next: OpenElement<State> | null = above; next?.foreign; next = next.above) {
      next.foreign = below.foreign;
      this.looked++;
    }
  }

  #unlink(element: OpenElement<State>): void {
    this.#setLast(element, element.namesake);
    this.depth--;
  }

  /** @returns the previous one */
  #setLast({ type, namespace }: HtmlElement, last: OpenElement<State> | null): OpenElement<State> | null {
    if (namespace === 'html' && type.index >= 0) {
      const before = this.#indexed[type.index] ?? null;
      this.#indexed[type.index] = last;
      return before;
    }
    const names = namespace === 'html' ? this.#named : this.#foreign;
    const before = names.get(type.name) ?? null;
    if (last) names.set(type.name, last);
    else names.delete(type.name);
    return before;
  }

  // What is open

  /** @returns the HTML element of a type that was opened last */
  last(type: ElementType): OpenElement<State> | null {
    this.looked++;
    return (type.index >= 0 ? this.#indexed[type.index] : this.#named.get(type.name)) ?? null;
  }

  /** @returns the last opened element of SVG or MathML with this name; null if HTML is above it */
  lastForeign({ name }: ElementType): OpenElement<State> | null {
    this.looked += 2;
    const last = this.#foreign.get(name);
    return last && this.top && last.order >= this.top.foreign ? last : null;
  }

  get lastHeading(): OpenElement<State> | null {
    this.looked++;
    return this.top?.heading ?? null;
  }

  /** Returns the table, part of a table or template that was opened last. */
  get lastTablePart(): OpenElement<State> | null {
    this.looked++;
    return this.top?.tablePart ?? null;
  }

  // Positions of open elements

  /** Returns whether an element is open and in scope (HTML standard, "have an element in scope"). */
  isInScope(element: OpenElement<State> | null): element is OpenElement<State> {
    return element !== null && element.order >= this.#boundary('scope');
  }

  isInButtonScope(element: OpenElement<State> | null): element is OpenElement<State> {
    return this.isInScope(element) && element.order >= this.#orderOf(BUTTON);
  }

  isInListItemScope(element: OpenElement<State> | null): element is OpenElement<State> {
    return this.isInScope(element) && element.order >= this.#orderOf(OL) && element.order >= this.#orderOf(UL);
  }

  isInTableScope(element: OpenElement<State> | null): element is OpenElement<State> {
    return element !== null && element.order >= this.#orderOf(TABLE) && element.order >= this.#orderOf(TEMPLATE);
  }

  /** Returns whether there is a special element above it. */
  isBelowSpecial(element: OpenElement<State>): boolean {
    return this.#boundary('special') > element.order || this.#orderOf(FORM) > element.order;
  }

  /** Returns whether there is a special element above it other than an address, a div or a p. */
  isBelowFirm(element: OpenElement<State>): boolean {
    return this.#boundary('firm') > element.order || this.#orderOf(FORM) > element.order;
  }

  #boundary(kind: 'scope' | 'special' | 'firm'): number {
    this.looked++;
    return this.top?.[kind] ?? 0;
  }

  #orderOf(type: ElementType): number {
    return this.last(type)?.order ?? 0;
  }

  /** @returns special elements above one, the lowest first */
  specialAbove(element: OpenElement<State>, atMost: number): OpenElement<State>[] {
    const found: OpenElement<State>[] = [];
    for (let next = element.above; next && found.length < atMost; next = next.above) {
      this.looked++;
      if (next.special === next.order || (next.type === FORM && next.namespace === 'html')) found.push(next);
    }
    return found;
  }
}
