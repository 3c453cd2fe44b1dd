import { SITE, sourceOfValue } from '../../../../../core/record/history-values.ts';
import type { History, Snapshot } from '../../api/api.ts';

export type HistoryMetric = keyof History['summary'];

/** A known value, and when it was measured (ISO 8601). */
export interface Point {
  time: string;
  y: number;
}

/** A snapshot in which the site did not show its home page. */
interface FailedSnapshot {
  time: string;
  /** Code of what went wrong, such as `http_503`. */
  code: string;
}

/** What a snapshot has of a metric. */
type Measured<Name extends HistoryMetric> = Pick<Snapshot, 'captured_at' | 'site_status' | Name>;

/** A metric over time. */
interface Series {
  /** The known values, oldest first; a new line begins after snapshots that failed. */
  lines: Point[][];
  failed: FailedSnapshot[];
}

/** The metrics with charts: an HTTP status is not a quantity. */
export const historyMetrics = [
  'seo_score',
  'tranco_rank',
  'open_page_rank',
  'organic_etv',
  'organic_count',
  'lcp_p75_ms',
  'inp_p75_ms',
  'cls_p75',
  'ttfb_p75_ms',
  'fcp_p75_ms',
  'tls_days_remaining',
  'word_count',
  'links_total',
  'site_score',
  'site_pages',
  'site_broken_links',
] as const satisfies HistoryMetric[];

/**
 * A metric's known values. What a snapshot does not know leaves no gap; where the site did not show its page, the
 * metrics of the page have a gap and are never drawn.
 */
export function seriesOf<Name extends HistoryMetric>(newestFirst: readonly Measured<Name>[], name: Name): Series {
  const lines: Point[][] = [];
  const failed: FailedSnapshot[] = [];
  let line: Point[] | null = null;
  for (const { captured_at: time, site_status, [name]: y } of newestFirst.toReversed()) {
    if (sourceOfValue(name) === SITE && isFailed(site_status)) {
      failed.push({ time, code: site_status });
      line = null;
    } else if (y !== null) {
      if (line) line.push({ time, y });
      else lines.push((line = [{ time, y }]));
    }
  }
  return { lines, failed };
}

/** Whether a snapshot is known to be without the home page; `null` is not known. */
export function isFailed(siteStatus: Snapshot['site_status']): siteStatus is string {
  return siteStatus !== null && siteStatus !== 'ok';
}

/** Whether a metric is drawn upside down: of a rank, 1 is the best and is at the top. */
export const isRank = (name: HistoryMetric) => name === 'tranco_rank';
