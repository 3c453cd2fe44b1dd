import { NetworkFailure } from '../../platform/network/failures.ts';
import { declaredCluster, judgeCluster } from '../../analysis/hreflang/cluster.ts';
import type { SourceAnswer } from '../../record/source-answer.ts';
import { registrableDomain } from '../../accounts/fetched-hosts.ts';
import { failureAnswer } from '../providers/read-response.ts';
import { noHomePage } from '../site/no-home-page.ts';
import type { Source } from '../source.ts';
import { askAlternates } from './ask-alternates.ts';

/** The site wanted to be left alone before all was asked. */
const STOPPED: SourceAnswer = { ...failureAnswer(new NetworkFailure('rate_limited')), status: 'partial' };

/** Whether the pages in other languages that the home page names exist, name it too, and are in their languages. */
export const hreflangSource: Source = {
  id: 'hreflang',
  fields: ['hreflang_cluster'],
  attribution: null,
  isEvidence: false,
  address: null,
  keys: [],
  maxAgeDays: 7,
  // It waits until the crawl has read the home page.
  inlineMs: 22_000,
  backgroundMs: 60_000,
  costUsd: 0,
  followsCrawl: true,
  async ask(_domain, context) {
    const crawled = await context.crawled;
    if (!crawled) return noHomePage;
    const { page } = crawled;
    const declared = declaredCluster(page);
    const owner = ownerOf(page.final_url);
    const alternates = declared.others.filter(({ url }) => ownerOf(url) === owner);
    const { answers, isStopped } = await askAlternates({ alternates, names: declared.names }, crawled, context);
    const section = judgeCluster(declared, page.lang, answers);
    return { ...(isStopped ? STOPPED : { status: 'ok' }), sections: { hreflang_cluster: section } };
  },
};

function ownerOf(url: string): string {
  return registrableDomain(new URL(url).hostname);
}
