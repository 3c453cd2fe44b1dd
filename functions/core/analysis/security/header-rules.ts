import { parseDictionary, Token } from 'structured-headers';

/**
 * The rules that rate a header, each with the resulting status. Names are those of the results of Mozilla's HTTP
 * Observatory (github.com/mdn/mdn-http-observatory, 1.4.8); for Permissions-Policy, for which it has no test, they are
 * this project's own. `weak`: it is sent, but the Observatory fails it, or browsers ignore it.
 */
export const STATUS_BY_RULE = {
  'hsts-implemented-max-age-at-least-six-months': 'present',
  'hsts-implemented-max-age-less-than-six-months': 'weak',
  'hsts-header-invalid': 'weak',
  'hsts-not-implemented': 'absent',
  'hsts-not-implemented-no-https': 'absent',
  'csp-implemented-with-no-unsafe-default-src-none': 'present',
  'csp-implemented-with-no-unsafe': 'present',
  'csp-implemented-with-unsafe-inline-in-style-src-only': 'present',
  'csp-implemented-with-insecure-scheme-in-passive-content-only': 'present',
  'csp-implemented-but-duplicate-directives': 'present',
  'csp-implemented-with-unsafe-eval': 'weak',
  'csp-implemented-with-insecure-scheme': 'weak',
  'csp-implemented-with-unsafe-inline': 'weak',
  'csp-header-invalid': 'weak',
  'csp-not-implemented': 'absent',
  'csp-not-implemented-but-reporting-enabled': 'absent',
  'x-content-type-options-nosniff': 'present',
  'x-content-type-options-header-invalid': 'weak',
  'x-content-type-options-not-implemented': 'absent',
  'x-frame-options-implemented-via-csp': 'present',
  'x-frame-options-sameorigin-or-deny': 'present',
  'x-frame-options-allow-from-origin': 'weak',
  'x-frame-options-header-invalid': 'weak',
  'x-frame-options-not-implemented': 'absent',
  'referrer-policy-private': 'present',
  'referrer-policy-unsafe': 'weak',
  'referrer-policy-header-invalid': 'weak',
  'referrer-policy-not-implemented': 'absent',
  'permissions-policy-implemented': 'present',
  'permissions-policy-restricts-nothing': 'weak',
  'permissions-policy-header-invalid': 'weak',
  'permissions-policy-not-implemented': 'absent',
} as const;

export type Rule = keyof typeof STATUS_BY_RULE;

/** The Observatory's six months: a little less, since many sites send 180 days. */
const SIX_MONTHS_SECONDS = 15_552_000;
const MAX_LENGTH = 1024;

/**
 * Rates Strict-Transport-Security (RFC 6797) like the Observatory without its list of preloaded names. A max-age that
 * is not a number is invalid here; there it passes.
 *
 * @param values values of the header
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

/**
 * Rates X-Frame-Options like the Observatory. If the Content-Security-Policy restricts who may frame the page, browsers
 * ignore this header (CSP 3, 6.4.2).
 *
 * @param values values of the header
 * @param hasFrameAncestors whether a policy in a header has `frame-ancestors`
 */
export function judgeFrameOptions(values: readonly string[], hasFrameAncestors: boolean): Rule {
  if (hasFrameAncestors) return 'x-frame-options-implemented-via-csp';
  const value = values.join(', ').trim().toLowerCase();
  if (values.join('') === '') return 'x-frame-options-not-implemented';
  if (value === 'deny' || value === 'sameorigin') return 'x-frame-options-sameorigin-or-deny';
  return value.startsWith('allow-from') ? 'x-frame-options-allow-from-origin' : 'x-frame-options-header-invalid';
}

/**
 * Rates X-Content-Type-Options like the Observatory.
 *
 * @param values values of the header
 */
export function judgeContentTypeOptions(values: readonly string[]): Rule {
  const value = values.join(', ');
  if (value === '') return 'x-content-type-options-not-implemented';
  return value.trim().toLowerCase() === 'nosniff'
    ? 'x-content-type-options-nosniff'
    : 'x-content-type-options-header-invalid';
}

const PRIVATE = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
const UNSAFE = new Set(['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade']);

/**
 * Rates the Referrer-Policy like the Observatory: the last valid value counts.
 *
 * @param values values of the header, then its `<meta name="referrer">`
 */
export function judgeReferrerPolicy(values: readonly string[]): Rule {
  if (values.length === 0) return 'referrer-policy-not-implemented';
  const policies = values.flatMap((value) => value.split(',')).map((policy) => policy.trim().toLowerCase());
  const policy = policies.findLast((name) => PRIVATE.has(name) || UNSAFE.has(name));
  if (policy === undefined) return 'referrer-policy-header-invalid';
  return PRIVATE.has(policy) ? 'referrer-policy-private' : 'referrer-policy-unsafe';
}

type Member = ReturnType<typeof parseDictionary> extends Map<string, infer Value> ? Value : never;

/**
 * Rates the Permissions-Policy (W3C Permissions Policy, 5.2): a dictionary of structured fields (RFC 9651), which
 * browsers ignore completely if it cannot be parsed. It protects if it restricts at least one feature; whether browsers
 * know the feature is not checked.
 *
 * @param values values of the header
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

/** Returns whether a value is `*`, alone or in a list. */
function isForAll([value]: Member): boolean {
  return Array.isArray(value) ? value.some(([item]) => isStar(item)) : isStar(value);
}

function isStar(item: unknown): boolean {
  return item instanceof Token && item.toString() === '*';
}
