import type { SiteAnswer, SiteResult } from '../../record/site-schema.ts';
import type { CrawlsOfDomain, EndedCrawl, OpenCrawl } from '../store/site-crawls.ts';
import { crawlSource } from './crawl-source.ts';
import { pagesAdmitted, pollAfter } from './poll-after.ts';

/** The crawls of a domain of which there is at least one. */
export type SomeCrawls = CrawlsOfDomain & ({ open: OpenCrawl } | { ended: [EndedCrawl, ...EndedCrawl[]] });

/** @returns `null` where the domain was never crawled */
export function someCrawls(crawls: CrawlsOfDomain): SomeCrawls | null {
  return crawls.open || crawls.ended.length > 0 ? (crawls as SomeCrawls) : null;
}

/** The members of the result before a first crawl has ended. */
const NOTHING: { [Member in keyof SiteResult]: null } = {
  site_score: null,
  pages: null,
  issues: null,
  links: null,
  depth: null,
  sitemap: null,
  duplicates: null,
  most_linked: null,
  skipped: null,
  changes: null,
};

/**
 * `data` of the audit of a site as JSON text: how the crawl stands that is under way, or else the last one, then what the
 * last one that has ended came to, as it is stored.
 *
 * @param now milliseconds since the epoch
 */
export function auditData(crawls: SomeCrawls, now: number): string {
  const front = JSON.stringify(auditFront(crawls, now));
  const [last] = crawls.ended;
  const result = last ? last.resultJson : JSON.stringify(NOTHING);
  const sources = JSON.stringify([crawlSource(crawls)]);
  return `${front.slice(0, -1)},${result.slice(1, -1)},"sources":${sources}}`;
}

function auditFront({ open, ended }: SomeCrawls, now: number): Omit<SiteAnswer, keyof SiteResult | 'sources'> {
  const crawl = open ?? ended[0];
  return {
    domain: crawl.domain,
    status: crawl.status,
    stop_reason: crawl.stopReason,
    started_at: crawl.startedAt,
    finished_at: ended[0]?.finishedAt ?? null,
    updated_at: crawl.updatedAt,
    poll_after_seconds: open ? pollAfter(open, now) : null,
    progress: { found: crawl.found, fetched: crawl.fetched, limit: pagesAdmitted(crawl) },
  };
}
