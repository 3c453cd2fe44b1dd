import { PathIndex } from './path-index.ts';
import type { Rule } from './read-groups.ts';

/**
 * The rules for one agent. The longest matching pattern applies; of two with the same length, `Allow`
 * (RFC 9309, 2.2.2).
 */
export class RuleList {
  /** Work so far, in characters and positions visited. */
  steps = 0;
  /** In order of precedence, without duplicates. */
  readonly #rules: Rule[];
  readonly #decided = new Map<string, Rule | null>();

  constructor(rules: Rule[]) {
    const distinct = new Map<string, Rule>();
    for (const rule of rules) {
      const known = distinct.get(rule.pattern);
      if (!known || (rule.allow && !known.allow)) distinct.set(rule.pattern, rule);
    }
    const precedence = (a: Rule, b: Rule) =>
      b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow) || a.line - b.line;
    this.#rules = [...distinct.values()].sort(precedence);
  }

  /** @returns the rule that applies to a path; null where none matches */
  decide(path: string): Rule | null {
    const known = this.#decided.get(path);
    if (known !== undefined) return known;
    const index = new PathIndex(path);
    const rule = this.#rules.find(({ pattern }) => matches(pattern, index)) ?? null;
    this.steps += index.steps;
    this.#decided.set(path, rule);
    return rule;
  }
}

/** Greedy: if any positions match, the first position of each segment after the previous one does. */
function matches(pattern: string, index: PathIndex): boolean {
  const { path } = index;
  const isToEnd = pattern.endsWith('$');
  const text = isToEnd ? pattern.slice(0, -1) : pattern;
  const star = text.indexOf('*');
  const prefix = star === -1 ? text : text.slice(0, star);
  index.steps += prefix.length;
  if (!path.startsWith(prefix)) return false;
  if (star === -1) return !isToEnd || path.length === prefix.length;

  const segments = text.slice(star + 1).split('*');
  index.steps += text.length;
  const last = isToEnd ? segments.pop()! : '';
  let at = prefix.length;
  for (const segment of segments) {
    if (segment === '') continue;
    const start = index.find(segment, at);
    if (start === -1) return false;
    at = start + segment.length;
  }
  return at + last.length <= path.length && path.endsWith(last);
}
