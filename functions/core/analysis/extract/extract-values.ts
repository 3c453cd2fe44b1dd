import { selectAll, selectOne } from 'css-select';
import { html as parser } from 'parse5';
import { type Extracted, type ExtractRule, noValues } from '../../record/extracted.ts';
import { truncate } from '../../platform/text/text.ts';
import { parseTree, type Tree, type TreeElement, type TreeNode } from './parse-tree.ts';
import { compileSelector, type SelectOptions, selectOptions, textContent } from './select.ts';
import { TooMuchWork, WorkLimit } from './work-limit.ts';

/** Characters of a value. */
const MAX_VALUE = 300;
const ATTRIBUTE = 'attribute:';

/**
 * Reads values of a page by CSS selectors.
 *
 * @param rules whose selectors are valid (`selector-problem.ts`)
 * @returns all values as `null`, with the reason, if reading them takes too much work
 */
export function extractValues(html: string, rules: readonly ExtractRule[], work = new WorkLimit()): Extracted {
  try {
    const document = parseTree(html, work);
    const options = selectOptions(work, document.mode === parser.DOCUMENT_MODE.QUIRKS);
    const values = Object.fromEntries(rules.map((rule) => [rule.name, valueOf(document, rule, options, work)]));
    return { values, failure: null };
  } catch (error) {
    if (error instanceof TooMuchWork) return { values: noValues(rules), failure: error.failure };
    throw error;
  }
}

function valueOf(document: Tree, { css, get }: ExtractRule, options: SelectOptions, work: WorkLimit) {
  const query = compileSelector(css, options);
  if (get === 'count') return selectAll(query, document, options).length;
  const found = selectOne<TreeNode, TreeElement>(query, document, options);
  if (!found) return null;
  if (get === 'text') return truncate(withoutSpace(textContent(found, work)), MAX_VALUE);
  const value = options.adapter.getAttributeValue(found, get.slice(ATTRIBUTE.length).toLowerCase());
  return value === undefined ? null : truncate(value, MAX_VALUE);
}

/** White space of HTML as one space each, and none at the ends. */
const withoutSpace = (text: string) => text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
