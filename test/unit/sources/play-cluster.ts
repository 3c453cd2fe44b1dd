import { crawledSite } from '../../../functions/core/domains/fetch-sources.ts';
import * as schema from '../../../functions/core/record/schema.ts';
import { hreflangSource } from '../../../functions/core/sources/hreflang.ts';
import { siteSource } from '../../../functions/core/sources/site/site.ts';
import { siteAccessOf } from '../../support/site-access.ts';
import { siteReader } from '../../support/site-reader.ts';
import { type Replies, serveSite } from '../../support/site-world.ts';
import { contextOf } from '../../support/source-context.ts';

/**
 * Serves a site over http, fetches the home page of `site.example`, and requests the source in the same fetch.
 *
 * @param later requests the source in a separate fetch, which gets the crawl from the record
 * @returns its answer, the requests of the crawl, those of the source, and the result of the crawl
 */
export async function playCluster(
  replies: Replies,
  { later = false, blocked = [] }: { later?: boolean; blocked?: string[] } = {},
) {
  const { network, log } = await serveSite(replies, ['site.example', '*.site.example', 'other.example']);
  const newContext = () => ({ network, reader: siteReader, site: siteAccessOf(network, { blocked }), now: Date.now });
  const context = newContext();
  const { sections } = await siteSource.fetch('site.example', contextOf(context));
  const crawl = log.splice(0);
  const crawled = crawledSite({ sections: sections ?? {} });
  const own = contextOf({ ...(later ? newContext() : context), crawled: Promise.resolve(crawled) });
  const answer = await hreflangSource.fetch('site.example', own);
  const section = answer.sections && schema.hreflangCluster.parse(answer.sections.hreflang_cluster);
  return { answer, section, crawl, requests: log, crawled };
}
