import { ANY, type Members, membersNamed as named } from '../http/fields.ts';

const searchPositions = named(`
  location_code language_code etv estimated_cost_usd count pos_1 pos_2_3 pos_4_10 pos_11_20 pos_21_30 pos_31_40
  pos_41_50 pos_51_60 pos_61_70 pos_71_80 pos_81_90 pos_91_100 is_new is_up is_down is_lost`);

const securityHeader = named('status value rule');
const FIELD_FIGURES = 'lcp_p75_ms inp_p75_ms cls_p75 fcp_p75_ms ttfb_p75_ms assessment';

/**
 * Names of all members of `data` of `/api/v1/seo/query`: those of the schema (`schema.ts`), which no function loads.
 * `test/unit/record/members.test.ts` holds them to it.
 */
export const domainMembers: Members = named(
  `domain domain_unicode cache_status first_cached_at updated_at age_seconds pending poll_after_seconds complete
  seo_score`,
  {
    audit: named('compatible_with rendered score passed failed not_applicable warnings', {
      audits: named('id score status weight title explanation items_total', {
        items: named('element url line reason'),
      }),
      extra_checks: named('id status value unit threshold'),
    }),
    page: named(
      `requested_url final_url http_status ttfb_ms total_ms html_bytes truncated content_type charset content_hash lang
      title title_length meta_description meta_description_length meta_robots x_robots_tag canonical hreflang_total h1
      h1_total word_count viewport`,
      {
        redirects: named('url status location'),
        hreflang: named('hreflang href'),
        headings: named('h1 h2 h3 h4 h5 h6'),
        images: named('total missing_alt'),
        links: named('total internal external nofollow uncrawlable'),
        open_graph: named(ANY),
        twitter: named(ANY),
        structured_data: named('types types_total blocks errors'),
      },
    ),
    robots_txt: named('url http_status valid errors_total sitemaps sitemaps_total', {
      errors: named('line content message'),
      agents: { [ANY]: named('allowed crawl_delay_seconds') },
    }),
    sitemap: named('found urls urls_total kind url_count last_modified truncated'),
    dns: named('a a_total aaaa aaaa_total ns ns_total mx_total has_spf dmarc_policy caa_total', {
      mx: named('priority exchange'),
      caa: named('critical tag value'),
    }),
    tls: named('valid protocol issuer subject valid_from valid_to days_remaining error'),
    host_variants: named('preferred consistent', { variants: named('url http_status final_url hops error') }),
    security_headers: {
      hsts: securityHeader,
      csp: securityHeader,
      x_content_type_options: securityHeader,
      x_frame_options: securityHeader,
      referrer_policy: securityHeader,
      permissions_policy: securityHeader,
      mixed_content: named('blockable upgradeable urls urls_total'),
    },
    hreflang_cluster: named('self_reference x_default lang_matches checked valid', {
      alternates: named('hreflang url http_status returns lang lang_matches'),
    }),
    ai_access: {
      agents: { [ANY]: named('allowed rule') },
      llms_txt: named('found http_status title links problems valid'),
    },
    registration: named(
      `registered_at expires_at updated_at age_days registrar registrar_iana_id statuses statuses_total method`,
    ),
    popularity: {
      tranco: named('rank date rank_30d_ago change_30d'),
      open_page_rank: named('score rank referring_domains date'),
    },
    archive: named('first_seen_at last_seen_at'),
    common_crawl: named('crawl_id present captures_upper_bound'),
    performance: {
      field: named(`form_factor period_start period_end ${FIELD_FIGURES}`, { desktop: named(FIELD_FIGURES) }),
      lab: named('lighthouse_version performance_score seo_score fcp_ms lcp_ms tbt_ms speed_index_ms cls'),
    },
    organic: searchPositions,
    paid: searchPositions,
    top_keywords: named('keyword score'),
    sources: named('id status fields fetched_at from_cache http_status duration_ms attribution', {
      error: named('code message retryable'),
    }),
  },
);
