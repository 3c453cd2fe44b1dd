import type { CheckFinding, FailedCheck } from '../../record/crawled-page.ts';
import { truncate } from '../../platform/text/text.ts';
import type { Anchor, Image } from '../page/anchor.ts';
import { type ElementType, elementType } from '../page/elements.ts';
import type { HtmlElement } from '../page/open-elements.ts';
import type { ElementContext, ElementObserver } from '../page/page-facts.ts';
import type { AnchorCheck, CheckedPage, CheckSubject, ElementCheck, ImageCheck, PageCheck } from './check.ts';
import { CheckedMarkup } from './checked-markup.ts';
import { CHECKS } from './index.ts';

/** Maximum number of findings of a check on a page. */
const MAX_FINDINGS = 20;
/** In characters (code points). */
const MAX_TEXT = 300;
const MAX_TARGET = 2_000;
/** Maximum number of characters of all findings of a page, so that it fits into an item together with its links. */
const MAX_CHARACTERS = 30_000;

/** Runs the checks of one page: it receives the elements during parsing, and returns the findings at the end. */
export class CheckRun implements Pick<ElementObserver, 'anchor' | 'image'> {
  readonly #page: CheckedPage;
  readonly #markup: CheckedMarkup;
  readonly #findings = new Map<string, CheckFinding[]>();

  /** @param hosts hosts of the site, in lower-case ASCII */
  constructor(url: string, hosts: readonly string[]) {
    this.#page = { url, isHttps: url.startsWith('https:'), hosts: new Set(hosts) };
    this.#markup = new CheckedMarkup(url);
  }

  anchor(anchor: Anchor): void {
    this.#markup.anchor(anchor);
    for (const { id, checkAnchor } of anchorChecks) {
      if (!this.#isFull(id)) this.#add(id, checkAnchor(anchor, this.#page));
    }
  }

  image(image: Image): void {
    for (const { id, checkImage } of imageChecks) if (!this.#isFull(id)) this.#add(id, checkImage(image));
  }

  element(element: HtmlElement, context: ElementContext, base: string): void {
    this.#markup.element(element, context);
    const checks = element.namespace === 'html' ? elementChecks.get(element.type) : undefined;
    if (checks) for (const { id, checkElement } of checks) this.#add(id, checkElement(element, this.#page, base));
  }

  heading(element: HtmlElement, text: string, context: ElementContext): void {
    this.#markup.heading(element, text, context);
  }

  /** @returns the checks that found something, in the order of the list of checks */
  finish(subject: Omit<CheckSubject, 'page' | 'markup'>): FailedCheck[] {
    const ofPage = { ...subject, page: this.#page, markup: this.#markup };
    for (const { id, check } of pageChecks) for (const finding of check(ofPage)) this.#add(id, finding);
    let characters = 0;
    return CHECKS.flatMap(({ id }) => {
      const items = this.#findings.get(id)?.filter((finding) => {
        characters += JSON.stringify(finding).length;
        return characters <= MAX_CHARACTERS;
      });
      return items ? [{ id, items }] : [];
    });
  }

  #isFull(id: string): boolean {
    return (this.#findings.get(id)?.length ?? 0) >= MAX_FINDINGS;
  }

  #add(id: string, finding: CheckFinding | null): void {
    if (!finding) return;
    const findings = this.#findings.get(id);
    if (!findings) this.#findings.set(id, [bounded(finding)]);
    else if (findings.length < MAX_FINDINGS) findings.push(bounded(finding));
  }
}

function bounded({ target, element, value, expected }: CheckFinding): CheckFinding {
  return {
    ...(target !== undefined && target.length <= MAX_TARGET && { target }),
    ...(element && { element: truncate(element, MAX_TEXT) }),
    ...(value !== undefined && { value: shortened(value) }),
    ...(expected !== undefined && { expected: shortened(expected) }),
  };
}

function shortened<Value extends string | number | null>(value: Value): Value | string {
  return typeof value === 'string' ? truncate(value, MAX_TEXT) : value;
}

const pageChecks = CHECKS.filter((check): check is PageCheck => 'check' in check);
const anchorChecks = CHECKS.filter((check): check is AnchorCheck => 'checkAnchor' in check);
const imageChecks = CHECKS.filter((check): check is ImageCheck => 'checkImage' in check);
const elementChecks = new Map<ElementType, ElementCheck[]>();
for (const check of CHECKS) {
  if (!('checkElement' in check)) continue;
  for (const name of check.elements) {
    const type = elementType(name);
    elementChecks.set(type, [...(elementChecks.get(type) ?? []), check]);
  }
}
