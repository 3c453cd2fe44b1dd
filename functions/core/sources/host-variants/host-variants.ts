import { NetworkFailure } from '../../platform/network/failures.ts';
import { failureAnswer } from '../providers/read-response.ts';
import type { SourceAnswer } from '../../record/source-answer.ts';
import { noHomePage } from '../site/no-home-page.ts';
import type { Source } from '../source.ts';
import { askVariants } from './ask-variants.ts';
import { describeVariants } from './describe-variants.ts';
import { stepsOfCrawl, variantsOf } from './steps.ts';

/** Where http and https, with and without `www.`, lead. No address that the crawl has asked for is asked for again. */
export const hostVariantsSource: Source = {
  id: 'host_variants',
  fields: ['host_variants'],
  attribution: null,
  isEvidence: false,
  address: null,
  keys: [],
  maxAgeDays: 7,
  followsCrawl: true,
  // It waits for the crawl.
  inlineMs: 22_000,
  backgroundMs: 60_000,
  costUsd: 0,
  async ask(domain, { crawled, site }) {
    const crawl = await crawled;
    if (!crawl) return noHomePage;
    const variants = variantsOf(domain);
    const steps = stepsOfCrawl(domain, crawl.page);
    await askVariants(variants, steps, crawl, site);
    const section = describeVariants(variants, crawl.page.final_url, steps);
    const isStopped = section.variants.some(({ error }) => error === rests.code);
    return { ...(isStopped ? STOPPED : { status: 'ok' }), sections: { host_variants: section } };
  },
};

const rests = new NetworkFailure('rate_limited');
/** The site wanted to be left alone before all was asked. */
const STOPPED: SourceAnswer = { ...failureAnswer(rests), status: 'partial' };
