import type { Rule } from './rules.ts';

/** The Observatory's six months: a little less, since many sites send 180 days. */
const SIX_MONTHS_SECONDS = 15_552_000;
const MAX_LENGTH = 1024;

/**
 * Judges Strict-Transport-Security (RFC 6797), as the Observatory does without its list of preloaded names. A max-age
 * that is no number is invalid here; there it passes.
 *
 * @param values the headers of the page
 */
export function judgeHsts(values: readonly string[], isHttps: boolean): Rule {
  if (!isHttps) return 'hsts-not-implemented-no-https';
  if (values.length === 0) return 'hsts-not-implemented';
  const header = values.join(', ').slice(0, MAX_LENGTH);
  if (header.includes(',')) return 'hsts-header-invalid';
  const maxAge = header.split(';').flatMap(maxAgeOf).at(-1);
  if (maxAge === undefined) return 'hsts-header-invalid';
  return maxAge < SIX_MONTHS_SECONDS
    ? 'hsts-implemented-max-age-less-than-six-months'
    : 'hsts-implemented-max-age-at-least-six-months';
}

function maxAgeOf(directive: string): number[] {
  const seconds = /^max-age="?(\d+)/i.exec(directive.trim())?.[1];
  return seconds === undefined ? [] : [Number(seconds)];
}
