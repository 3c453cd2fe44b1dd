/**
 * The rules that decide on a header, each with what it says of the header. Names are those of the results of Mozilla's
 * HTTP Observatory (github.com/mdn/mdn-http-observatory, 1.4.8); for Permissions-Policy, which it has no test for, they
 * are this project's own. `weak`: it is sent, but the Observatory fails it, or browsers ignore it.
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
