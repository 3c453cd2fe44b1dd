import type { SiteAnswer } from '../../../../../core/record/site-schema.ts';
import type { CrawlRequest, SiteState } from '../../../../contract.ts';

/** Pages of a crawl, where nothing was chosen yet. */
const USUAL_PAGES = 500;

/** The request for another crawl like the last one; the usual one if the site was never crawled. */
export function lastCrawlOf({ audit, most_pages, page_limit }: SiteState): CrawlRequest & { pages: number } {
  return {
    pages: Math.min(page_limit ?? USUAL_PAGES, most_pages),
    ...(audit && { settings: settingsOf(audit) }),
  };
}

/** Scope and options of a crawl, as a request for another one contains them. */
function settingsOf({
  scope: { include, exclude, depth },
  options: { extract, external, resources, rate },
}: SiteAnswer): NonNullable<CrawlRequest['settings']> {
  return { include, exclude, depth, external, resources, rate, ...(extract.length > 0 && { extract }) };
}
