import type { Rule } from './rules.ts';

/**
 * Judges X-Frame-Options, as the Observatory does. Where the Content-Security-Policy says who may frame the page,
 * browsers ignore this header (CSP 3, 6.4.2).
 *
 * @param values the headers of the page
 * @param hasFrameAncestors a policy in a header has `frame-ancestors`
 */
export function judgeFrameOptions(values: readonly string[], hasFrameAncestors: boolean): Rule {
  if (hasFrameAncestors) return 'x-frame-options-implemented-via-csp';
  const value = values.join(', ').trim().toLowerCase();
  if (values.join('') === '') return 'x-frame-options-not-implemented';
  if (value === 'deny' || value === 'sameorigin') return 'x-frame-options-sameorigin-or-deny';
  return value.startsWith('allow-from') ? 'x-frame-options-allow-from-origin' : 'x-frame-options-header-invalid';
}
