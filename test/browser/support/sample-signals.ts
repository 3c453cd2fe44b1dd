import type { DomainAnswer } from '../../../functions/shared/record/record.ts';

/** Sections in which a site says more of itself than its page does. */
export type Signals = Pick<
  DomainAnswer,
  'host_variants' | 'security_headers' | 'hreflang_cluster' | 'ai_access' | 'performance'
>;
type Header = NonNullable<Signals['security_headers']>['hsts'];

/** Those of a shop: some headers are missing or weak, one alternate does not link back. */
export function sampleSignals(domain: string): Signals {
  const home = `https://${domain}/en/`;
  return {
    host_variants: {
      preferred: `https://${domain}`,
      consistent: true,
      variants: [
        { url: `https://${domain}/`, http_status: 200, final_url: home, hops: 1, error: null },
        { url: `http://${domain}/`, http_status: 200, final_url: home, hops: 2, error: null },
        { url: `https://www.${domain}/`, http_status: null, final_url: null, hops: null, error: 'tls_error' },
        { url: `http://www.${domain}/`, http_status: 200, final_url: home, hops: 3, error: null },
      ],
    },
    security_headers: {
      hsts: header('weak', 'max-age=86400', 'hsts-implemented-max-age-less-than-six-months'),
      csp: header('absent', null, 'csp-not-implemented'),
      x_content_type_options: header('present', 'nosniff', 'x-content-type-options-nosniff'),
      x_frame_options: header('present', 'SAMEORIGIN', 'x-frame-options-sameorigin-or-deny'),
      referrer_policy: header('present', 'strict-origin-when-cross-origin', 'referrer-policy-private'),
      permissions_policy: header('absent', null, 'permissions-policy-not-implemented'),
      mixed_content: { blockable: 0, upgradeable: 2, urls: ['http://img.example.net/logo.png'], urls_total: 2 },
    },
    hreflang_cluster: {
      self_reference: true,
      x_default: true,
      lang_matches: true,
      checked: 2,
      alternates: [
        {
          hreflang: 'de',
          url: `https://${domain}/de/`,
          http_status: 200,
          returns: true,
          lang: 'de',
          lang_matches: true,
        },
        {
          hreflang: 'fr',
          url: `https://${domain}/fr/`,
          http_status: 404,
          returns: false,
          lang: null,
          lang_matches: null,
        },
      ],
      valid: false,
    },
    ai_access: {
      agents: {
        GPTBot: { allowed: false, rule: 'Disallow: /' },
        ClaudeBot: { allowed: true, rule: 'Allow: /en/' },
        PerplexityBot: { allowed: true, rule: null },
      },
      llms_txt: {
        found: true,
        http_status: 200,
        title: 'Made for hills',
        links: 0,
        problems: ['missing_links'],
        valid: false,
      },
    },
    performance: {
      field: {
        form_factor: 'phone',
        period_start: '2026-10-24',
        period_end: '2026-11-20',
        lcp_p75_ms: 2_410,
        inp_p75_ms: 212,
        cls_p75: 0.04,
        fcp_p75_ms: 1_630,
        ttfb_p75_ms: 702,
        assessment: 'needs_improvement',
        desktop: {
          lcp_p75_ms: 1_320,
          inp_p75_ms: 61,
          cls_p75: 0.31,
          fcp_p75_ms: 890,
          ttfb_p75_ms: null,
          assessment: 'poor',
        },
      },
      lab: null,
    },
  };
}

/** As of a record that an earlier version stored: nothing of it is known. */
export const NO_SIGNALS: Signals = {
  host_variants: null,
  security_headers: null,
  hreflang_cluster: null,
  ai_access: { agents: null, llms_txt: null },
  performance: { field: null, lab: null },
};

export const MARKUP = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
/** Hebrew letters with an override of the direction, which is never closed. */
export const RIGHT_TO_LEFT = '\u202Eשלום שלום';
export const LONG = 'x'.repeat(2_000);

/** Texts of a site that means ill, or cannot do better, in every place that takes one. */
export function hostileSignals(domain: string): Signals {
  const signals = sampleSignals(domain);
  const { security_headers, performance } = signals;
  return {
    host_variants: {
      preferred: null,
      consistent: null,
      variants: [
        { url: `https://${domain}/`, http_status: 200, final_url: `https://${domain}/${LONG}`, hops: 0, error: null },
      ],
    },
    security_headers: {
      ...security_headers!,
      hsts: header('weak', RIGHT_TO_LEFT, 'hsts-header-invalid'),
      csp: header('weak', LONG, 'csp-header-invalid'),
      referrer_policy: header('weak', MARKUP, 'referrer-policy-header-invalid'),
      mixed_content: { blockable: 1, upgradeable: 0, urls: [`http://${domain}/${LONG}`], urls_total: 1 },
    },
    hreflang_cluster: {
      self_reference: false,
      x_default: false,
      lang_matches: null,
      checked: 1,
      alternates: [
        {
          hreflang: MARKUP,
          url: `https://${domain}/${LONG}`,
          http_status: null,
          returns: null,
          lang: null,
          lang_matches: null,
        },
        {
          hreflang: 'he',
          url: `https://${domain}/he`,
          http_status: 200,
          returns: true,
          lang: RIGHT_TO_LEFT,
          lang_matches: false,
        },
      ],
      valid: null,
    },
    ai_access: {
      agents: { GPTBot: { allowed: false, rule: `Disallow: /${LONG}` }, ClaudeBot: { allowed: true, rule: MARKUP } },
      llms_txt: {
        found: true,
        http_status: 200,
        title: MARKUP,
        links: 0,
        problems: ['missing_links', 'too_short'],
        valid: false,
      },
    },
    performance: { ...performance, field: { ...performance.field!, desktop: null } },
  };
}

function header(status: Header['status'], value: string | null, rule: string): Header {
  return { status, value, rule };
}
