import type { CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { type CrawledSite, reportSite } from '../../../../functions/core/site-reports/report/report-site.ts';
import { linksOf, listedIn } from '../graph/crawled.ts';

/** Values of a crawl besides its pages; by default it found no sitemap. */
export interface ReportSpec extends Partial<Omit<CrawledSite, 'crawled'>> {
  /** Paths that the sitemap lists. */
  listed?: string[];
}

export function reportOf(crawled: readonly CrawledPage[], { listed, ...crawl }: ReportSpec = {}) {
  const found = listed !== undefined;
  return reportSite({
    crawled,
    links: linksOf(crawled),
    sitemap: { listed: listedIn(listed ?? []), isWhole: found, found, hasUnread: false },
    skipped: [],
    ...crawl,
  });
}

export const pathOf = (url: string) => new URL(url).pathname;
