import type { SiteRow } from '../../record/site-schema.ts';
import type { CrawlReader } from '../store/site-crawls.ts';

/**
 * A reader that keeps the rows of the crawl whose rows were read last: a list is asked for page by page, and the rows of
 * a crawl that has ended never change. Whether the crawl is still there is read each time.
 */
export function keepingRows(reader: CrawlReader): CrawlReader {
  let kept: { id: string; rows: Promise<SiteRow[]> } | undefined;
  return {
    ...reader,
    async readRows(crawl) {
      if (kept?.id === crawl.id) return kept.rows;
      const reading = { id: crawl.id, rows: reader.readRows(crawl) };
      kept = reading;
      try {
        return await reading.rows;
      } catch (error) {
        // What failed is read again.
        if (kept === reading) kept = undefined;
        throw error;
      }
    },
  };
}
