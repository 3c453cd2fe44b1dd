import { csvText } from '../../../../core/platform/text/csv-text.ts';
import type { PortfolioRow } from './portfolio-row.ts';

/** Columns by the names that the interface has for them. */
const COLUMNS: [name: string, read: (row: PortfolioRow) => string | number | null][] = [
  ['domain', ({ domain }) => domain],
  ['domain_unicode', ({ domain_unicode }) => domain_unicode],
  ['updated_at', ({ updated_at }) => updated_at],
  ['seo_score', ({ seo_score }) => seo_score],
  ['seo_score_30d_before', ({ score_before }) => score_before && score_before.value],
  ['tranco_rank', ({ tranco_rank }) => tranco_rank],
  ['tranco_rank_30d_before', ({ rank_before }) => rank_before && rank_before.value],
  ['organic_etv', ({ organic_etv }) => organic_etv],
  ['tls_valid_to', ({ tls_valid_to }) => tls_valid_to],
  ['registration_expires_at', ({ registration_expires_at }) => registration_expires_at],
  ['site_errors', ({ site }) => site && site.errors],
  ['site_warnings', ({ site }) => site && site.warnings],
  ['failed_sources', ({ failed_sources }) => failed_sources],
  ['tags', ({ tags }) => tags.join(' ')],
  ['followed', ({ followed }) => String(followed)],
  ['blocked', ({ blocked }) => String(blocked)],
];

/** Domains as CSV with a byte order mark, by which spreadsheets know that it is UTF-8; empty cells are not known. */
export function domainsCsv(rows: PortfolioRow[]): string {
  const table = {
    header: COLUMNS.map(([name]) => name),
    rows: rows.map((row) => COLUMNS.map(([, read]) => read(row))),
  };
  return `\uFEFF${csvText(table)}`;
}
