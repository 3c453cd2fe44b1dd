import { encodeRow } from '../../functions/core/crawls/store/evidence-rows.ts';
import { IssueTexts } from '../../functions/core/crawls/store/issue-texts.ts';
import type { IssueRow } from '../../functions/core/record/site-evidence-schema.ts';
import {
  type ComparedCrawl,
  compareCrawls,
  type Comparison,
} from '../../functions/core/site-reports/compare/compare-crawls.ts';

/** Returns a crawl whose occurrences are these. */
export function withIssues<Crawl extends object>(
  crawl: Crawl,
  rows: readonly IssueRow[],
): Crawl & Pick<ComparedCrawl, 'issueIds' | 'partsOf'> {
  const texts = new IssueTexts(`[${rows.map((row) => encodeRow('issues', row)).join(',')}]`);
  return {
    ...crawl,
    issueIds: [...new Set(rows.map(({ issue }) => issue))],
    // In parts, as a stored crawl has them.
    partsOf: (id) =>
      rows.flatMap((row, first) => (row.issue === id ? [{ first, rows: 1, read: () => Promise.resolve(texts) }] : [])),
  };
}

/** Returns the rows of a comparison, which are few. */
export function rowsOf({ added, fixed, persisting, unknown, notCompared, pages }: Comparison) {
  return {
    ...{ added: added.rows, fixed: fixed.rows, persisting: persisting.rows, unknown: unknown.rows },
    ...{ notCompared, pages: pages.first },
  };
}

/** Compares two crawls of few occurrences. @returns the rows of the comparison */
export async function compareRows(newer: ComparedCrawl, base: ComparedCrawl) {
  return rowsOf(await compareCrawls(newer, base));
}
