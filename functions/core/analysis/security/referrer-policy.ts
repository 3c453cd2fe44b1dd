import type { Rule } from './rules.ts';

const PRIVATE = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
const UNSAFE = new Set(['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade']);

/**
 * Judges the Referrer-Policy, as the Observatory does: the last value that is one counts.
 *
 * @param values the headers of the page, then its `<meta name="referrer">`
 */
export function judgeReferrerPolicy(values: readonly string[]): Rule {
  if (values.length === 0) return 'referrer-policy-not-implemented';
  const policies = values.flatMap((value) => value.split(',')).map((policy) => policy.trim().toLowerCase());
  const policy = policies.findLast((name) => PRIVATE.has(name) || UNSAFE.has(name));
  if (policy === undefined) return 'referrer-policy-header-invalid';
  return PRIVATE.has(policy) ? 'referrer-policy-private' : 'referrer-policy-unsafe';
}
