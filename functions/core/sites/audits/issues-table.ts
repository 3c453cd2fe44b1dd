import type { CsvTable } from '../../platform/text/csv-text.ts';
import type { SiteResult } from '../../record/site-schema.ts';

const COLUMNS = ['id', 'severity', 'scope', 'count', 'title', 'how_to_fix', 'learn_more'] as const;

/**
 * The issues of a site as CSV, one a row, in the order of the answer. None as long as no crawl has ended.
 *
 * @param issues of the answer
 */
export function issuesTable(issues: SiteResult['issues'] | null): CsvTable {
  return {
    header: [...COLUMNS, 'examples'],
    rows: (issues ?? []).map((issue) => [...COLUMNS.map((name) => issue[name]), issue.examples.join('; ')]),
  };
}
