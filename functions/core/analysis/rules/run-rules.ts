import { truncate } from '../../platform/text/text.ts';
import type { CrawledFacts, Finding, Findings } from '../../record/crawled-page.ts';
import type { Audit } from '../../record/record.ts';
import type { Anchor, Image } from '../page/anchor.ts';
import { type ElementType, elementType } from '../html/elements.ts';
import type { HtmlElement } from '../html/open-elements.ts';
import type { ElementContext } from '../page/page-facts.ts';
import type { Served, Subject } from './audit.ts';
import { idHashes } from './fragments.ts';
import { AuditRun } from './audit-run.ts';
import { PAGE_RULES } from './index.ts';
import type { AnalysedPage, AnalysisRule, AnchorRule, ElementRule, ImageRule, RuleSubject } from './rule.ts';
import { RuleMarkup } from './rule-markup.ts';

/** Maximum number of findings of a rule that are kept of a page. */
const MAX_FINDINGS = 20;
/** In characters (code points). */
const MAX_TEXT = 300;
const MAX_TARGET = 2_000;
/** Maximum number of characters of all findings of a page, so that it fits into an item together with its links. */
const MAX_CHARACTERS = 30_000;

/**
 * Runs the rules about one page, Lighthouse's audits among them: it receives the elements during parsing, and returns what
 * they found at the end.
 */
export class RuleRun {
  readonly #page: AnalysedPage;
  readonly #markup: RuleMarkup;
  readonly #audits: AuditRun;
  readonly #findings = new Map<string, Finding[]>();

  /**
   * @param url of the page, in normal form
   * @param hosts hosts of the site, in lower-case ASCII
   */
  constructor(served: Served, { url, hosts }: { url: string; hosts: readonly string[] }) {
    this.#page = { url, isHttps: url.startsWith('https:'), hosts: new Set(hosts) };
    this.#markup = new RuleMarkup(url, this.#page.hosts);
    this.#audits = new AuditRun(served);
  }

  anchor(anchor: Anchor): void {
    this.#audits.anchor(anchor);
    this.#markup.anchor(anchor);
    for (const { id, checkAnchor } of anchorRules) {
      if (!this.#isFull(id)) this.#add(id, checkAnchor(anchor, this.#page));
    }
  }

  image(image: Image): void {
    this.#audits.image(image);
    for (const { id, checkImage } of imageRules) if (!this.#isFull(id)) this.#add(id, checkImage(image));
  }

  element(element: HtmlElement, context: ElementContext, base: string): void {
    this.#markup.element(element, context);
    const rules = element.namespace === 'html' ? elementRules.get(element.type) : undefined;
    if (rules) for (const { id, checkElement } of rules) this.#add(id, checkElement(element, this.#page, base));
  }

  heading(element: HtmlElement, text: string, context: ElementContext): void {
    this.#markup.heading(element, text, context);
  }

  /** What links to fragments need of the pages of a site. */
  fragments(): Pick<CrawledFacts, 'fragments' | 'ids'> {
    const { ids, elsewhere } = this.#markup;
    return { fragments: [...elsewhere.values()], ids: ids && idHashes(ids) };
  }

  /** @returns the results of Lighthouse's audits and their score */
  audit(subject: Subject): Audit {
    const audit = this.#audits.finish(subject);
    for (const result of audit.audits) {
      const rule = RULE_OF_AUDIT.get(result.id);
      if (rule) for (const finding of this.#audits.findingsOf(result)) this.#add(rule, finding);
    }
    return audit;
  }

  /** @returns what the rules have found, in the order of the list of rules; to be called after {@link audit} */
  finish(subject: Omit<RuleSubject, 'page' | 'markup'>): Findings[] {
    const ofPage = { ...subject, page: this.#page, markup: this.#markup };
    for (const { id, check } of analysisRules) for (const finding of check(ofPage)) this.#add(id, finding);
    let characters = 0;
    return IDS.flatMap((id) => {
      const items = this.#findings.get(id)?.filter((finding) => {
        const { length } = JSON.stringify(finding);
        if (characters + length > MAX_CHARACTERS) return false;
        characters += length;
        return true;
      });
      return items ? [{ id, items }] : [];
    });
  }

  #isFull(id: string): boolean {
    return (this.#findings.get(id)?.length ?? 0) >= MAX_FINDINGS;
  }

  #add(id: string, finding: Finding | null): void {
    if (!finding) return;
    const findings = this.#findings.get(id);
    if (!findings) this.#findings.set(id, [bounded(finding)]);
    else if (findings.length < MAX_FINDINGS) findings.push(bounded(finding));
  }
}

function bounded({ target, element, value, expected }: Finding): Finding {
  return {
    // Of other schemes, such as javascript:, there is no other page.
    ...(target !== undefined && /^https?:/.test(target) && target.length <= MAX_TARGET && { target }),
    ...(element && { element: truncate(element, MAX_TEXT) }),
    ...(value !== undefined && { value: shortened(value) }),
    ...(expected !== undefined && { expected: shortened(expected) }),
  };
}

function shortened<Value extends string | number | null>(value: Value): Value | string {
  return typeof value === 'string' ? truncate(value, MAX_TEXT) : value;
}

/** A rule about facts has occurrences of its own: those of its audit are not kept. */
const keptRules = PAGE_RULES.filter((rule) => !('find' in rule || 'findIn' in rule));
const IDS = keptRules.map(({ id }) => id);
const RULE_OF_AUDIT = new Map(keptRules.flatMap(({ id, audit }) => (audit ? [[audit.id, id]] : [])));
const analysisRules = PAGE_RULES.filter((rule): rule is AnalysisRule => 'check' in rule);
const anchorRules = PAGE_RULES.filter((rule): rule is AnchorRule => 'checkAnchor' in rule);
const imageRules = PAGE_RULES.filter((rule): rule is ImageRule => 'checkImage' in rule);
const elementRules = new Map<ElementType, ElementRule[]>();
for (const rule of PAGE_RULES) {
  if (!('checkElement' in rule)) continue;
  for (const name of rule.elements) {
    const type = elementType(name);
    elementRules.set(type, [...(elementRules.get(type) ?? []), rule]);
  }
}
