import { csvText } from '../../../../core/platform/text/csv-text.ts';
import type { PortfolioRow } from './portfolio-row.ts';

type Cell = string | number | null;

/** Columns, with the names of the API's members. */
const columnsFor = (days: number): [name: string, valueOf: (row: PortfolioRow) => Cell][] => [
  ['domain', ({ domain }) => domain],
  ['domain_unicode', ({ domain_unicode }) => domain_unicode],
  ['updated_at', ({ updated_at }) => updated_at],
  ['seo_score', ({ seo_score }) => seo_score],
  [`seo_score_${days}d_before`, ({ score_before }) => score_before && score_before.value],
  ['tranco_rank', ({ tranco_rank }) => tranco_rank],
  [`tranco_rank_${days}d_before`, ({ rank_before }) => rank_before && rank_before.value],
  ['organic_etv', ({ organic_etv }) => organic_etv],
  ['tls_valid_to', ({ tls_valid_to }) => tls_valid_to],
  ['registration_expires_at', ({ registration_expires_at }) => registration_expires_at],
  ['site_health', ({ site }) => site && site.health],
  ['site_errors', ({ site }) => site && site.errors],
  ['site_warnings', ({ site }) => site && site.warnings],
  ['failed_sources', ({ failed_sources }) => failed_sources],
  ['tags', ({ tags }) => tags.join(' ')],
  ['followed', ({ followed }) => String(followed)],
  ['blocked', ({ blocked }) => String(blocked)],
];

/**
 * Returns domains as CSV with a byte order mark, by which spreadsheets recognize UTF-8. Unknown values are empty cells.
 *
 * @param days period of the changes in the rows
 */
export function domainsCsv(rows: readonly PortfolioRow[], days: number): string {
  const columns = columnsFor(days);
  const table = {
    header: columns.map(([name]) => name),
    rows: rows.map((row) => columns.map(([, valueOf]) => valueOf(row))),
  };
  return `\uFEFF${csvText(table)}`;
}
