import { ReadableStream } from 'node:stream/web';
import type { CrawledPage } from '../../../functions/core/record/crawled-page.ts';
import type { OpenCrawl, SiteCrawls } from '../../../functions/core/sites/store/site-crawls.ts';

/** Keeps the data of each page in memory; data of the start and the end of a crawl are stored. */
export function keepInMemory(crawls: SiteCrawls): SiteCrawls {
  let pages: CrawledPage[] = [];
  let open: OpenCrawl | null = null;
  return {
    ...crawls,
    async readInProgress(domain) {
      if (open?.domain !== domain) open = (await crawls.readInProgress(domain))[0] ?? null;
      return open ? [open] : [];
    },
    addPage(_, order, page) {
      pages[order] = page;
      return Promise.resolve(true);
    },
    readPages: (_, { from = 0, withAnchors = false } = {}) =>
      ReadableStream.from(pages.slice(from).map((page) => (withAnchors ? page : { ...page, anchors: [] }))),
    end(crawl, outcome) {
      pages = [];
      open = null;
      return crawls.end(crawl, outcome);
    },
  };
}
