import type { DomainAnswer } from '../../core/record/record.ts';
import type { Tool } from '../tool.ts';
import { domain, flag, list, nullable, object, refresh, text } from './schemas.ts';
import { ownOfSources, shortSources } from './sources.ts';

const FIELDS = `seo_score audit.score audit.failed audit.warnings audit.audits.id audit.audits.status
  audit.audits.explanation page.final_url page.http_status page.ttfb_ms page.lang page.title page.meta_description
  page.meta_robots page.canonical page.h1 page.word_count page.links sitemap.found sitemap.url_count
  robots_txt.http_status robots_txt.valid ai_access.agents registration popularity archive performance organic
  top_keywords tls.valid tls.days_remaining`
  .split(/\s+/)
  .join();

interface Given {
  domain: string;
  fields?: string[];
  refresh?: boolean;
}

type Answer = Partial<DomainAnswer> & Pick<DomainAnswer, 'domain' | 'complete' | 'poll_after_seconds' | 'sources'>;

export const getDomain: Tool<Given> = {
  name: 'get_domain',
  title: 'SEO record of a domain',
  description:
    "What search engines find at a domain's home page, and what others measure of it. seo_score: 0-100, as " +
    "Lighthouse's SEO category. popularity ranks: 1 is best. organic.etv: estimated visits a month from search. Times " +
    'named _ms are milliseconds, lcp/inp/cls the p75 of real visits. A new domain takes seconds; if complete is false, ' +
    'call again after poll_after_seconds.',
  input: {
    type: 'object',
    properties: {
      domain,
      fields: {
        type: 'array',
        items: { type: 'string' },
        maxItems: 50,
        description: 'Other members than the usual ones, dotted: dns, tls, security_headers, audit.audits.items, …',
      },
      refresh,
    },
    required: ['domain'],
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: {
      domain: text,
      complete: flag,
      poll_after_seconds: nullable('integer'),
      updated_at: text,
      seo_score: nullable('integer'),
      audit: nullable('object'),
      page: nullable('object'),
      popularity: object,
      performance: object,
      organic: nullable('object', 'Search positions; pos_1 is the number of keywords at rank 1'),
      registration: nullable('object'),
      top_keywords: list,
      sources: list,
    },
    required: ['domain', 'complete', 'sources'],
  },
  own: [
    ...['domain', 'domain_unicode', 'cache_status', 'pending', 'audit.compatible_with'],
    ...['audit.audits.id', 'audit.audits.status', 'audit.audits.title', 'audit.extra_checks.id'],
    ...['audit.extra_checks.status', 'audit.extra_checks.unit', 'organic.language_code', 'paid.language_code'],
    ...['performance.field.form_factor', 'performance.field.assessment', 'performance.field.desktop.assessment'],
    ...['performance.lab.lighthouse_version', 'registration.method', 'common_crawl.crawl_id', 'sitemap.kind'],
    ...ownOfSources,
  ],
  maps: ['page.open_graph', 'page.twitter', 'robots_txt.agents'],
  wantsMore: ({ fields }) => fields !== undefined,

  async run({ domain, fields, refresh }, ask) {
    const { sources, ...answer } = await ask<Answer>('/query', { domain, fields: fields ?? FIELDS, refresh });
    const { complete, seo_score: score, poll_after_seconds: seconds } = answer;
    const scored = score === undefined ? '' : `SEO score ${score ?? 'not known'}${score === null ? '' : ' of 100'}. `;
    const next = complete
      ? 'All sources have answered.'
      : `Not complete: call get_domain again ${seconds === null ? 'later' : `in ${seconds} seconds`}.`;
    return { data: { ...answer, sources: shortSources(sources) }, summary: `${answer.domain}: ${scored}${next}` };
  },
};
