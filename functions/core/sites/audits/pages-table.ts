import type { CsvCell, CsvTable } from '../../platform/text/csv-text.ts';
import { siteRowMembers } from '../../record/members.computed.ts';
import type { SitePagesAnswer, SiteRow } from '../../record/site-schema.ts';

/** A list of pages as CSV, one a row. */
export function pagesTable({ items, next_cursor }: SitePagesAnswer): CsvTable {
  return {
    header: siteRowMembers,
    rows: items.map((row) => siteRowMembers.map((name) => cellOf(row[name]))),
    nextCursor: next_cursor,
  };
}

function cellOf(value: SiteRow[keyof SiteRow]): CsvCell {
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'boolean' ? String(value) : value;
}
