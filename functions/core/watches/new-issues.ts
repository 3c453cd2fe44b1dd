import type { IssueRow } from '../record/site-evidence-schema.ts';
import type { NewIssues } from './delivery-schema.ts';

/**
 * Returns the numbers of occurrences by issue, and the first occurrences.
 *
 * @param most maximum number of listed occurrences
 * @returns `null` if there are none
 */
export function newIssuesOf(rows: readonly IssueRow[], most: number): NewIssues | null {
  if (rows.length === 0) return null;
  const counts: Record<string, number> = {};
  for (const { issue } of rows) counts[issue] = (counts[issue] ?? 0) + 1;
  const occurrences = rows.slice(0, most).map(({ issue, url, target, status }) => ({ issue, url, target, status }));
  return { counts, occurrences, more: rows.length - occurrences.length };
}
