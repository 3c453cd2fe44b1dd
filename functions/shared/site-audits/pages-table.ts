import type { CsvCell, CsvTable } from '../text/csv-text.ts';
import type { SitePagesAnswer, SiteRow } from '../record/site-audit.ts';

/** `test/unit/site-audits/pages-table.test.ts` holds them to the schema, which no function loads. */
const COLUMNS = [
  ...(['url', 'http_status', 'failure', 'redirects_to', 'depth', 'indexable', 'reason', 'in_sitemap'] as const),
  ...(['seo_score', 'title', 'title_length', 'meta_description', 'meta_description_length', 'h1'] as const),
  ...(['canonical', 'meta_robots', 'lang', 'word_count', 'content_hash', 'content_type', 'html_bytes'] as const),
  ...(['ttfb_ms', 'inlinks', 'outlinks', 'external_links', 'internal_rank', 'issues'] as const),
] satisfies (keyof SiteRow)[];

/** A list of pages as CSV, one a row. */
export function pagesTable({ items, next_cursor }: SitePagesAnswer): CsvTable {
  return {
    header: COLUMNS,
    rows: items.map((row) => COLUMNS.map((name) => cellOf(row[name]))),
    nextCursor: next_cursor,
  };
}

function cellOf(value: SiteRow[(typeof COLUMNS)[number]]): CsvCell {
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'boolean' ? String(value) : value;
}
