import type { Rule } from './rules.ts';

/**
 * Judges X-Content-Type-Options, as the Observatory does.
 *
 * @param values the headers of the page
 */
export function judgeContentTypeOptions(values: readonly string[]): Rule {
  const value = values.join(', ');
  if (value === '') return 'x-content-type-options-not-implemented';
  return value.trim().toLowerCase() === 'nosniff'
    ? 'x-content-type-options-nosniff'
    : 'x-content-type-options-header-invalid';
}
