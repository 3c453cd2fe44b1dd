import type { FigureName } from '../domain/history/series.ts';

/** Whether more or less of a figure is better; the others are neither. */
const BETTER: Partial<Record<FigureName, 'more' | 'less'>> = {
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

/**
 * The best of some values of a figure.
 *
 * @param values `null`: not known
 * @returns `null` where none is better than another that is known
 */
export function bestOf(name: FigureName, values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  const better = BETTER[name];
  if (better === undefined || new Set(known).size < 2) return null;
  return better === 'more' ? Math.max(...known) : Math.min(...known);
}
