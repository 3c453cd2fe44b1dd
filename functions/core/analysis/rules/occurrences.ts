import { type Evidence, type HtmlPage, isKept, keptOf, type PageRule, type RulePage } from './rule.ts';

/** @returns whether the response is an HTML page with status 200 that could be read */
export function isHtml<Page extends RulePage>(page: Page): page is Page & HtmlPage {
  return page.facts !== null && page.failure === null;
}

/** @returns whether a page has the issue of a rule; the occurrences themselves need not be in memory */
export function isFoundOn(rule: PageRule, page: RulePage): boolean {
  if ('findIn' in rule) return rule.findIn(page).length > 0;
  if (!isHtml(page) || (rule.isOfIndexable && !page.indexable) || rule.unless?.(page)) return false;
  return 'find' in rule ? rule.find(page).length > 0 : isKept(page.facts, rule.id);
}

/** Returns the occurrences of a rule's issue on a page that has it. */
export function occurrencesOn(rule: PageRule, page: RulePage): Evidence[] {
  if ('findIn' in rule) return rule.findIn(page);
  if (!isHtml(page)) return [];
  return 'find' in rule ? rule.find(page) : keptOf(page.facts, rule.id);
}
