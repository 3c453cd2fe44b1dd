import type { HistoryMetric } from './series.ts';

const BETTER: Partial<Record<HistoryMetric, 'more' | 'less'>> = {
  seo_score: 'more',
  tranco_rank: 'less',
  open_page_rank: 'more',
  organic_etv: 'more',
  organic_count: 'more',
  lcp_p75_ms: 'less',
  inp_p75_ms: 'less',
  cls_p75: 'less',
  ttfb_p75_ms: 'less',
  fcp_p75_ms: 'less',
  site_score: 'more',
  site_broken_links: 'less',
};

/** Whether more or less of a metric is better; `undefined`: neither is. */
export const betterOf = (name: HistoryMetric): 'more' | 'less' | undefined => BETTER[name];
