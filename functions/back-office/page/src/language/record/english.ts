import { auditTexts } from '../../../../../core/analysis/audit/texts.computed.ts';
import { ENGLISH_MEMBERS } from './english-members.ts';

type AuditWords = Pick<(typeof auditTexts)[string], 'passed' | 'failed' | 'fix'>;

/** Texts about what a record says: audits, checks, and the names of its members and values. */
export const englishRecord = {
  how_to_fix: 'How to fix it',
  /** By the audit's id: what is so, what is wrong, and what to do then. */
  audits: auditTexts as Readonly<Record<string, AuditWords>>,
  units: {
    columns: 'columns',
    words: 'words',
    ms: 'ms',
    links: 'links',
    characters: 'characters',
    'h1 elements': 'h1 elements',
    bytes: 'bytes',
    usd: 'USD',
  },
  members: ENGLISH_MEMBERS,
  /** Values of members that are codes. */
  values: {
    'sitemap.kind': { urlset: 'list of pages', index: 'index of sitemaps', text: 'text', feed: 'feed' },
    'registration.method': { rdap: 'RDAP' },
    'tls.error': {
      certificate_expired: 'the certificate has expired',
      certificate_not_yet_valid: 'the certificate is not valid yet',
      certificate_revoked: 'the certificate is revoked',
      name_mismatch: 'the certificate is for other names',
      self_signed: 'the certificate is self-signed',
      untrusted_issuer: 'the issuer is not trusted',
      certificate_invalid: 'the certificate is not valid',
      no_tls: 'port 443 does not speak TLS',
      handshake_failed: 'no TLS connection could be made',
    },
  },
  /** What decided on a security header, by the rule. */
  header_rules: {
    'hsts-implemented-max-age-at-least-six-months': 'https is kept for six months or longer',
    'hsts-implemented-max-age-less-than-six-months': 'https is kept for less than six months',
    'hsts-header-invalid': 'browsers cannot read it',
    'hsts-not-implemented': 'not sent',
    'hsts-not-implemented-no-https': 'not over https, where it would count',
    'csp-implemented-with-no-unsafe-default-src-none': 'nothing unsafe, and all else forbidden',
    'csp-implemented-with-no-unsafe': 'nothing unsafe',
    'csp-implemented-with-unsafe-inline-in-style-src-only': 'only styles may stand in the page',
    'csp-implemented-with-insecure-scheme-in-passive-content-only': 'images and media may come over http',
    'csp-implemented-but-duplicate-directives': 'safe, with directives that are there twice',
    'csp-implemented-with-unsafe-eval': 'scripts may be made of text (unsafe-eval)',
    'csp-implemented-with-insecure-scheme': 'scripts or frames may come over http',
    'csp-implemented-with-unsafe-inline': 'scripts may stand in the page (unsafe-inline)',
    'csp-header-invalid': 'browsers cannot read it, or ignore it',
    'csp-not-implemented': 'not sent',
    'csp-not-implemented-but-reporting-enabled': 'only reports, forbids nothing',
    'x-content-type-options-nosniff': 'nosniff',
    'x-content-type-options-header-invalid': 'another value than nosniff',
    'x-content-type-options-not-implemented': 'not sent',
    'x-frame-options-implemented-via-csp': 'frame-ancestors of the Content-Security-Policy says it',
    'x-frame-options-sameorigin-or-deny': 'SAMEORIGIN or DENY',
    'x-frame-options-allow-from-origin': 'ALLOW-FROM, which browsers ignore',
    'x-frame-options-header-invalid': 'browsers cannot read it',
    'x-frame-options-not-implemented': 'not sent',
    'referrer-policy-private': 'other sites do not learn the address',
    'referrer-policy-unsafe': 'other sites learn more than they need',
    'referrer-policy-header-invalid': 'browsers cannot read it',
    'referrer-policy-not-implemented': 'not sent',
    'permissions-policy-implemented': 'restricts what pages may use',
    'permissions-policy-restricts-nothing': 'restricts nothing',
    'permissions-policy-header-invalid': 'browsers cannot read it',
    'permissions-policy-not-implemented': 'not sent',
  },
};
