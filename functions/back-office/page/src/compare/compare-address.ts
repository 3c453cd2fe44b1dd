import { type ComparedMetric, comparedMetrics } from './metrics.ts';

export const ranges = ['30d', '90d', '1y', '10y'] as const;
export type Range = (typeof ranges)[number];

/** What is compared, as stated by the address. */
export interface ComparedView {
  domains: string[];
  /** The metrics in the table; `null`: the usual ones. */
  metrics: ComparedMetric[] | null;
  /** The metric in the chart. */
  metric: ComparedMetric;
  range: Range;
}

export const MOST_COMPARED = 10;

/** Returns the query of an address, such as `domains=a.com,b.com&metric=tranco_rank&range=1y`. */
export function queryOfComparison({ domains, metrics, metric, range }: ComparedView): string {
  const chosen = metrics === null ? '' : `&metrics=${metrics.join(',')}`;
  // Commas stay readable.
  return `domains=${domains.map(encodeURIComponent).join(',')}${chosen}&metric=${metric}&range=${range}`;
}

/** Returns what the query of an address states; unknown parts have their defaults. */
export function comparisonOfQuery(text: string): ComparedView {
  const query = new URLSearchParams(text);
  const metrics = query.get('metrics')?.split(',');
  // `figure` is the name of the parameter in addresses of version 0.2.
  const metric = query.get('metric') ?? query.get('figure');
  return {
    domains: namesIn(query.get('domains') ?? ''),
    metrics: metrics ? comparedMetrics.filter((name) => metrics.includes(name)) : null,
    metric: comparedMetrics.find((name) => name === metric) ?? 'seo_score',
    range: ranges.find((range) => range === query.get('range')) ?? '90d',
  };
}

/** Returns the names in a list that are separated by commas or spaces, each once. */
export function namesIn(list: string): string[] {
  return [...new Set(list.split(/[\s,，;；]+/).filter(Boolean))];
}
