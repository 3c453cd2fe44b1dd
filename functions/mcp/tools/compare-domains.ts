import { countOf } from './count-of.ts';
import { withoutUserInformation } from '../../core/platform/names/ascii-host.ts';
import { isError, type ServiceError } from '../../core/platform/http/errors.ts';
import type { DomainAnswer } from '../../core/record/record.ts';
import type { Ask } from '../ask.ts';
import type { Tool } from '../tool.ts';
import { flag, list } from './schemas.ts';

const FIELDS = [
  ...['seo_score', 'audit.audits.id', 'audit.audits.status', 'page.http_status', 'page.word_count', 'page.ttfb_ms'],
  ...['popularity', 'performance.field', 'organic.etv', 'organic.count', 'registration.age_days', 'sitemap.url_count'],
];

interface Given {
  domains: string[];
}

export const compareDomains: Tool<Given> = {
  name: 'compare_domains',
  title: 'Compare domains',
  description:
    "The main figures of two to ten domains side by side; each new one counts for the day's allowance. Use it instead " +
    'of many calls of get_domain. A domain without an answer has error.',
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

  async run({ domains }, ask) {
    const compared = await Promise.all([...new Set(domains)].map((domain) => figuresOf(domain, ask)));
    const known = compared.flatMap((each) => ('error' in each ? [] : [each]));
    if (known.length === 0) throw compared.flatMap((each) => ('error' in each ? [each.thrown] : []))[0]!;
    const complete = known.every((each) => each.complete);
    const failed = compared.length - known.length;
    const next = complete ? '' : ' Some are not complete: call compare_domains again in half a minute.';
    const errors = failed > 0 ? ` ${failed} have no answer: see error.` : '';
    return {
      data: { complete, domains: compared.map(shown) },
      summary: `${countOf(known.length, 'domain')}.${errors}${next}`,
    };
  },
};

interface NoFigures {
  domain: string;
  error: { code: string; message: string };
  thrown: ServiceError;
}

function shown(compared: NoFigures | Awaited<ReturnType<typeof figures>>) {
  if (!('error' in compared)) return compared;
  return { domain: compared.domain, error: compared.error };
}

/** Who has no figures says why: the others have theirs. */
async function figuresOf(domain: string, ask: Ask) {
  try {
    return await figures(domain, ask);
  } catch (thrown) {
    if (!isError(thrown) || thrown.kind === 'internal') throw thrown;
    return {
      domain: withoutUserInformation(domain),
      error: { code: thrown.code, message: thrown.message },
      thrown,
    } satisfies NoFigures;
  }
}

async function figures(asked: string, ask: Ask) {
  const answer = await ask<DomainAnswer>('/query', { domain: asked, fields: FIELDS });
  const { domain, complete, seo_score, audit, page, popularity, performance, organic, registration, sitemap } = answer;
  const field = performance.field;
  return {
    ...{ domain, complete, seo_score },
    failed_audits: audit && audit.audits.filter(({ status }) => status === 'fail').map(({ id }) => id),
    ...{ http_status: page?.http_status ?? null, ttfb_ms: page?.ttfb_ms ?? null, word_count: page?.word_count ?? null },
    ...{ sitemap_urls: sitemap?.url_count ?? null, age_days: registration?.age_days ?? null },
    tranco_rank: popularity.tranco?.rank ?? null,
    open_page_rank: popularity.open_page_rank?.score ?? null,
    referring_domains: popularity.open_page_rank?.referring_domains ?? null,
    ...{ organic_etv: organic?.etv ?? null, organic_count: organic?.count ?? null },
    ...{ lcp_p75_ms: field?.lcp_p75_ms ?? null, field_assessment: field?.assessment ?? null },
  };
}
