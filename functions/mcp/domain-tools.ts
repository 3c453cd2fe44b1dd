import type { z } from 'zod';
import type { DomainAnswer } from '../core/record/record.ts';
import {
  count,
  countOf,
  cursor,
  domain,
  flag,
  limit,
  list,
  nullable,
  object,
  ownOfSources,
  refresh,
  shortSources,
  text,
  type Tool,
} from './tool.ts';
import { withoutUserInformation } from '../core/platform/names/ascii-host.ts';
import { isError, type ServiceError } from '../core/platform/http/errors.ts';
import type { CallEndpoint, Parameters } from './endpoints.ts';
import type { historyAnswer } from '../core/record/history-schema.ts';
import { memberLines, quotedList, scoreFacts, withLines, withoutMembers } from './summary.ts';

const DOMAIN_FIELDS = `seo_score audit.score audit.failed audit.warnings audit.audits.id audit.audits.status
  audit.audits.explanation page.final_url page.http_status page.ttfb_ms page.lang page.title page.meta_description
  page.meta_robots page.canonical page.h1 page.word_count page.links sitemap.found sitemap.url_count
  robots_txt.http_status robots_txt.valid ai_access.agents ai_policy.content_signal.statements.text
  ai_policy.content_usage.statements.text ai_policy.tdm.statements.text ai_policy.noai.statements.text
  ai_policy.rsl.licences.url ai_policy.rsl.licences.status ai_policy.payment.text
  ai_policy.contradictions.issue registration popularity archive performance organic
  top_keywords tls.valid tls.days_remaining`
  .split(/\s+/)
  .join();

interface DomainInput {
  domain: string;
  fields?: string[];
  refresh?: boolean;
}

type DomainPart = Partial<DomainAnswer> & Pick<DomainAnswer, 'domain' | 'complete' | 'poll_after_seconds' | 'sources'>;

export const getDomain: Tool<DomainInput> = {
  name: 'get_domain',
  title: 'SEO record of a domain',
  description:
    "Returns SEO data of a domain's home page, and metrics of the domain from other sources. seo_score: 0-100, like " +
    "Lighthouse's SEO category. popularity ranks: 1 is best. organic.etv: estimated monthly visits from search. Members " +
    'ending in _ms are milliseconds; lcp/inp/cls are the 75th percentile of real visits. A new domain takes seconds: if ' +
    'complete is false, call again after poll_after_seconds.',
  input: {
    type: 'object',
    properties: {
      domain,
      fields: {
        type: 'array',
        items: { type: 'string' },
        maxItems: 50,
        description: 'Dotted paths to return instead of the default: dns, tls, security_headers, audit.audits.items, …',
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
      ai_policy: object,
      organic: nullable('object', 'Search positions; pos_1 is the number of keywords at rank 1'),
      registration: nullable('object'),
      top_keywords: list,
      sources: list,
    },
    required: ['domain', 'complete', 'sources'],
  },
  own: [
    ...['domain', 'domain_unicode', 'cache_status', 'pending', 'audit.compatible_with'],
    ...['audit.audits.id', 'audit.audits.status', 'audit.audits.title', 'issues.issue', 'issues.severity'],
    ...['organic.language_code', 'paid.language_code'],
    ...['performance.field.form_factor', 'performance.field.assessment', 'performance.field.desktop.assessment'],
    ...['performance.lab.lighthouse_version', 'registration.method', 'common_crawl.crawl_id', 'sitemap.kind'],
    ...ownOfSources,
  ],
  maps: ['page.open_graph', 'page.twitter', 'robots_txt.agents'],
  requestsMore: ({ fields }) => fields !== undefined,

  async run({ domain, fields, refresh }, callEndpoint) {
    const { sources, ...answer } = await callEndpoint<DomainPart>('/query', {
      domain,
      fields: fields ?? DOMAIN_FIELDS,
      refresh,
    });
    const { complete, poll_after_seconds: seconds } = answer;
    const next = complete
      ? 'The answer is complete.'
      : `The answer is not complete: call get_domain again ${seconds === null ? 'later' : `in ${countOf(seconds, 'second')}`}.`;
    return {
      data: { ...answer, sources: shortSources(sources) },
      summary: withLines(
        `${answer.domain}: ${scoreFacts(answer)}`.trim(),
        memberLines(fields === undefined ? mainMembers(answer) : withoutMembers(answer, ABOUT_ANSWER)),
        next,
      ),
    };
  },
};

/** Members that the text does not list: they describe the answer, not the domain. */
const ABOUT_ANSWER = [
  ...['domain', 'domain_unicode', 'cache_status', 'first_cached_at', 'updated_at', 'age_seconds', 'complete'],
  ...['pending', 'poll_after_seconds'],
];

/** Returns the members that the text lists if none were requested, the most important first. */
function mainMembers({ page, popularity, organic, performance, top_keywords, ...others }: Omit<DomainPart, 'sources'>) {
  const { registration, sitemap, robots_txt, tls, archive, ai_access, ai_policy } = others;
  return {
    page,
    popularity,
    organic,
    performance,
    top_keywords,
    registration,
    sitemap,
    robots_txt,
    tls,
    archive,
    ai_access,
    ai_policy,
  };
}

const COMPARED_FIELDS = [
  ...['seo_score', 'audit.audits.id', 'audit.audits.status', 'page.http_status', 'page.word_count', 'page.ttfb_ms'],
  ...['popularity', 'performance.field', 'organic.etv', 'organic.count', 'registration.age_days', 'sitemap.url_count'],
];

export const compareDomains: Tool<{ domains: string[] }> = {
  name: 'compare_domains',
  title: 'Compare domains',
  description:
    'Returns the main metrics of two to ten domains side by side; each new one counts against the daily allowance. Use ' +
    'it instead of many calls of get_domain. A domain without data has error.',
  input: {
    type: 'object',
    properties: {
      domains: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 10, description: 'Domain names' },
    },
    required: ['domains'],
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: { complete: flag, domains: list },
    required: ['complete', 'domains'],
  },
  own: ['domains.domain', 'domains.failed_audits', 'domains.error.code', 'domains.field_assessment'],

  async run({ domains }, callEndpoint) {
    const compared = await Promise.all([...new Set(domains)].map((domain) => tryMetricsOf(domain, callEndpoint)));
    const known = compared.flatMap((each) => ('error' in each ? [] : [each]));
    if (known.length === 0) throw compared.flatMap((each) => ('error' in each ? [each.thrown] : []))[0]!;
    const complete = known.every((each) => each.complete);
    const failed = compared.length - known.length;
    const next = complete ? '' : 'The answer is not complete: call compare_domains again in 30 seconds.';
    const errors = failed > 0 ? ` ${countOf(failed, 'domain has', 'domains have')} no data: see error.` : '';
    return {
      data: { complete, domains: compared.map(withoutThrown) },
      summary: withLines(
        `Metrics of ${countOf(known.length, 'domain')}.${errors}`,
        compared.map((each) => `${each.domain}: ${'error' in each ? each.error.code : comparedFacts(each)}`),
        next,
      ),
    };
  },
};

/** Returns the metrics that are most often compared, as far as they are known. */
function comparedFacts({ failed_audits, ...metrics }: Awaited<ReturnType<typeof metricsOf>>): string {
  const { seo_score, tranco_rank, open_page_rank, referring_domains, organic_etv, organic_count, lcp_p75_ms } = metrics;
  const main = { seo_score, tranco_rank, open_page_rank, referring_domains, organic_etv, organic_count, lcp_p75_ms };
  const facts = Object.entries(main).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
  if (failed_audits) facts.splice(1, 0, `${countOf(failed_audits.length, 'audit')} failed`);
  return facts.length > 0 ? facts.join(', ') : 'nothing known';
}

interface FailedDomain {
  domain: string;
  error: { code: string; message: string };
  thrown: ServiceError;
}

function withoutThrown(compared: FailedDomain | Awaited<ReturnType<typeof metricsOf>>) {
  if (!('error' in compared)) return compared;
  return { domain: compared.domain, error: compared.error };
}

/** Returns the metrics of a domain, or its error, so that the other domains are still returned. */
async function tryMetricsOf(domain: string, callEndpoint: CallEndpoint) {
  try {
    return await metricsOf(domain, callEndpoint);
  } catch (thrown) {
    if (!isError(thrown) || thrown.kind === 'internal') throw thrown;
    return {
      domain: withoutUserInformation(domain),
      error: { code: thrown.code, message: thrown.message },
      thrown,
    } satisfies FailedDomain;
  }
}

async function metricsOf(requested: string, callEndpoint: CallEndpoint) {
  const answer = await callEndpoint<DomainAnswer>('/query', { domain: requested, fields: COMPARED_FIELDS });
  const { domain, complete, seo_score, audit, page, popularity, performance, organic, registration, sitemap } = answer;
  const field = performance.field;
  return {
    domain,
    complete,
    seo_score,
    failed_audits: audit && audit.audits.filter(({ status }) => status === 'fail').map(({ id }) => id),
    http_status: page?.http_status ?? null,
    ttfb_ms: page?.ttfb_ms ?? null,
    word_count: page?.word_count ?? null,
    sitemap_urls: sitemap?.url_count ?? null,
    age_days: registration?.age_days ?? null,
    tranco_rank: popularity.tranco?.rank ?? null,
    open_page_rank: popularity.open_page_rank?.score ?? null,
    referring_domains: popularity.open_page_rank?.referring_domains ?? null,
    organic_etv: organic?.etv ?? null,
    organic_count: organic?.count ?? null,
    lcp_p75_ms: field?.lcp_p75_ms ?? null,
    field_assessment: field?.assessment ?? null,
  };
}

type HistoryAnswer = z.infer<typeof historyAnswer>;

const SNAPSHOT_ROWS = { usual: 10, maximum: 100 };
const HISTORY_FIELDS = [
  ...['captured_at', 'seo_score', 'http_status', 'tranco_rank', 'open_page_rank', 'organic_etv', 'organic_count'],
  ...['lcp_p75_ms', 'word_count', 'site_score', 'changes'],
].map((name) => `snapshots.${name}`);

export const getHistory: Tool<Parameters & { limit?: number }> = {
  name: 'get_history',
  title: 'History of a domain',
  description:
    'Returns metrics of a domain over time: snapshots, newest first, and for each metric first, last, minimum, maximum ' +
    'and change. Only domains that were queried before have a history. Nothing is fetched.',
  input: {
    type: 'object',
    properties: {
      domain,
      range: { type: 'string', description: 'Time back from now: 7d, 30d (default), 90d, 1y; or from and to' },
      from: { type: 'string', description: 'First day, YYYY-MM-DD' },
      to: { type: 'string', description: 'Last day' },
      limit: limit(SNAPSHOT_ROWS),
      cursor,
    },
    required: ['domain'],
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: {
      domain: text,
      count,
      snapshots: list,
      summary: object,
      truncated: flag,
      next_cursor: nullable('string'),
    },
    required: ['domain', 'count', 'snapshots', 'summary'],
  },
  own: ['domain', 'range', 'next_cursor', 'snapshots.changes', 'snapshots.changes.name'],
  rows: SNAPSHOT_ROWS,

  async run({ limit = SNAPSHOT_ROWS.usual, ...given }, callEndpoint) {
    const fields = [...HISTORY_FIELDS, 'summary', 'range', 'from', 'to'];
    const answer = await callEndpoint<HistoryAnswer>('/history', { ...given, limit, fields });
    const more = answer.truncated ? 'For older ones, call get_history again with cursor set to next_cursor.' : '';
    const none = answer.count === 0 ? NO_SNAPSHOTS : '';
    return {
      data: { ...answer },
      summary: withLines(historyFront(answer), [...metricLines(answer), ...changeLines(answer)], more || none),
    };
  },
};

const NO_SNAPSHOTS =
  'There may be others at other times: call get_history with a longer range. If there are none, the domain has not been ' +
  'queried before: call get_domain.';

/** Returns a sentence with the number of snapshots and their days; without snapshots, those of the requested window. */
function historyFront({ domain, count, snapshots, from, to }: HistoryAnswer): string {
  const days = [snapshots.at(-1)?.captured_at ?? from, snapshots[0]?.captured_at ?? to];
  return `${domain}: ${countOf(count, 'snapshot')} from ${days.map((time) => time.slice(0, 10)).join(' to ')}.`;
}

/** Returns a line for each metric that has values. */
function metricLines({ summary }: HistoryAnswer): string[] {
  return Object.entries(summary).flatMap(([name, { first, last, min, max }]) =>
    first === null ? [] : [`${name}: ${first} to ${last} (lowest ${min}, highest ${max})`],
  );
}

/** Returns a line for each change, newest first. */
function changeLines({ snapshots }: HistoryAnswer): string[] {
  return snapshots.flatMap(({ captured_at, changes }) =>
    changes.map(({ name, before, after }) => {
      const isNumber = typeof before === 'number' && typeof after === 'number';
      const change = isNumber ? `${before} to ${after}` : quotedList([`${before} to ${after}`], 0);
      return `${captured_at.slice(0, 10)}, ${name}: ${change}`;
    }),
  );
}
