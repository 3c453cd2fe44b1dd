import { NetworkFailure } from '../../network/failures.ts';
import { analysePage } from '../../page/analyse-page.ts';
import { describeRobots } from '../../robots/robots-txt.ts';
import { failureAnswer } from '../failure-answer.ts';
import type { Source, SourceAnswer, SourceContext } from '../source.ts';
import { fetchHomePage } from './home-page.ts';
import { looksLikeHtml } from './looks-like-html.ts';
import { createRobotsGate } from './robots-gate.ts';
import { readSitemaps } from './sitemaps.ts';

/** The crawl of the home page, robots.txt and sitemaps. */
export const siteSource: Source = {
  id: 'site',
  fields: ['page', 'robots_txt', 'sitemap', 'audit', 'seo_score'],
  attribution: null,
  isEvidence: true,
  keys: [],
  maxAgeDays: 1,
  inlineMs: 20_000,
  backgroundMs: 0,
  costUsd: 0,
  async ask(domain, context) {
    try {
      return await crawl(domain, context);
    } catch (error) {
      if (error instanceof NetworkFailure) return failureAnswer(error);
      throw error;
    }
  },
};

async function crawl(domain: string, { network, now }: SourceContext): Promise<SourceAnswer> {
  const gate = createRobotsGate(network);
  const served = await fetchHomePage(domain, network, gate);
  const robots = await gate.robotsOf(served.url);
  const robotsTxt = describeRobots(robots, served.url);
  const sitemap = await readSitemaps(served.url, robotsTxt.sitemaps, robotsTxt.sitemaps_total, {
    network,
    gate,
    now: now(),
  });
  // A picture or a PDF has no HTML facts: they are those of an empty document.
  const html = looksLikeHtml(served) ? served : { ...served, body: [] };
  const { page, audit } = analysePage(html, robots, now());
  const sections = { page, robots_txt: robotsTxt, sitemap, audit, seo_score: audit.score };
  if (sitemap) return { status: 'ok', http_status: page.http_status, sections };
  const error = { code: 'sitemap_unreachable', message: 'The sitemap did not answer', retryable: true };
  return { status: 'partial', http_status: page.http_status, sections, error };
}
