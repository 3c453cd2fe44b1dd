import type { IssueCatalogue } from '../../record/site-evidence-schema.ts';
import type { SiteRow } from '../../record/site-schema.ts';
import { type RowState, stateOfRow } from './sort-and-filter-rows.ts';

/** Numbers of the pages of a crawl; each group contains every page once. */
export interface RowsSummary {
  pages: number;
  /** By the class of their HTTP status, such as `2xx`; `none`: there was no response, or no request. */
  answers: Record<string, number>;
  states: Partial<Record<RowState, number>>;
  /** By clicks from the home page; `none`: no link leads to the page. */
  depths: Record<string, number>;
  /** Pages with at least one issue of a severity. */
  affected: Record<Severity, number>;
}

type Severity = IssueCatalogue['items'][number]['severity'];

/** Counts the pages of a crawl by the properties that the list of pages can be filtered by. */
export function summarizeRows(rows: readonly SiteRow[], catalogue: IssueCatalogue['items']): RowsSummary {
  const severities = new Map(catalogue.map(({ id, severity }) => [id, severity]));
  const affected = { error: 0, warning: 0, notice: 0 };
  for (const { issues } of rows) {
    for (const severity of new Set(issues.flatMap((id) => severities.get(id) ?? []))) affected[severity] += 1;
  }
  return {
    pages: rows.length,
    answers: countBy(rows, ({ http_status }) => (http_status === null ? 'none' : `${Math.floor(http_status / 100)}xx`)),
    states: countBy(rows, stateOfRow),
    depths: countBy(rows, ({ depth }) => String(depth ?? 'none')),
    affected,
  };
}

function countBy<Key extends string>(rows: readonly SiteRow[], keyOf: (row: SiteRow) => Key): Record<Key, number> {
  const counts: Partial<Record<Key, number>> = {};
  for (const row of rows) counts[keyOf(row)] = (counts[keyOf(row)] ?? 0) + 1;
  return counts as Record<Key, number>;
}
