import { parseDictionary, Token } from 'structured-headers';
import type { Rule } from './rules.ts';

type Member = ReturnType<typeof parseDictionary> extends Map<string, infer Value> ? Value : never;

/**
 * Judges the Permissions-Policy (W3C Permissions Policy, 5.2): a dictionary of structured fields (RFC 9651), which
 * browsers ignore as a whole where it does not parse. It protects where it keeps at least one feature from anybody;
 * which features a browser knows is not looked at.
 *
 * @param values the headers of the page
 */
export function judgePermissionsPolicy(values: readonly string[]): Rule {
  if (values.length === 0) return 'permissions-policy-not-implemented';
  const features = parse(values.join(', '));
  if (!features) return 'permissions-policy-header-invalid';
  return [...features.values()].every(isForAll)
    ? 'permissions-policy-restricts-nothing'
    : 'permissions-policy-implemented';
}

function parse(text: string): Map<string, Member> | null {
  try {
    return parseDictionary(text);
  } catch {
    return null;
  }
}

/** `*`, alone or in a list. */
function isForAll([value]: Member): boolean {
  return Array.isArray(value) ? value.some(([item]) => isStar(item)) : isStar(value);
}

function isStar(item: unknown): boolean {
  return item instanceof Token && item.toString() === '*';
}
