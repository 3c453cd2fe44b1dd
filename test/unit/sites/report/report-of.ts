import type { CrawledPage } from '../../../../functions/core/record/crawled-page.ts';
import { type CrawledSite, reportSite } from '../../../../functions/core/sites/report/report-site.ts';
import { listedIn } from '../graph/crawled.ts';

/** What a test says of a crawl beside its pages; it is whole, the first, and found no sitemap unless it is said. */
export interface ReportSpec extends Partial<Omit<CrawledSite, 'crawled' | 'sitemap'>> {
  /** Paths that the sitemap lists. */
  listed?: string[];
}

export function reportOf(crawled: readonly CrawledPage[], { listed, ...crawl }: ReportSpec = {}) {
  const found = listed !== undefined;
  return reportSite({
    crawled,
    isWhole: true,
    sitemap: { listed: listedIn(listed ?? []), isWhole: found, found },
    skipped: [],
    previous: null,
    ...crawl,
  });
}

export const pathOf = (url: string) => new URL(url).pathname;
