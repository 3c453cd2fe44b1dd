import { type FigureName, figureNames } from '../domain/history/series.ts';
import { type HistoryRange, historyRanges } from '../domain/history/ranges.ts';

/** What is compared, as the address says it. */
export interface ComparedView {
  domains: string[];
  /** Whose lines are shown. */
  figure: FigureName;
  range: HistoryRange;
}

export const MOST_COMPARED = 10;

/** The query of an address, such as `domains=a.com,b.com&figure=tranco_rank`. */
export function queryOfComparison({ domains, figure, range }: ComparedView): string {
  const query = new URLSearchParams({ figure, range });
  // Commas stay readable.
  return `domains=${domains.map(encodeURIComponent).join(',')}&${query.toString()}`;
}

/** What the query of an address says; what it cannot mean is as it would be without. */
export function comparisonOfQuery(text: string): ComparedView {
  const query = new URLSearchParams(text);
  return {
    domains: namesIn(query.get('domains') ?? ''),
    figure: figureNames.find((name) => name === query.get('figure')) ?? 'seo_score',
    range: historyRanges.find((range) => range === query.get('range')) ?? '90d',
  };
}

/** The names in a list with commas or spaces between, each once. */
export function namesIn(list: string): string[] {
  return [...new Set(list.split(/[\s,，;；]+/).filter(Boolean))];
}
