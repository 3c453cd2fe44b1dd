import { type PageKeyword, pageKeywords } from '../../keywords/page-phrases.ts';
import { NetworkFailure } from '../../network/failures.ts';
import { analysePage } from '../../page/analyse-page.ts';
import type { ServedPage } from '../../page/served-page.ts';
import type { Sections } from '../../record/record.ts';
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
  fields: ['page', 'robots_txt', 'sitemap', 'audit', 'seo_score', 'top_keywords'],
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
  const { page, audit, texts } = analysePage(html, robots, now());
  const keywords = isErrorPage(served) ? undefined : pageKeywords(texts);
  const answer = {
    http_status: page.http_status,
    sections: { page, robots_txt: robotsTxt, sitemap, audit, seo_score: audit.score, top_keywords: topOf(keywords) },
    ...(keywords && { keywords }),
  };
  if (sitemap) return { status: 'ok', ...answer };
  const error = { code: 'sitemap_unreachable', message: 'The sitemap did not answer', retryable: true };
  return { status: 'partial', ...answer, error };
}

/** It says what went wrong, not what the site is about. */
function isErrorPage({ status }: ServedPage): boolean {
  return status < 200 || status > 299;
}

function topOf(keywords: PageKeyword[] | undefined): Sections['top_keywords'] {
  return keywords?.map(({ keyword, score }) => ({ keyword, score })) ?? null;
}
