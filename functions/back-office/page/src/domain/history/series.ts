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

/**
 * The range of the y axis: the values with a margin of 10 %, at least one unit, or a hundredth where all are below one.
 * It goes below zero only where a value does.
 */
export function yDomainOf(points: readonly Pick<Point, 'y'>[]): [number, number] {
  const values = points.map(({ y }) => y);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const scale = least >= 0 && most > 0 && most < 1 ? 100 : 1;
  const margin = Math.max((most - least) * 0.1, 1 / scale);
  const low = Math.floor((least - margin) * scale) / scale;
  return [least < 0 ? low : Math.max(0, low), Math.ceil((most + margin) * scale) / scale];
}

/** Positions of the values of a metric on the axis of a chart. */
interface Scale {
  onAxis: (value: number) => number;
  /** The value at a place of the axis. */
  value: (onAxis: number) => number;
  /** The range of the axis that shows these values. */
  domain: (values: readonly number[]) => [number, number];
}

const UPWARDS: Scale = {
  onAxis: (value) => value,
  value: (onAxis) => onAxis,
  domain: (values) => yDomainOf(values.map((y) => ({ y }))),
};

/** Less is better, and is above. The library's axes only go up: they have the negative values. */
const DOWNWARDS: Scale = {
  onAxis: (value) => 0 - value,
  value: (onAxis) => 0 - onAxis,
  domain: (values) => {
    const [least, most] = UPWARDS.domain(values);
    return [0 - most, 0 - least];
  },
};

/** A rank is drawn upside down, since 1 is the best. */
export function scaleOf(name: HistoryMetric): Scale {
  return name === 'tranco_rank' ? DOWNWARDS : UPWARDS;
}
