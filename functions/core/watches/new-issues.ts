import { numberOf, type Occurrences } from '../site-reports/compare/occurrences.ts';
import type { NewIssues } from './delivery-schema.ts';

/**
 * Returns the numbers of occurrences by issue, and the first occurrences.
 *
 * @param most maximum number of listed occurrences
 * @returns `null` if there are none
 */
export function newIssuesOf(found: Occurrences, most: number): NewIssues | null {
  if (found.counts.length === 0) return null;
  const counts = Object.fromEntries(found.counts.map(({ issue, count }) => [issue, count]));
  const occurrences = found.rows
    .slice(0, most)
    .map(({ issue, url, target, status }) => ({ issue, url, target, status }));
  return { counts, occurrences, more: numberOf(found) - occurrences.length };
}
