import { isTraversal, parse, type Selector } from 'css-what';
import { compileSelector, selectOptions } from './select.ts';
import { WorkLimit } from './work-limit.ts';

const OPTIONS = selectOptions(new WorkLimit());

/**
 * Returns the first character of a selector, counted from 1, from which on it is not valid: the longest beginning before it
 * is a selector.
 *
 * @param css short: each of its beginnings may be parsed
 * @returns `null` if the selector is valid
 */
export function selectorProblem(css: string): number | null {
  if (isSelector(css)) return null;
  for (let length = css.length - 1; length > 0; length--) if (isSelector(css.slice(0, length))) return length + 1;
  return 1;
}

function isSelector(css: string): boolean {
  try {
    const selectors = parse(css);
    compileSelector(selectors, OPTIONS);
    return selectors.length > 0 && selectors.every(isWhole);
  } catch {
    return false;
  }
}

/** The parser accepts selectors that end with a combinator, which match nothing in browsers. */
function isWhole(selector: readonly Selector[]): boolean {
  const last = selector.at(-1);
  if (!last || isTraversal(last)) return false;
  return selector.every((part) => !('data' in part) || !Array.isArray(part.data) || part.data.every(isWhole));
}
