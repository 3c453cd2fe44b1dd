import { answerOf } from '../providers/read-response.ts';
import { ofOwnHosts, type Source, type SourceContext } from '../source.ts';
import type { AiPolicy, Sections } from '../../record/record.ts';
import type { SourceAnswer } from '../../record/source-answer.ts';
import { fetchHomePage } from './home-page.ts';
import { judgePage } from './judge-page.ts';
import { readSitemaps } from './sitemaps.ts';

/** Fetches home page, robots.txt and sitemaps; security headers, access and policy for AI crawlers are evaluated from them. */
export const siteSource: Source = {
  id: 'site',
  fields: [
    'page',
    'robots_txt',
    'sitemap',
    'audit',
    'issues',
    'issues_total',
    'seo_score',
    'top_keywords',
    'security_headers',
    'ai_access.agents',
    'ai_policy.content_signal',
    'ai_policy.content_usage',
    'ai_policy.training_preference',
    'ai_policy.noai',
    'ai_policy.payment',
    'ai_policy.contradictions',
  ],
  ...ofOwnHosts,
  isEvidence: true,
  maxAgeDays: 1,
  inlineMs: 20_000,
  backgroundMs: 0,
  fetch: (domain, context) => answerOf(() => crawl(domain, context)),
};

async function crawl(domain: string, { network, reader, site, now }: SourceContext): Promise<SourceAnswer> {
  reader.warm();
  const served = await fetchHomePage(domain, network, site);
  const robots = await site.gate.robotsOf(served.url);
  const read = await judgePage({ served, robots, isHome: true }, reader, now());
  const { failure, sections: judged, policy, keywords } = read;
  if (failure) return failure;
  const { robotsTxt, aiAgents } = await reader.readRobots(robots, served.url);
  const sitemap = await readSitemaps(served.url, robotsTxt.sitemaps, robotsTxt.sitemaps_total, {
    network,
    reader,
    site,
    now: now(),
  });
  const sections = { ...judged, robots_txt: robotsTxt, 'ai_access.agents': aiAgents, ...policySections(policy) };
  const { status, overHttps } = served;
  const answer = { http_status: status, ...(overHttps && { overHttps }), ...(keywords && { keywords }) };
  if (sitemap) return { status: 'ok', ...answer, sections: { ...sections, sitemap } };
  const error = { code: 'sitemap_unreachable', message: 'The sitemap could not be fetched', retryable: true };
  return { status: 'partial', ...answer, sections, error };
}

/** The sections of a policy; licences and reservations are not complete without the files of the source `ai_policy`. */
function policySections(policy: AiPolicy): Partial<Sections> {
  const { content_signal, content_usage, training_preference, rsl, tdm, noai, payment, contradictions } = policy;
  return {
    'ai_policy.content_signal': content_signal,
    'ai_policy.content_usage': content_usage,
    'ai_policy.training_preference': training_preference,
    'ai_policy.rsl': rsl,
    'ai_policy.tdm': tdm,
    'ai_policy.noai': noai,
    'ai_policy.payment': payment,
    'ai_policy.contradictions': contradictions,
  };
}
